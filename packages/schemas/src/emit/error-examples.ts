import { type ErrorName, errorKindOf, wireErrorOf } from "../tables/errors.ts";
import type { Profile } from "../tables/profile.ts";
import type { ErrorBody, V1ErrorBody } from "../wire/error.ts";
import type { TokenError } from "../wire/token.ts";

/** The error codes that RFC 6749 5.2 defines for each refusal of the token endpoint. */
const oauthErrors: Partial<Record<ErrorName, readonly TokenError["error"][]>> = {
  INVALID_TOKEN_REQUEST: [
    "invalid_request",
    "invalid_grant",
    "unauthorized_client",
    "unsupported_grant_type",
    "invalid_scope",
  ],
  INVALID_CLIENT: ["invalid_client"],
};

/**
 * The form of an error body: the list `errors`, the older v1 form, or that of RFC 6749. Spec 7, 9; gaps
 * `v1-error-body`, `token-error-body`.
 */
export type ErrorForm = "errors" | "older" | "oauth";

type Examples = Record<string, { value: ErrorBody | V1ErrorBody | TokenError }>;

/**
 * Creates an example error body for each refusal, keyed by the refusal's name or, in the form `oauth`, by its error
 * code. Spec 7.
 */
export function toErrorExamples(
  form: ErrorForm,
  status: number,
  names: readonly ErrorName[],
  profile: Profile,
): Examples {
  switch (form) {
    case "errors":
      return exampleFor(names, (name, problem) => ({ errors: [entryExample(name, profile, problem)] }));
    case "older":
      return exampleFor(names, (name, message) => ({
        status,
        message,
        error: wireErrorOf(name, (gap) => profile[gap]).name,
      }));
    case "oauth": {
      const codes = names.flatMap((name) => oauthErrors[name] ?? []);
      return exampleFor(codes, (error, description) => ({ error, error_description: description }));
    }
  }
}

const exampleFor = <Name extends string>(
  names: readonly Name[],
  toValue: (name: Name, sentence: string) => Examples[string]["value"],
): Examples => Object.fromEntries(names.map((name) => [name, { value: toValue(name, formatSentence(name)) }]));

function entryExample(name: ErrorName, profile: Profile, problem: string): ErrorBody["errors"][number] {
  const { action, location, extendedLocation } = errorKindOf(name);
  const isExtended = extendedLocation !== undefined && profile["error-location-values"] === "extended";
  const where = isExtended ? extendedLocation : location;
  return { ...wireErrorOf(name, (gap) => profile[gap]), problem, action, ...(where !== null && { location: where }) };
}

/** Turns a name such as `UNKNOWN_INSTANCE` into a sentence. */
function formatSentence(name: string): string {
  const words = name.toLowerCase().replaceAll("_", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
