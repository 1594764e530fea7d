import type * as z from "zod";
import { endpoints } from "./endpoints.ts";
import type { ErrorName } from "./error-names.ts";
import type { Profile } from "./profile.ts";
import { refusalsOf } from "./refusal.ts";
import { isDeprecated, type RouteName, routeOf, under } from "./routes.ts";
import { wire } from "./wire.ts";

/** A part of an OpenAPI document as plain data. */
export type Json = Readonly<Record<string, unknown>>;

/** Where a public schema stands in an OpenAPI document. */
export const toComponentRef = (name: string): string => `#/components/schemas/${name}`;

/** The body that an endpoint takes: a form at the token endpoint, else JSON. Part 4. */
export function requestBodyOf(name: RouteName): Json {
  const type = routeOf(name).generation === "token" ? "application/x-www-form-urlencoded" : "application/json";
  return { required: true, content: { [type]: { schema: refTo(endpoints[name].request) } } };
}

/** Every documented answer of an endpoint under a profile, by status. Part 4, 7. */
export function responsesOf(name: RouteName, profile: Profile): Readonly<Record<string, Json>> {
  const failure = { schema: { $ref: toComponentRef(errorBodyOf(name, profile)) } };
  const answer = (description: string, body: Json, ...headers: readonly string[]): Json => ({
    description,
    headers: headersOf(name, profile, headers),
    content: { "application/json": body },
  });
  const refusals = [...refusalsOf(name, profile)].map(([status, names]) => [
    `${status}`,
    answer(`Refused: ${wordsFor(names, name, profile)}.`, failure, ...(headersByStatus[status] ?? [])),
  ]);
  return {
    [`${under(profile, routeOf(name).status)}`]: answer("Done.", { schema: refTo(endpoints[name].response) }),
    ...Object.fromEntries(refusals),
    default: answer("Any other refusal, for example of a body that is too large.", failure),
  };
}

const headersByStatus: Readonly<Record<number, readonly string[]>> = {
  401: ["WWW-Authenticate"],
  429: ["Retry-After"],
};

function headersOf(name: RouteName, profile: Profile, more: readonly string[]): Json {
  const always = ["X-Request-ID", ...(isDeprecated(profile, routeOf(name)) ? ["Deprecation"] : [])];
  return Object.fromEntries([...always, ...more].map((header) => [header, { $ref: `#/components/headers/${header}` }]));
}

/** Spec 7; gaps `v1-error-body`, `token-error-body`. */
function errorBodyOf(name: RouteName, profile: Profile): "ErrorBody" | "V1ErrorBody" | "TokenError" {
  const { generation } = routeOf(name);
  if (generation === "token" && profile["token-error-body"] === "oauth") return "TokenError";
  return generation === "v1" && profile["v1-error-body"] === "older" ? "V1ErrorBody" : "ErrorBody";
}

/** RFC 6749 5.2 has names of its own. */
const oauthErrors: Partial<Record<ErrorName, string>> = {
  INVALID_TOKEN_REQUEST:
    "`invalid_request`, `invalid_grant`, `unauthorized_client`, `unsupported_grant_type`, `invalid_scope`",
  INVALID_CLIENT: "`invalid_client`",
};

function wordsFor(names: readonly ErrorName[], name: RouteName, profile: Profile): string {
  const isOauth = errorBodyOf(name, profile) === "TokenError";
  return names.map((refusal) => (isOauth ? oauthErrors[refusal] : undefined) ?? `\`${refusal}\``).join(", ");
}

function refTo(schema: z.ZodType): Json {
  const meta = wire.get(schema);
  if (meta === undefined) throw new Error("A body that is described must have a public name.");
  return { $ref: toComponentRef(meta.id) };
}
