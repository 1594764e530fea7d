import { type EndpointName, endpointOf } from "@journey-kit/schemas/endpoints";
import { type GapId, type PresetName, presets, type Reading } from "@journey-kit/schemas/tables";
import { readAt, readList } from "../service/member.ts";
import { parse } from "../service/target.ts";
import { findTarget, type TrafficExchange } from "./traffic.ts";

/** A reading without which a request of the client makes no sense. */
export interface Expectation {
  readonly gap: GapId;
  readonly reading: string;
  /** Sequence number of the first exchange that shows it. */
  readonly sequence: number;
  /** What the client does, as a sentence. */
  readonly why: string;
}

/** The readings that a client expects. */
export interface Expectations {
  /** In the order of the first requests that show them. One for each gap and reading. */
  readonly expects: readonly Expectation[];
  /** The built-in profile that has them, if only one of the two has. */
  readonly profile: PresetName | undefined;
  /** What the profile has that the client expects, as a sentence. Undefined if `profile` is. */
  readonly advice: string | undefined;
}

/** A request as its signs need it. */
export interface ExpectingRequest {
  readonly sequence: number;
  readonly endpoint: EndpointName | undefined;
  readonly path: string;
  readonly hasBasic: boolean;
  readonly hasBearer: boolean;
  /** The parsed body; for a token request its form. */
  readonly body: unknown;
}

interface Sign<Id extends GapId> {
  readonly gap: Id;
  readonly reading: Reading<Id>;
  /** What the client does: the end of a sentence that begins with "Your client". Undefined if the request is no sign. */
  readonly find: (request: ExpectingRequest) => string | undefined;
}

const sign = <Id extends GapId>(gap: Id, reading: Reading<Id>, find: Sign<Id>["find"]) => ({ gap, reading, find });

/** Finds something in the requests to some endpoints. */
const at =
  (endpoints: readonly EndpointName[], text: string, has: (body: unknown, request: ExpectingRequest) => boolean) =>
  (request: ExpectingRequest): string | undefined =>
    request.endpoint !== undefined && endpoints.includes(request.endpoint) && has(request.body, request)
      ? text
      : undefined;

const starts = ["v1.startJourney", "v2.startJourney"] as const;
const bodies = [...starts, "v2.submitInteraction", "v1.updateTask"] as const;
const isText = (value: unknown): value is string => typeof value === "string" && value !== "" && !value.startsWith("‹");

const hasNull = (value: unknown): boolean =>
  value === null || (typeof value === "object" && Object.values(value).some(hasNull));

const imagesOf = (body: unknown): readonly unknown[] => [
  ...["side1Image", "side2Image"].flatMap((name) => readList(body, `context.subject.documents[*].${name}`)),
  ...["selfieImage", "face1Image"].flatMap((name) => readList(body, `context.subject.biometrics[*].${name}`)),
];

/** The requests that make sense only under one reading of a gap, or that only its other readings refuse. */
const signs = [
  sign("extension-endpoints", "present", ({ endpoint, path }) => {
    if (path.startsWith("/auth/realms/")) return "requests tokens below /auth/realms";
    const own = endpoint === undefined ? undefined : endpointOf(endpoint).path;
    const isAdded = typeof own === "object" && own.gap === "extension-endpoints";
    return isAdded ? `calls ${path.slice(path.indexOf("/captain/") + "/captain/".length)}` : undefined;
  }),
  sign("device-start", "journey-device", ({ path }) =>
    path.includes("/journey/device/") ? "calls the device endpoints below /journey" : undefined,
  ),
  sign("device-start", "device", ({ path }) =>
    path.includes("/captain/device/") ? "calls the device endpoints directly below /captain" : undefined,
  ),
  sign(
    "connect-token-place",
    "bearer",
    at(
      ["v2.connectDevice"],
      "sends the connect token as the bearer token",
      (body, { hasBearer }) => hasBearer && readAt(body, "connectToken") === undefined,
    ),
  ),
  sign(
    "connect-token-place",
    "body",
    at(
      ["v2.connectDevice"],
      "sends the connect token in the body",
      (body, { hasBearer }) => !hasBearer && readAt(body, "connectToken") !== undefined,
    ),
  ),
  sign(
    "grant-by-client",
    "either",
    at(
      ["token.requestToken"],
      "requests tokens with the password grant",
      (form) => readAt(form, "grant_type") === "password",
    ),
  ),
  sign(
    "client-authentication",
    "form-or-basic",
    at(["token.requestToken"], "sends its credentials as HTTP Basic", (_, { hasBasic }) => hasBasic),
  ),
  sign(
    "token-scope",
    "any",
    at(
      ["token.requestToken"],
      "requests tokens without the scope service.token",
      (form) => readAt(form, "grant_type") === "client_credentials" && readAt(form, "scope") !== "service.token",
    ),
  ),
  sign(
    "version-omitted",
    "latest",
    at(starts, "starts a resource id without a version", (body) => {
      const id = readAt(body, "resourceId");
      return isText(id) && !id.includes("@");
    }),
  ),
  sign(
    "start-subject-omitted",
    "accepted",
    at(
      ["v2.startJourney"],
      "starts without context.subject",
      (body) => isText(readAt(body, "resourceId")) && readAt(body, "context.subject") === undefined,
    ),
  ),
  sign(
    "delivery-values",
    "as-api",
    at(["v2.startJourney"], "starts with a delivery that is neither api nor page", (body) => {
      const delivery = readAt(body, "context.config.delivery");
      return isText(delivery) && delivery !== "api" && delivery !== "page";
    }),
  ),
  sign(
    "v1-intent-values",
    "save-and-validate",
    at(["v1.updateTask"], "updates tasks with an intent other than Complete", (body) =>
      ["Save", "Validate"].includes(String(readAt(body, "intent"))),
    ),
  ),
  sign(
    "v1-state-data",
    "by-filter-keys",
    at(["v1.fetchState"], "sends filterKeys", (body) => readList(body, "filterKeys").length > 0),
  ),
  sign(
    "v2-task-list",
    "instance",
    at(["v2.fetchTaskSchema", "v2.updateTask"], "uses the instance id as the id of a task", (body) => {
      const id = readAt(body, "taskId");
      return isText(id) && id === readAt(body, "instanceId");
    }),
  ),
  sign(
    "null-values",
    "absent",
    at(bodies, "sends null in a subject", (body) => hasNull(readAt(body, "context.subject") ?? "")),
  ),
  sign(
    "image-encoding",
    "data-url",
    at(bodies, "sends images as data: URLs", (body) =>
      imagesOf(body).some((one) => isText(one) && one.startsWith("data:")),
    ),
  ),
  sign(
    "document-type-case",
    "first-untyped",
    at(bodies, "sends several documents without a type", (body) => {
      const documents = readList(body, "context.subject.documents");
      return documents.length > 1 && documents.every((one) => readAt(one, "type") === undefined);
    }),
  ),
];

/** Finds the readings that a client expects. Only signs that leave no doubt count. */
export const findExpectations = (exchanges: readonly TrafficExchange[]): Expectations =>
  findExpectationsOf(exchanges.map(toRequest));

export function findExpectationsOf(requests: readonly ExpectingRequest[]): Expectations {
  const found = new Map<string, Expectation>();
  for (const request of requests)
    for (const { gap, reading, find } of signs) {
      const key = `${gap}=${reading}`;
      if (found.has(key)) continue;
      const text = find(request);
      if (text === undefined) continue;
      found.set(key, { gap, reading, sequence: request.sequence, why: explain(gap, reading, text) });
    }
  const expects = [...found.values()];
  const profile = chooseProfile(expects);
  const reason = expects.find(({ gap, reading }) => profile !== undefined && isOnlyIn(profile, gap, reading));
  const advice = profile && reason && `${reason.why.slice(0, -1)}; the \`${profile}\` profile has it.`;
  return { expects, profile, advice };
}

function explain(gap: GapId, reading: string, text: string): string {
  const verb = gap === "extension-endpoints" ? "which exists only under" : "which needs";
  return `Your client ${text}, ${verb} ${gap}=${reading}.`;
}

const otherOf = (profile: PresetName): PresetName => (profile === "observed" ? "specified" : "observed");

const isOnlyIn = (profile: PresetName, gap: GapId, reading: string): boolean =>
  presets[profile][gap] === reading && presets[otherOf(profile)][gap] !== reading;

/** The built-in profile that has a reading that the other one lacks; undefined if both or none have. */
function chooseProfile(expects: readonly Expectation[]): PresetName | undefined {
  const has = (profile: PresetName) => expects.some(({ gap, reading }) => isOnlyIn(profile, gap, reading));
  if (has("observed") === has("specified")) return undefined;
  return has("observed") ? "observed" : "specified";
}

function toRequest(one: TrafficExchange): ExpectingRequest {
  const { sequence, url, requestHeaders, requestBody } = one;
  const target = findTarget(one);
  const { authorization = "" } = requestHeaders;
  const isForm = target?.name === "token.requestToken";
  return {
    ...{ sequence, endpoint: target?.name, path: pathOf(target, url) },
    hasBasic: /^Basic ./i.test(authorization),
    hasBearer: /^Bearer ./i.test(authorization),
    body: isForm ? Object.fromEntries(new URLSearchParams(requestBody ?? "")) : requestBody && parse(requestBody),
  };
}

const pathOf = (target: ReturnType<typeof findTarget>, url: string): string =>
  target === undefined
    ? new URL(url).pathname
    : target.region === undefined
      ? target.path
      : target.path.slice(target.region.length + 1);
