import type { Exchange } from "@journey-kit/schemas/control";
import { regions } from "@journey-kit/schemas/tables";
import type { Target } from "../../../api/target.ts";

/** A request from the journal, in a form that can be sent again. */
export interface Repeat {
  readonly method: string;
  /** Address of the service; undefined for a simulator in a tab, which other programs cannot reach. */
  readonly baseUrl: string | undefined;
  /** The region in the path, such as `/us`. Empty if the path has none. */
  readonly region: string;
  /** The path without the region. */
  readonly path: string;
  /** Headers to send. The token is left out. */
  readonly headers: Readonly<Record<string, string>>;
  readonly hasToken: boolean;
  readonly body: unknown;
  readonly isForm: boolean;
  /** Whether the request contains placeholders for values that the journal does not keep. */
  readonly hasPlaceholders: boolean;
}

const repeated: readonly string[] = ["accept", "content-type", "x-sim-scenario"];

const pathForm = new RegExp(`^(/(?:${regions.join("|")})(?=/))?(.*)$`);

/** Prepares a request to be sent again. */
export function toRepeat(
  { request }: Pick<Exchange, "request">,
  { kind, baseUrl }: Pick<Target, "kind" | "baseUrl">,
): Repeat {
  const { method, headers } = request;
  const [, region = "", path = ""] = pathForm.exec(request.path) ?? [];
  const body = withoutUnknown(request.body);
  return {
    method,
    baseUrl: kind === "server" ? baseUrl : undefined,
    region,
    path,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => repeated.includes(name))),
    hasToken: headers.authorization?.startsWith("Bearer ") === true,
    body,
    isForm: headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true,
    hasPlaceholders: hasPlaceholder(path) || hasPlaceholder(body),
  };
}

/** Whether the journal replaced a part of a value. */
export const hasPlaceholder = (value: unknown): boolean => JSON.stringify(value)?.includes("‹") === true;

/**
 * Removes every member named `…`, in which the journal records the number of members that the service does not know.
 */
function withoutUnknown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUnknown);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (name === "…" ? [] : [[name, withoutUnknown(member)]])),
  );
}

export const formEntries = (body: unknown): readonly (readonly [name: string, value: string])[] =>
  typeof body === "object" && body !== null ? Object.entries(body).map(([name, value]) => [name, String(value)]) : [];
