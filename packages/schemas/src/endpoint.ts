import type * as z from "zod";
import { type ErrorName, errorKindOf, type Status } from "./tables/errors.ts";
import type { GapId } from "./tables/gaps/index.ts";
import type { Profile } from "./tables/profile.ts";
import type { RuleId } from "./tables/rules/index.ts";

/** One value for each reading of a gap. Undefined for a reading that has no value. */
export type ByReading<T> = { readonly gap: GapId; readonly by: Readonly<Record<string, T | undefined>> };

/** Returns the value that applies under a profile. */
export function resolveReading<T extends string | number>(profile: Profile, value: T | ByReading<T>): T | undefined {
  return typeof value === "object" ? value.by[profile[value.gap]] : value;
}

/** A permission of an API client. Spec 5; gap `permission-names`. */
export type Permission = "journey:start" | "journey:read" | "journey:submit";

/** Every permission. */
export const permissions: readonly Permission[] = ["journey:start", "journey:read", "journey:submit"];

/** A path, or one path for each reading of a gap. */
export type Path = `/${string}` | (ByReading<`/${string}`> & { readonly gap: "device-start" });

/** A path that exists only under one reading of gap `extension-endpoints`. */
export type AddedPath = ByReading<`/${string}`> & { readonly gap: "extension-endpoints" };

/** A refusal that an endpoint can return only under some readings of a gap. */
interface RefusalUnder {
  readonly name: ErrorName;
  readonly gap: GapId;
  /** The reading under which it can, or every reading but `isNot`. */
  readonly is?: string;
  readonly isNot?: string;
}

/** An endpoint of the service. The simulator, the client and the contract kit share these rows. Spec 4. */
export interface Endpoint {
  readonly apiVersion: "token" | "v1" | "v2" | "hosted";
  readonly method: "GET" | "POST";
  /** Path relative to the regional address. Undefined for a reading that removes the endpoint. */
  readonly path: Path | AddedPath;
  /** A second path of the same endpoint. */
  readonly alias?: AddedPath;
  /** Section of the specification. */
  readonly spec: string;
  readonly summary: string;
  /** What the endpoint works on. */
  readonly tag: "device" | "interaction" | "journey" | "task" | "token";
  /** What names the world of a request: its bearer token, its credentials, its connect token or the link of its page. */
  readonly world: "bearer" | "credentials" | "connect-token" | "link";
  /** `interaction` endpoints also accept an end-user token. Spec 5; gap `interaction-token`. */
  readonly security: "none" | "customer" | "interaction";
  readonly permission?: Permission | ByReading<Permission>;
  /** Status of a successful response. */
  readonly status: Status;
  /** The endpoint to call instead. Set on every v1 endpoint and on every deprecated endpoint. Spec 4.2, 4.3, 9. */
  readonly replacedBy?: string;
  /** Set if the specification deprecates the endpoint. Spec 4.2, 4.3. */
  readonly deprecated?: Deprecation;
  /** Set if the response contains a token, which journals must redact. Spec 5. */
  readonly issuesToken?: true;
  /** Why the endpoint exists, if the specification does not define it. */
  readonly extension?: string;
  /** Set if the endpoint starts an instance. */
  readonly starts?: true;
  /** Set if the endpoint counts towards the rate limit. Spec 8; gap `rate-limit`. */
  readonly rateLimited?: true;
  /** What to do if the response is lost, unless the request may simply be repeated. Spec 4.2, 4.4. */
  readonly retry?: "never" | "reconcile";
  /** Set if the response lists what an instance is waiting for. */
  readonly listsOutstanding?: true;
  /** Set if documents and biometrics outside the subject are refused. Spec 4.2, submit rule 4. */
  readonly refusesMisplaced?: true;
  /** The rules that require members of the request, by path, where they differ from those of other endpoints. */
  readonly memberRules?: Readonly<Record<string, RuleId>>;
  /** The refusals of this endpoint, besides those that follow from the other columns. Spec 7. */
  readonly refusals: readonly (ErrorName | RefusalUnder)[];
  /** What a server with the profile `specified` accepts. */
  readonly request: z.ZodType;
  /** The successful responses of every reading. */
  readonly response: z.ZodType;
}

/** When an endpoint was deprecated, and under which readings. Gap `deprecation-notice`. */
export interface Deprecation {
  /** Seconds since the Unix epoch, as in the `Deprecation` header of RFC 9745. */
  readonly since: number;
  /** The reading under which the endpoint is deprecated. If omitted, the endpoint is always deprecated. */
  readonly when?: { readonly gap: GapId; readonly reading: string };
}

/** Lists every path that an endpoint has under any reading. */
export const pathsOf = ({ path, alias }: Pick<Endpoint, "path" | "alias">): readonly string[] =>
  [path, ...(alias === undefined ? [] : [alias])].flatMap((one) =>
    typeof one === "string" ? [one] : Object.values(one.by).flatMap((each) => each ?? []),
  );

/** Lists every path that an endpoint has under a profile. */
export const pathsUnder = (profile: Profile, { path, alias }: Pick<Endpoint, "path" | "alias">): readonly string[] =>
  [path, alias].flatMap((one) => (one === undefined ? [] : (resolveReading<string>(profile, one) ?? [])));

/** Whether an endpoint is deprecated under a profile. */
export function isDeprecated(profile: Profile, { deprecated }: Pick<Endpoint, "deprecated">): boolean {
  if (deprecated === undefined) return false;
  return deprecated.when === undefined || profile[deprecated.when.gap] === deprecated.when.reading;
}

/** Refusals of a JSON body, whichever endpoint reads it. Spec 7. */
const bodyRefusals: readonly ErrorName[] = [
  "MALFORMED_JSON",
  "BODY_TOO_COMPLEX",
  "MISSING_FIELD",
  "WRONG_VALUE",
  "BODY_TOO_LARGE",
  "WRONG_CONTENT_TYPE",
];

const tokenRefusals: readonly ErrorName[] = ["MISSING_TOKEN", "INVALID_TOKEN", "EXPIRED_TOKEN", "TOKEN_NOT_ACCEPTED"];

/**
 * Lists the refusals of an endpoint under a profile, by status. Left out are those of an unknown path or method, of a
 * broken connection, and those that only simulators send. Spec 7; gap `submit-error-variants`.
 */
export function refusalsOf(endpoint: Endpoint, profile: Profile): ReadonlyMap<number, readonly ErrorName[]> {
  const { security, apiVersion, method, rateLimited, refusals } = endpoint;
  const isSecured = security !== "none";
  const isPermissionChecked = apiVersion === "v2" || profile["v1-permissions"] === "enforced";
  const takesJson = method === "POST" && (apiVersion === "v1" || apiVersion === "v2");
  const own = refusals.flatMap((refusal): readonly ErrorName[] => {
    if (typeof refusal === "string") return [refusal];
    const { name, gap, is, isNot } = refusal;
    return (is === undefined || profile[gap] === is) && profile[gap] !== isNot ? [name] : [];
  });
  const names: readonly ErrorName[] = [
    ...(takesJson ? bodyRefusals : []),
    ...(isSecured ? tokenRefusals : []),
    ...(isSecured && isPermissionChecked ? (["MISSING_PERMISSION"] as const) : []),
    ...(isSecured && apiVersion === "v2" ? (["V2_NOT_ENABLED"] as const) : []),
    ...own,
    ...(isSecured && profile["extra-members"] === "refused" ? (["UNEXPECTED_FIELD"] as const) : []),
    ...(isSecured && profile["query-parameters"] === "refused" ? (["UNEXPECTED_PARAMETER"] as const) : []),
    ...(rateLimited === true && profile["rate-limit"] === "limited" ? (["RATE_LIMITED"] as const) : []),
  ];
  return byStatus([...new Set(names)], profile);
}

function byStatus(names: readonly ErrorName[], profile: Profile): ReadonlyMap<number, readonly ErrorName[]> {
  const sorted = new Map<number, readonly ErrorName[]>();
  for (const name of names) {
    const status = resolveReading(profile, errorKindOf(name).status) ?? 500;
    if (status >= 400) sorted.set(status, [...(sorted.get(status) ?? []), name]); // otherwise it is no refusal
  }
  return new Map([...sorted].sort(([a], [b]) => a - b));
}
