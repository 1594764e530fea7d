import { ErrorBody, TokenError, V1ErrorBody } from "@journey-kit/schemas";
import { endpoints } from "@journey-kit/schemas/endpoints";
import { type ErrorName, errorKindOf, wireErrorOf } from "@journey-kit/schemas/errors";
import type { Profile } from "@journey-kit/schemas/profile";
import { type RouteName, resolveReading, routeOf } from "@journey-kit/schemas/routes";
import { shownInstanceId } from "./leaf.ts";
import { toMatcher } from "./matcher.ts";
import { fromState, isRule, matching, type Rule, type SingleRule } from "./rule.ts";
import type { State } from "./state.ts";

type Endpoints = typeof endpoints;

/** A partial value with the parts that a test is about. Any part may be a matcher. */
export type Example<T> = T extends readonly (infer Entry)[]
  ? readonly Example<Entry>[] | Rule
  : T extends object
    ? { readonly [Name in keyof T]?: Example<T[Name]> } | Rule
    : T | Rule;

/** One call of a consumer, and the expected response. */
export interface Expectation<Name extends RouteName> {
  /** The provider states before the call; see {@link states}. */
  readonly given?: State | readonly State[];
  /** Distinguishes this call from others of the same endpoint in the same state. */
  readonly description?: string;
  /** The request body, or its relevant part; the rest is filled in from the schema. */
  readonly request?: Example<Endpoints[Name]["request"]["_zod"]["input"]>;
  /**
   * The parts of the response that the consumer uses. Defaults to every required member, or for a refusal to its status
   * and form.
   */
  readonly response?: Example<Endpoints[Name]["response"]["_zod"]["output"]>;
  /** The response headers that the consumer uses. */
  readonly headers?: Readonly<Record<string, string | SingleRule<string>>>;
  /** Expects the service to refuse, in the specified error form. Spec 7. */
  readonly refusal?: ErrorName;
  /** Sends the call without a token. */
  readonly anonymous?: true;
}

/** A call and its response as matchers. */
export interface Interaction {
  readonly description: string;
  readonly states: readonly State[];
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string | SingleRule<string>>>;
    readonly body: unknown;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string | SingleRule<string>>>;
    readonly body: unknown;
  };
}

/** The example token in pacts. */
export const shownToken = "token-of-a-pact";

/** The header with the provider state's token. Spec 5. */
export const toAuthorization = (): SingleRule<string> =>
  fromState("token", matching("^Bearer [!-~]+$", `Bearer ${shownToken}`), "Bearer ");

/** Request members that the service generates, and their names in the provider state. */
const madeByService = ["instanceId", "interactionId", "taskId", "connectToken"] as const;

/**
 * Writes an expectation out under a profile.
 *
 * @throws {TypeError} When the profile has no such endpoint.
 */
export function toInteraction<Name extends RouteName>(
  name: Name,
  expectation: Expectation<Name>,
  profile: Profile,
): Interaction {
  const { given = [], description, refusal, headers = {} } = expectation;
  const { method, path, summary, security } = routeOf(name);
  const address = resolveReading<string>(profile, path);
  if (address === undefined) throw new TypeError(`${name} is absent under these readings.`);
  const states: readonly State[] = Array.isArray(given) ? given : [given];
  return {
    description: description ?? `${name}${refusal === undefined ? "" : `, refused with ${refusal}`}: ${summary}`,
    states,
    request: {
      method,
      path: address,
      headers: security === "none" || expectation.anonymous ? {} : { Authorization: toAuthorization() },
      body: toRequest(name, expectation.request),
    },
    response: { status: toStatus(name, refusal, profile), headers, body: toResponse(name, expectation, profile) },
  };
}

function toRequest(name: RouteName, example: unknown): unknown {
  const body = toMatcher(endpoints[name].request, example);
  if (typeof body !== "object" || body === null) return body;
  const members = Object.entries(body).map(([member, value]) => {
    const isMade = madeByService.some((one) => one === member) && isRule(value);
    return [member, isMade ? fromState(member, value) : value];
  });
  return Object.fromEntries(members);
}

/** Every reading has a status; 500 marks one that the register lacks. */
function toStatus(name: RouteName, refusal: ErrorName | undefined, profile: Profile): number {
  return resolveReading(profile, refusal === undefined ? routeOf(name).status : errorKindOf(refusal).status) ?? 500;
}

function toResponse(name: RouteName, { response, refusal }: Expectation<RouteName>, profile: Profile): unknown {
  if (refusal !== undefined) return toRefusal(name, refusal, profile);
  const shown = response ?? (name === "v2.startJourney" ? { instanceId: shownInstanceId } : undefined);
  return toMatcher(endpoints[name].response, shown, "shown");
}

/** The parts of a refusal that the specification names; which words it uses is gap `error-catalogue`. Spec 7, 9. */
function toRefusal(name: RouteName, refusal: ErrorName, profile: Profile): unknown {
  const { generation } = routeOf(name);
  if (generation === "token" && profile["token-error-body"] !== "errors") return toMatcher(TokenError);
  const { action, location } = errorKindOf(refusal);
  const wire = wireErrorOf(refusal, (gap) => profile[gap]);
  if (generation === "v1" && profile["v1-error-body"] !== "errors") {
    const status = toStatus(name, refusal, profile);
    return toMatcher(V1ErrorBody, { status, message: "What went wrong.", error: wire.name });
  }
  const entry = { ...wire, problem: "What went wrong.", action };
  const isPlain = profile["error-location-values"] === "four";
  return toMatcher(ErrorBody, { errors: [{ ...entry, ...(isPlain && { location }) }] });
}
