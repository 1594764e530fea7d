import { type ProfileChoice, resolveProfile } from "@journey-kit/schemas/profile";
import { type RouteName, routeOf } from "@journey-kit/schemas/routes";
import { type Expectation, type Interaction, shownToken, toInteraction } from "./expectation.ts";
import { shownInstanceId } from "./leaf.ts";
import { loadPact } from "./library.ts";
import { exactly, toShown } from "./rule.ts";

/** Options of {@link journeyPact}. */
export interface JourneyPactOptions {
  /** Name of your application in the pact. */
  readonly consumer: string;
  /** Name of the service in the pact; default `journey-service`. */
  readonly provider?: string;
  /** Folder of the pact file; default `pacts`. Pact merges into an existing file: delete the folder before a run. */
  readonly dir?: string;
  /** The readings that your application was written for; default `specified`. */
  readonly profile?: ProfileChoice;
}

/** A service that responds to one call as the pact says, during a test. */
export interface PlayedService {
  /** Address of the service and the token service, without a trailing slash. */
  readonly baseUrl: string;
  readonly authUrl: string;
  /** The pact's example values for data that the service generates. */
  readonly token: string;
  readonly instanceId: string;
  /** The body to send. */
  readonly request: unknown;
}

/** A pact that a consumer's tests write, one call at a time. */
export interface JourneyPact {
  /**
   * Mocks the service for one call. `run` makes the call with the client under test and asserts the result. The call
   * and its response are written to the pact file once `run` passes.
   *
   * @returns The result of `run`.
   * @throws What `run` throws; {@link PactMissingError}; an error that describes how the call differed from the
   *   expected one.
   */
  call<Name extends RouteName, T>(
    name: Name,
    expectation: Expectation<Name>,
    run: (service: PlayedService) => Promise<T>,
  ): Promise<T>;
}

/**
 * Creates a pact with the journey service, in version 4 of Pact's specification.
 *
 * @throws {ProfileError} When the profile names an unknown gap or reading.
 * @example
 * const pact = journeyPact({ consumer: "my-app" });
 * const given = states.waiting({ resourceId: "document-and-selfie@latest", interaction: "person" });
 * await pact.call("v2.fetchState", { given, response: { status: "InProgress" } }, async ({ baseUrl, instanceId }) => {
 *   expect(await myClient(baseUrl).isDone(instanceId)).toBe(false);
 * });
 */
export function journeyPact({ profile, ...options }: JourneyPactOptions): JourneyPact {
  const readings = resolveProfile(profile);
  return {
    call: async (name, expectation, run) => {
      const interaction = toInteraction(name, expectation, readings);
      const expected = await expectCall(options, name, interaction);
      let returned: Awaited<ReturnType<typeof run>> | undefined;
      await expected.executeTest(async ({ url }) => {
        returned = await run(toService(url, interaction));
      });
      return returned as Awaited<ReturnType<typeof run>>; // `executeTest` rejects where `run` has not returned
    },
  };
}

const toService = (url: string, { request }: Interaction): PlayedService => ({
  baseUrl: url,
  authUrl: url,
  token: shownToken,
  instanceId: shownInstanceId,
  request: toShown(request.body),
});

async function expectCall(
  { consumer, provider = "journey-service", dir = "pacts" }: Omit<JourneyPactOptions, "profile">,
  name: RouteName,
  { description, states, request, response }: Interaction,
) {
  const { PactV4 } = await loadPact();
  const pact = new PactV4({ consumer, provider, dir, logLevel: "warn" });
  const interaction = pact.addInteraction().uponReceiving(description);
  for (const { name: state, parameters } of states) interaction.given(state, { ...parameters });
  return interaction
    .withRequest(request.method, request.path, (builder) => {
      builder.headers({ ...request.headers });
      if (routeOf(name).generation === "token") {
        const { bytes, rules } = toForm(request.body);
        builder.body("application/x-www-form-urlencoded", bytes).matchingRules({ body: rules });
      } else if (request.body !== undefined) builder.jsonBody(request.body);
    })
    .willRespondWith(response.status, (builder) => {
      builder.headers({ ...response.headers }).jsonBody(response.body);
    });
}

/** Pact takes a form for bytes of which only the type counts, unless each field has a rule of its own. */
function toForm(body: unknown) {
  const fields = Object.entries(toShown(body) ?? {}).map(([field, value]): [string, string] => [field, String(value)]);
  return {
    bytes: Buffer.from(new URLSearchParams(fields).toString()),
    rules: fields.map(([field, value]) => ({ path: `$.${field}`, rules: [exactly(value)] })),
  };
}
