import type { EndpointName } from "@journey-kit/schemas/endpoints";
import { presets } from "@journey-kit/schemas/tables";
import fc from "fast-check";
import { type HostileBody, hostileBody } from "../../arbitraries/hostile.ts";
import { subject } from "../../arbitraries/subject.ts";
import { dataRequest, type JourneyRequest, startRequest } from "../../service/journey.ts";
import { checkForm } from "../../service/response.ts";
import { validParts } from "../../service/sample.ts";
import { createCaller, type Target } from "../../service/target.ts";
import { withDefaults } from "./property.ts";

type HostileRequest = Pick<HostileBody, "body"> & { readonly name: EndpointName };

/** Options for {@link checkHostile}, and the parameters of fast-check. `numRuns` is the number of requests, default 200. */
export interface HostileOptions extends fc.Parameters<[HostileRequest]> {
  /** The target's resource ids, by name of the built-in journey; see `CaseOptions`. */
  readonly journeys?: Readonly<Record<string, string>>;
}

const unknownId = "nobody-started-this";

/** The valid requests, before a hostile value is inserted. */
const requests: readonly ((subject: unknown, journeys: NonNullable<HostileOptions["journeys"]>) => JourneyRequest)[] = [
  (one, { "identity-check": id = "identity-check" }) => startRequest("v2", `${id}@latest`, one),
  (one, { "identity-check-v1": id = "identity-check-v1" }) => startRequest("v1", `${id}@latest`, one),
  (one) => dataRequest("v2", unknownId, "none", validParts(["FullName"]), one),
  (one) => dataRequest("v1", unknownId, "none", [], one),
];

/**
 * Sends otherwise valid bodies with one hostile value, such as a huge string, a deep object, a `__proto__` member or a
 * lone surrogate. Every response must match its schema and have an `X-Request-ID`, and no response may be a 5xx. Spec 7.
 *
 * @throws {Error} With the seed, the endpoint and the smallest hostile value that failed.
 */
export async function checkHostile(
  target: Target,
  { journeys = {}, ...parameters }: HostileOptions = {},
): Promise<void> {
  const { profile = presets.specified } = target;
  const caller = createCaller(target);
  const request: fc.Arbitrary<HostileRequest> = fc.oneof(
    ...requests.map((toRequest) => {
      const { route: name } = toRequest({}, journeys);
      const valid = subject().map((one): unknown => toRequest(one, journeys).body);
      return hostileBody(valid).map((hostile) => ({
        ...hostile,
        name,
        // Prints only the hostile value and its path, because the whole body is too long.
        [fc.toStringMethod]: () => `${name} with ${fc.stringify(hostile)}`,
      }));
    }),
  );
  const property = fc.asyncProperty(request, async ({ name, body }) => {
    const answer = await caller.post(name, body);
    if (answer.status >= 500) throw new Error(`${name} returned ${answer.status}.`);
    const problem = checkForm(profile, name, answer);
    if (problem !== undefined) throw new Error(problem);
  });
  await fc.assert(property, withDefaults(parameters, 200));
}
