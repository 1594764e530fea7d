import type { MethodName, RequestOf, ResponseOf } from "@journey-kit/client";
import { ErrorBody, TokenError, V1ErrorBody } from "@journey-kit/schemas";
import { type EndpointName, endpointOf, endpoints, resolveReading } from "@journey-kit/schemas/endpoints";
import {
  type ErrorName,
  errorKindOf,
  type Profile,
  type ProfileInput,
  resolveProfile,
  wireErrorOf,
} from "@journey-kit/schemas/tables";
import type { ServiceSettings } from "../service/client-adapter.ts";
import { readAt } from "../service/member.ts";
import { loadPact } from "./library.ts";
import {
  equal,
  fromProviderState,
  isMatcher,
  type Matcher,
  regex,
  reify,
  type SingleMatcher,
  toMatcher,
} from "./matcher.ts";
import type { ProviderState } from "./states.ts";

type Body<Name extends EndpointName, Kind extends "request" | "response"> = Name extends MethodName
  ? { readonly request: RequestOf<Name>; readonly response: ResponseOf<Name> }[Kind]
  : (typeof endpoints)[Name][Kind]["_zod"]["output"];

/** The parts of a body that matter to a test. Any part can be a matcher. */
export type Example<T> = T extends readonly (infer Entry)[]
  ? readonly Example<Entry>[] | Matcher
  : T extends object
    ? { readonly [Name in keyof T]?: Example<T[Name]> } | Matcher
    : T | Matcher;

/** Options for {@link journeyPact}. */
export interface JourneyPactOptions {
  /** Name of your application in the pact. */
  readonly consumer: string;
  /** Name of the service in the pact; default `journey-service`. */
  readonly provider?: string;
  /** Folder for the pact file; default `pacts`. Pact adds to an existing file, so delete the folder before a run. */
  readonly dir?: string;
  /** The readings that your application was written for; default `specified`. */
  readonly profile?: ProfileInput;
}

/** A request of a consumer and the expected response. */
export interface InteractionOptions<Name extends EndpointName> {
  /** The provider states before the request; see {@link states}. */
  readonly given?: ProviderState | readonly ProviderState[];
  /** A text that distinguishes interactions with the same states; default the endpoint and the state parameters. */
  readonly description?: string;
  /** The members of the request body that matter; the schema supplies the other required members. */
  readonly request?: Example<Body<Name, "request">>;
  /** The members of the response body that the consumer uses; default all required members. */
  readonly response?: Example<Body<Name, "response">>;
  /** The response headers that the consumer uses. */
  readonly headers?: Readonly<Record<string, string | SingleMatcher<string>>>;
  /** Expects an error response with the status and body of this error. Spec 7. */
  readonly refusal?: ErrorName;
}

/**
 * Whether Pact cannot be loaded, for example because its native library does not support the platform. If Pact is
 * missing, prints a warning, so that nobody overlooks the skipped tests.
 *
 * @example
 * describe.skipIf(await isPactMissing())("my pact", () => { … });
 */
export const isPactMissing = (): Promise<boolean> =>
  loadPact().then(
    () => false,
    (problem: unknown) => {
      console.warn(`\n*** THE PACT TESTS ARE SKIPPED. ${problem} ***\n`);
      return true;
    },
  );

/** A service that Pact mocks for one interaction, with the example values of the pact. */
export interface MockService extends ServiceSettings {
  readonly token: string;
  readonly instanceId: string;
  readonly interactionId: string;
  readonly taskId: string;
  readonly connectToken: string;
  /** The example of the request body, with all required members. */
  readonly request: unknown;
}

/** The pact of a consumer with the journey service. */
export interface JourneyPact {
  /**
   * Mocks the service for one interaction. `test` makes the request with the client under test and asserts the result.
   * The interaction is added to the pact file if `test` passes.
   *
   * @returns The result of `test`.
   * @throws Any error of `test`; {@link PactMissingError}; a `TypeError` if the readings exclude the endpoint or the
   *   interaction would overwrite another; or an error that describes how the request differed from the expected one.
   */
  interaction<Name extends EndpointName, Result>(
    name: Name,
    options: InteractionOptions<Name>,
    test: (service: MockService) => Promise<Result>,
  ): Promise<Result>;
}

/** Example values for ids and tokens. The verifier replaces them with the values of the provider state. */
const generated = {
  instanceId: "example-instance",
  interactionId: "example-interaction",
  taskId: "example-task",
  connectToken: "example-connect-token",
} as const;

const credentials = { clientId: "example-client", clientSecret: "example-secret" } as const;
const exampleToken = "example-token";

/**
 * Creates a pact with the journey service, in version 4 of Pact's specification.
 *
 * @throws {ProfileError} If the profile contains an unknown gap or reading.
 * @example
 * const pact = journeyPact({ consumer: "my-app" });
 * const given = states.completed({ resourceId: "document-and-selfie@latest", outcome: "accept" });
 * await pact.interaction("v2.fetchState", { given, response: { status: "Completed" } }, async (service) => {
 *   expect(await myClient(service.baseUrl).isOver(service.instanceId)).toBe(true);
 * });
 */
export function journeyPact({ profile: choice, ...options }: JourneyPactOptions): JourneyPact {
  const profile = resolveProfile(choice);
  return {
    interaction: async (name, expected, test) => {
      const remember = refuseOverwrite(options, name, expected, profile);
      const body = createRequestBody(name, expected.request);
      const pact = await addInteraction(options, name, expected, body, profile);
      const result = await pact.executeTest(({ url }) => test(createMockService(url, body, profile)));
      remember();
      return result as Awaited<ReturnType<typeof test>>; // `executeTest` rejects unless `test` has returned
    },
  };
}

/** The interactions that this process has written to pact files. */
const writtenInteractions = new Map<string, string>();

/**
 * Pact replaces an interaction if another one has the same description and the same names of states.
 *
 * @throws {TypeError} If the interaction would replace another one.
 */
function refuseOverwrite(
  { consumer, provider, dir }: Omit<JourneyPactOptions, "profile">,
  name: EndpointName,
  expected: InteractionOptions<EndpointName>,
  profile: Profile,
): () => void {
  const description = renderDescription(name, expected);
  const states = [expected.given ?? []].flat().map((state) => state.description);
  const key = JSON.stringify([consumer, provider, dir, description, states]);
  const content = JSON.stringify([name, expected, profile]);
  if ((writtenInteractions.get(key) ?? content) !== content) {
    const problem = `The pact already contains a different interaction "${description}" with the same states.`;
    throw new TypeError(`${problem} Set \`description\` to distinguish them.`);
  }
  return () => writtenInteractions.set(key, content);
}

function renderDescription(
  name: EndpointName,
  { description, given = [], refusal }: InteractionOptions<EndpointName>,
): string {
  const parameters = [given].flat().flatMap((state) => Object.entries(copyParameters(state.parameters)));
  const values = parameters.map(
    ([key, value]) => `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const own = `${name}${refusal ? `, refused with ${refusal}` : ""}: ${endpointOf(name).summary}`;
  return description ?? (values.length === 0 ? own : `${own} (${values.join(", ")})`);
}

function createMockService(url: string, body: unknown, profile: Profile): MockService {
  const request = reify(body);
  const ids = Object.fromEntries(Object.entries(generated).map(([name, id]) => [name, readAt(request, name) ?? id]));
  const address = { baseUrl: url, authUrl: url, pollIntervalMs: 100 };
  return { ...address, ...credentials, profile, token: exampleToken, ...generated, ...ids, request };
}

/** @throws {TypeError} If the readings exclude the endpoint. */
async function addInteraction(
  { consumer, provider = "journey-service", dir = "pacts" }: Omit<JourneyPactOptions, "profile">,
  name: EndpointName,
  expected: InteractionOptions<EndpointName>,
  body: unknown,
  profile: Profile,
) {
  const { given = [], refusal, headers = {} } = expected;
  const { method, path, security, apiVersion } = endpointOf(name);
  const address = resolveReading<string>(profile, path);
  if (address === undefined) throw new TypeError(`${name} is absent under these readings.`);
  const { PactV4 } = await loadPact();
  const pact = new PactV4({ consumer, provider, dir, logLevel: "warn" }).addInteraction();
  pact.uponReceiving(renderDescription(name, expected));
  for (const { description, parameters } of [given].flat()) pact.given(description, copyParameters(parameters));
  return pact
    .withRequest(method, address, (builder) => {
      if (security !== "none") builder.headers({ Authorization: bearerToken });
      if (apiVersion === "token") {
        const { bytes, rules } = encodeForm(body);
        builder.body("application/x-www-form-urlencoded", bytes).matchingRules({ body: rules });
      } else if (body !== undefined) builder.jsonBody(body);
    })
    .willRespondWith(findStatus(name, refusal, profile), (builder) => {
      const response = toMatcher(endpoints[name].response, expected.response, { partial: true });
      builder
        .headers({ ...headers })
        .jsonBody(refusal === undefined ? response : createErrorBody(name, refusal, profile));
    });
}

/** The `Authorization` header with the token of the provider state. Spec 5. */
const bearerToken = fromProviderState("token", regex("^Bearer [!-~]+$", `Bearer ${exampleToken}`), "Bearer ");

const copyParameters = (parameters: ProviderState["parameters"]) => JSON.parse(JSON.stringify(parameters));

function createRequestBody(name: EndpointName, example: unknown): unknown {
  const body = toMatcher(endpoints[name].request, example);
  if (typeof body !== "object" || body === null || isMatcher(body)) return body;
  const members = Object.entries(body).map(([member, matcher]) => {
    const [id, own] = [readAt(generated, member), readAt(example, member)];
    if (id === undefined || isMatcher(own) || !isMatcher(matcher)) return [member, matcher];
    return [member, fromProviderState(member, { ...matcher, value: own ?? id })];
  });
  return Object.fromEntries(members);
}

/**
 * Encodes a form with a matching rule for each field. Without these rules, Pact would compare only the content type.
 */
function encodeForm(body: unknown) {
  const fields = Object.entries(reify(body) ?? {}).map(([field, value]): [string, string] => [field, String(value)]);
  return {
    bytes: Buffer.from(new URLSearchParams(fields).toString()),
    rules: fields.map(([field, value]) => ({ path: `$.${field}`, rules: [equal(value)] })),
  };
}

function findStatus(name: EndpointName, refusal: ErrorName | undefined, profile: Profile): number {
  const status = resolveReading(profile, refusal === undefined ? endpointOf(name).status : errorKindOf(refusal).status);
  if (status === undefined) throw new TypeError(`${name} has no status under these readings.`);
  return status;
}

/** The error body in the form that the API version of the endpoint uses. Spec 7, 9; gap `error-catalogue`. */
function createErrorBody(name: EndpointName, refusal: ErrorName, profile: Profile): unknown {
  const { apiVersion } = endpointOf(name);
  if (apiVersion === "token" && profile["token-error-body"] !== "errors") return toMatcher(TokenError);
  const { action, location } = errorKindOf(refusal);
  const wire = wireErrorOf(refusal, (gap) => profile[gap]);
  if (apiVersion === "v1" && profile["v1-error-body"] !== "errors") {
    const status = findStatus(name, refusal, profile);
    return toMatcher(V1ErrorBody, { status, message: "What went wrong.", error: wire.name });
  }
  const entry = { ...wire, problem: "What went wrong.", action };
  const isPlain = profile["error-location-values"] === "four";
  return toMatcher(ErrorBody, { errors: [{ ...entry, ...(isPlain && { location }) }] });
}
