import { type ControlRouteName, controlRouteNames } from "@journey-kit/schemas/calls";
import { type EndpointName, endpointNames, permissions } from "@journey-kit/schemas/endpoints";
import { type GapId, gapIds, gapOf, moduleNames } from "@journey-kit/schemas/tables";
import fc from "fast-check";
import { builtInScenarios } from "../../src/world/built-in.ts";
import { type HostileRequest, hostileRequest, type Mutation, mutation, toText } from "../hostile.ts";

/** A request to the service, before the ids of a world are filled in. */
export interface ServiceStep {
  readonly kind: "service";
  readonly request: HostileRequest;
  readonly caller: "own" | "other" | "end-user" | "connect";
  /** Value of `X-Sim-Scenario`. */
  readonly scenario: string | undefined;
  /** Last name of the person in the subject. */
  readonly lastName: string;
  /** Selects an instance and a journey. */
  readonly pick: number;
}

/** A request to the control API, before the ids of a world are filled in. */
export interface ControlStep {
  readonly kind: "control";
  readonly name: ControlRouteName;
  readonly world: "own" | "other" | "nobody";
  /** Replaces the value of every path parameter. */
  readonly parameter: string | undefined;
  readonly query: string;
  /** Body; undefined selects one that the state of the world offers. */
  readonly body: unknown;
  readonly mutations: readonly Mutation[];
  readonly toText: HostileRequest["toText"];
  readonly pick: number;
}

/** Moves the system time. */
interface TimeStep {
  readonly kind: "time";
  readonly by: number;
}

/** One step of a round. */
export type Step = ServiceStep | ControlStep | TimeStep;

const listOf = (length: number, entry: (i: number) => unknown): unknown[] => Array.from({ length }, (_, i) => entry(i));

const rarely = <T>(common: fc.Arbitrary<T>, rare: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 12, arbitrary: common }, { weight: 1, arbitrary: rare });

const odd = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "..", "%2e%2e", "%00", "%", "", " ", "\u{1F600}", "x".repeat(300)),
  fc.string({ unit: "grapheme", maxLength: 20 }).map(encodeURIComponent),
);

const lastNames = [
  "Lovelace",
  "Testreject",
  "Testrefer",
  "Testfail",
  "Testnever",
  "Testlivenessfail",
  "*",
  "a".repeat(5_000),
];
const scenarioNames = [...builtInScenarios.map(({ name }) => name), "mine", "nobody"];

const progress: readonly EndpointName[] = [
  "v2.startJourney",
  "v1.startJourney",
  "v2.submitInteraction",
  "v1.updateTask",
  "v2.fetchState",
  "v2.fetchInteraction",
  "hosted.showPage",
  "hosted.submitPage",
];

/** A valid request, of which most move an instance forward. */
const plainRequest: fc.Arbitrary<HostileRequest> = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom(...progress) },
    { weight: 2, arbitrary: fc.constantFrom(...endpointNames) },
  )
  .map((name) => ({
    name,
    method: "",
    prefix: "",
    suffix: "",
    token: "good",
    contentType: "right",
    requestId: undefined,
    mutations: [],
    toText: (text) => text,
  }));

const serviceStep: fc.Arbitrary<ServiceStep> = fc.record({
  kind: fc.constant("service"),
  request: fc.oneof(plainRequest, hostileRequest),
  caller: rarely<ServiceStep["caller"]>(fc.constant("own"), fc.constantFrom("other", "end-user", "connect")),
  scenario: rarely<string | undefined>(fc.constant(undefined), fc.constantFrom(...scenarioNames)),
  lastName: fc.constantFrom(...lastNames),
  pick: fc.nat(1_000),
});

const latency = fc.oneof(fc.nat(60_000), fc.record({ min: fc.nat(1_000), max: fc.nat(86_400_000) }));
const outcome = fc.oneof(
  fc.constantFrom("accept", "reject", "refer", "Fail", "Medium Risk", "Nothing"),
  fc.record({ name: fc.constant("Own"), classification: fc.constantFrom("positive", "neutral", "negative") }),
);
const advice = fc.dictionary(fc.constantFrom("score", "__proto__", "own"), fc.jsonValue({ maxDepth: 1 }), {
  maxKeys: 2,
});
const retry = fc.constantFrom("never", "automatic", "recollect");
const ends = fc.constantFrom("fail", "never");
const consequence = fc.oneof(
  fc.record({ outcome, advice, latency }, { requiredKeys: [] }),
  fc.constantFrom({ ends: "never" }, { ends: "fail", latency: 5 }, { outcome: "reject", retry: "recollect" }),
  fc.record({ outcome, advice, retry, latency, ends }, { requiredKeys: [] }),
);
const condition = fc.record(
  {
    module: fc.constantFrom(...moduleNames),
    attempt: fc.integer({ min: 1, max: 3 }),
    ordinal: fc.integer({ min: 1, max: 5 }),
    subject: fc.constantFrom(
      [{ path: "identity.lastNames", matches: "test*" }],
      [{ path: "documents[type=Primary].countryCode", in: ["GBR"] }],
      [{ path: "identity.firstName", matches: `${"*a".repeat(100)}b` }],
    ),
  },
  { requiredKeys: [] },
);
const readingOf = (ids: readonly GapId[]): fc.Arbitrary<Readonly<Record<string, string>>> =>
  fc
    .constantFrom(...ids)
    .chain((id) => fc.constantFrom(...Object.keys(gapOf(id).options)).map((reading) => ({ [id]: reading })));
const engineGapIds = gapIds.filter((id) => gapOf(id).kind === "engine");
/** Hundreds of rules with long patterns. */
const hostileRules = fc
  .record({ count: fc.constantFrom(100, 400), path: fc.constantFrom("identity.lastNames", "identity.firstName") })
  .map(({ count, path }) =>
    listOf(count, (i) => ({
      when: { subject: [{ path, matches: `${"?*a".repeat(30)}${i}` }] },
      then: { outcome: "accept" },
    })),
  );
const rules = fc.oneof(
  { weight: 8, arbitrary: fc.array(fc.record({ when: condition, then: consequence }), { maxLength: 3 }) },
  { weight: 1, arbitrary: hostileRules },
);
const scenario = fc.record(
  {
    rules,
    otherwise: consequence,
    seed: fc.nat(),
    readings: readingOf(engineGapIds),
  },
  { requiredKeys: ["rules"] },
);
const status = fc.constantFrom(400, 418, 429, 500, 503, 599);
const action: fc.Arbitrary<unknown> = fc.oneof<fc.Arbitrary<unknown>[]>(
  fc.record({ status, body: fc.constantFrom("x", { odd: true }) }),
  fc.record(
    { status, retryAfter: fc.constantFrom(0, 1, 86_400), retryAfterDate: fc.constant(true) },
    { requiredKeys: ["status", "retryAfter"] },
  ),
  fc.constantFrom<unknown>(
    { type: "delay", ms: 600_000 },
    { type: "dropRequest" },
    { type: "dropResponse" },
    { type: "truncate", characters: 3 },
    { type: "truncate", characters: 1_000_000 },
    { type: "invalidJson" },
    { type: "contentType", contentType: "text/plain" },
    { type: "slowBody", ms: 600_000 },
    { type: "resetConnection" },
    { type: "expireToken" },
    { type: "revokeToken" },
    { type: "clockSkew", ms: 86_400_000 },
    { type: "tokenLifetime", expiresIn: 1 },
  ),
);
const plan = fc.record(
  {
    rules: fc.array(
      fc.record({
        when: fc.record(
          {
            endpoint: fc.constantFrom(...endpointNames),
            nth: fc.integer({ min: 1, max: 4 }),
            probability: fc.double({ min: 0, max: 1, noNaN: true }),
          },
          { requiredKeys: [] },
        ),
        then: action,
      }),
      { maxLength: 3 },
    ),
    seed: fc.nat(),
  },
  { requiredKeys: ["rules"] },
);
const readings = fc
  .array(readingOf(gapIds), { maxLength: 12 })
  .map((chosen) => ({ readings: Object.assign({}, ...chosen) }));
const millis = fc.constantFrom(0, 1, 999, 60_000, 86_400_000, 3_162_240_000_000);

const many = fc.constantFrom(0, 1, 2, 30, 1_000, 1_001);
const named = (length: number, name: string, isRepeated: boolean): unknown[] =>
  listOf(length, (i) => (isRepeated ? name : `${name} ${i}`));

/** Definitions with long lists, repeated and unknown names, and modules that run many times. */
const hostileJourney = fc
  .record({
    id: fc.constantFrom("hostile", "hostile-v1"),
    segments: fc.constantFrom(1, 2, 30, 101),
    modules: fc.constantFrom(0, 1, 5, 40),
    attempts: fc.constantFrom(1, 3, 100, 101),
    variants: many,
    outcomes: many,
    elements: many,
    isRepeated: fc.boolean(),
    module: fc.constantFrom("Own", "Liveness", "constructor", "__proto__"),
    latency: fc.constantFrom(0, 1, 86_400_000),
  })
  .map((drawn) => {
    const isV1 = drawn.id.endsWith("v1");
    const names = named(drawn.elements, "Element", drawn.isRepeated);
    const work = { id: "all", required: [], optional: [...names, "FullName"] };
    const { module, attempts, latency } = drawn;
    return {
      journey: {
        id: drawn.id,
        name: "Hostile",
        apiVersion: isV1 ? "v1" : "v2",
        elements: names.map((name, i) => ({ name, path: `identity.own${i}` })),
        modules: [
          {
            name: module,
            latency,
            variants: named(drawn.variants, "variant", drawn.isRepeated),
            ...(drawn.outcomes > 0 && {
              outcomes: named(drawn.outcomes, "Outcome", drawn.isRepeated).map((name) => ({
                name,
                classification: "negative",
              })),
            }),
          },
        ],
        segments: listOf(drawn.segments, (i) => ({
          id: drawn.isRepeated ? "same" : `segment-${i}`,
          ...(i === 0 && isV1 && { tasks: [{ ...work, variantId: "variant 0", feeds: module }] }),
          ...(i === 0 && !isV1 && { interactions: [{ ...work, pages: [] }] }),
          modules: listOf(drawn.modules, (j) => ({ module, variant: `variant ${j}`, attempts, latency })),
        })),
      },
    };
  });

/** Bodies of the endpoints that do not depend on the state of a world. */
const bodies: { readonly [Name in ControlRouteName]?: fc.Arbitrary<unknown> } = {
  changeClock: fc.record({ mode: fc.constantFrom("real", "frozen", "auto") }),
  advanceClock: fc.oneof(
    fc.record({ ms: millis }),
    fc.constantFrom({ to: "next-event" }, { to: "2026-06-01T00:00:00+14:00" }, { to: "9999-12-31T23:59:59.999Z" }),
  ),
  changeProfile: fc.oneof(fc.constantFrom({ preset: "specified" }, { preset: "observed" }, {}), readings),
  publishJourney: fc.oneof(fc.constant(undefined), hostileJourney),
  putScenario: scenario,
  arm: fc.record({ scenario: fc.constantFrom(...scenarioNames), times: fc.integer({ min: 1, max: 3 }) }),
  putFaults: plan,
  changeRate: fc.record({ callsPerMinute: fc.constantFrom(0, 1, 60, 1_000_000) }),
  changePermissions: fc.record({ permissions: fc.subarray([...permissions]) }),
  advanceInstance: fc.oneof(fc.record({ ms: millis }), fc.constant({ to: "next-event" })),
  reviewInstance: fc.record({ outcome: fc.constantFrom("accept", "reject") }),
  completePages: fc.constantFrom({}, {}, { person: "Testrefer" }, { person: "Testrefer" }, { person: "*" }),
  resolveModule: fc.record({ outcome, advice, retry }, { requiredKeys: ["outcome"] }),
};

const queries = [
  "endpoint=v2.startJourney&limit=1",
  "status=400",
  "after=3&limit=1000",
  "after=999999999999999",
  "limit=0",
  "at=2026-01-01T12:00:00.000Z",
  "at=0000-01-01T00:00:00Z",
  "commands=1",
  "commands=2&at=2026-01-01T12:00:00Z",
  "commands=999999",
  "format=text",
  "format=junit&min=100",
  "min=0",
  "world=world-1",
  "version=1",
  "version=latest",
  "__proto__=1",
  "limit=1&limit=2",
  "%=%&&=",
];

const commonControls: readonly ControlRouteName[] = [
  "advanceClock",
  "advanceInstance",
  "explainInstance",
  "completePages",
  "resolveModule",
  "changeProfile",
  "saveCheckpoint",
  "forkCheckpoint",
  "exportSnapshot",
  "pauseInstance",
  "resumeInstance",
  "reviewInstance",
];

const controlStep: fc.Arbitrary<ControlStep> = fc
  .oneof(
    { weight: 2, arbitrary: fc.constantFrom(...controlRouteNames) },
    { weight: 1, arbitrary: fc.constantFrom(...commonControls) },
  )
  .chain((name) =>
    fc.record({
      kind: fc.constant("control"),
      name: fc.constant(name),
      world: rarely<ControlStep["world"]>(fc.constant("own"), fc.constantFrom("other", "nobody")),
      parameter: rarely<string | undefined>(fc.constant(undefined), odd),
      query: fc.oneof({ weight: 2, arbitrary: fc.constant("") }, { weight: 1, arbitrary: fc.constantFrom(...queries) }),
      body: bodies[name] ?? fc.constant(undefined),
      mutations: fc.oneof(
        { weight: 2, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(mutation, { maxLength: 2 }) },
      ),
      toText: fc.oneof({ weight: 9, arbitrary: fc.constant((text: string) => text) }, { weight: 1, arbitrary: toText }),
      pick: fc.nat(1_000),
    }),
  );

const timeStep: fc.Arbitrary<TimeStep> = fc.record({
  kind: fc.constant("time"),
  by: fc.constantFrom(1, 1_000, 70_000, 90_000_000),
});

/** Steps of a round. Two thirds are requests to the service, and half of these are valid. */
export const step: fc.Arbitrary<Step> = fc.oneof<fc.MaybeWeightedArbitrary<Step>[]>(
  { weight: 20, arbitrary: serviceStep },
  { weight: 9, arbitrary: controlStep },
  { weight: 1, arbitrary: timeStep },
);
