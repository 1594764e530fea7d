import { JourneyDefinition, Subject } from "@journey-kit/schemas";
import { elements } from "@journey-kit/schemas/calls";
import type { FaultAction, FaultPlan, Scenario } from "@journey-kit/schemas/control";
import type { EndpointName } from "@journey-kit/schemas/endpoints";
import {
  describeFault,
  type GapId,
  gapOf,
  type ModuleName,
  moduleNames,
  moduleOf,
  type Profile,
  presets,
  type Readings,
  type Region,
  regions,
} from "@journey-kit/schemas/tables";
import fc from "fast-check";
import type { Condition } from "../service/condition.ts";
import type { ApiVersion } from "../service/journey.ts";
import { changedReadings, parseProfile, switchableGaps } from "../service/readings.ts";
import { person as plainSubject } from "../service/sample.ts";
import { subject } from "./subject.ts";

/** Options for {@link generatedCondition}. */
export interface ConditionOptions {
  /** Default `v2`. */
  readonly apiVersion?: ApiVersion | undefined;
  /** Fixed readings; by default they vary. */
  readonly profile?: Profile | undefined;
}

/** Chooses the plain value half of the time, and otherwise generates one. */
const sometimes = <T>(plain: T, generated: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ withCrossShrink: true }, fc.constant(plain), generated);

/**
 * Generates conditions for a client: people, journeys, outcomes, durations, faults, readings, regions, pauses and
 * concurrent journeys. Each of these often has a plain value, so that one does not hide another.
 */
export const generatedCondition = ({ apiVersion = "v2", profile }: ConditionOptions = {}): fc.Arbitrary<Condition> =>
  fc
    .record({
      journeys: fc.array(journey(apiVersion), { minLength: 1, maxLength: 2 }),
      runs: sometimes(1, fc.integer({ min: 2, max: 4 })).chain((length) =>
        fc.array(fc.tuple(fc.nat(1), sometimes(plainSubject, subject()), sometimes([], fc.subarray([...omissible]))), {
          minLength: length,
          maxLength: length,
        }),
      ),
      readings: profile === undefined ? readings : fc.constant(changedReadings(profile)),
      outcomes: sometimes([], moduleRules),
      faults: fc.tuple(...faultKinds.map((kind) => sometimes([], fewFaults(kind)))),
      review: fc.constantFrom("accept" as const, "reject" as const),
      pauseAfter: sometimes<number | undefined>(undefined, fc.integer({ min: 1, max: 4 })),
      region: sometimes<Region | undefined>(undefined, fc.constantFrom(...regions)),
    })
    .map(({ journeys, runs, outcomes, faults, ...rest }) => ({
      ...rest,
      id: "generated",
      text: "A generated condition.",
      journeys,
      runs: runs.map(([n, person, omitted]) => {
        const definition = journeys[n % journeys.length];
        return { resourceId: `${definition?.id}@1`, apiVersion, subject: omit(person, omitted, definition) };
      }),
      scenario: createScenario(journeys, outcomes),
      faults: { rules: faults.flat().flatMap((one) => createFaultRules(one, apiVersion)) },
    }));

/** The plainest condition: one short journey that is accepted. */
export function plainCondition(apiVersion: ApiVersion): Condition {
  const definition = createDefinition(apiVersion, [plainSegment]);
  return {
    id: "plain",
    text: "One short journey is accepted.",
    journeys: [definition],
    runs: [{ resourceId: `${definition.id}@1`, apiVersion, subject: plainSubject }],
    scenario: "accepted",
    review: "accept",
  };
}

/** The elements whose data a person may lack. */
const omissible = ["DateOfBirth", "CurrentAddress", "SSN", "PrimaryDocument", "Selfie"] as const;

type Omissible = (typeof omissible)[number];

/** The member of a subject or an identity that holds the data of an element. Spec 2.6. */
const holderOf = (name: Omissible): string => elements[name].path.replace("identity.", "").replace(/\[.*/, "");

/**
 * Removes the data of elements that are optional in the journey. Keeps data of an interaction or task without required
 * elements, because the specification does not say how to complete one without data. Gap `optional-only`.
 */
function omit(person: Subject, names: readonly Omissible[], definition: JourneyDefinition | undefined): Subject {
  const optional = worksOf(definition).flatMap((one) => (one.required.length > 0 ? one.optional : []));
  const members = names.filter((name) => optional.includes(name)).map(holderOf);
  if (members.length === 0) return person;
  const without = (holder: object = {}) =>
    Object.fromEntries(Object.entries(holder).filter(([member]) => !members.includes(member)));
  return Subject.parse({ ...without(person), identity: without(person.identity) });
}

const worksOf = (definition: JourneyDefinition | undefined) =>
  definition?.segments.flatMap(({ interactions = [], tasks = [] }) => [...interactions, ...tasks]) ?? [];

// Journeys. Spec 1, 2.3, 2.5.

const collected = ["FullName", "DateOfBirth", "PrimaryDocument", "Selfie", "CurrentAddress", "SSN"] as const;

/** The elements of an interaction or task, and whether each is required. */
type Work = readonly { readonly name: (typeof collected)[number]; readonly isRequired: boolean }[];

interface Segment {
  readonly works: readonly Work[];
  readonly modules: readonly ModuleName[];
}

const work: fc.Arbitrary<Work> = fc.uniqueArray(
  fc.record({ name: fc.constantFrom(...collected), isRequired: fc.boolean().map((isOptional) => !isOptional) }),
  { selector: ({ name }) => name, minLength: 1, maxLength: 3 },
);

const segment: fc.Arbitrary<Segment> = fc.record({
  works: fc.array(work, { maxLength: 2 }),
  modules: fc.subarray([...moduleNames], { maxLength: 3 }),
});

const plainSegment: Segment = { works: [[{ name: "FullName", isRequired: true }]], modules: ["Data Verification"] };

/** Few enough that a shared simulator, which keeps every published journey, never reaches its limit. */
const mostJourneys = 250;

/** Chooses one of a fixed set of journeys. Shrinks to smaller journeys of the set. */
function journey(apiVersion: ApiVersion): fc.Arbitrary<JourneyDefinition> {
  const all = fc.sample(fc.array(segment, { minLength: 1, maxLength: 3 }), { seed: 1, numRuns: mostJourneys - 1 });
  const definitions = all.map((segments) => createDefinition(apiVersion, segments));
  const sizes = new Map(definitions.map((one) => [one, JSON.stringify(one).length]));
  const sorted = definitions.toSorted((one, other) => (sizes.get(one) ?? 0) - (sizes.get(other) ?? 0));
  return sometimes(createDefinition(apiVersion, [plainSegment]), fc.constantFrom(...sorted));
}

/**
 * Creates a definition whose id is a hash of its content, so that publishing the same definition again causes no
 * conflict.
 */
function createDefinition(apiVersion: ApiVersion, segments: readonly Segment[]): JourneyDefinition {
  const isEmpty = segments.every(({ works }) => works.length === 0);
  const filled = isEmpty ? [plainSegment, ...segments] : segments;
  const seen = new Set<string>();
  const used = new Set<ModuleName>(); // a v1 journey uses each module only once; earlier segments always leave one
  const built = filled.map(({ works, modules: chosen }, i) => {
    const free = apiVersion === "v2" ? chosen : chosen.filter((module) => !used.has(module));
    const isUnfed = apiVersion === "v1" && works.length > 0 && free.length === 0;
    const modules = isUnfed
      ? [...plainSegment.modules, ...moduleNames].filter((one) => !used.has(one)).slice(0, 1)
      : free;
    for (const module of modules) used.add(module);
    const parts = works
      .map((all) => all.filter(({ name }) => !seen.has(name) && seen.add(name)))
      .filter(({ length }) => length > 0)
      .map((elements, j) => ({
        id: `step-${i + 1}-${j + 1}`,
        required: elements.filter(({ isRequired }) => isRequired).map(({ name }) => name),
        optional: elements.filter(({ isRequired }) => !isRequired).map(({ name }) => name),
      }));
    const feeds = modules[0] ?? "Data Verification";
    return {
      id: `segment-${i + 1}`,
      ...(apiVersion === "v2"
        ? { interactions: parts.map((part) => ({ ...part, pages: [] })) }
        : { tasks: parts.map((part) => ({ ...part, variantId: `task-${part.id}`, feeds })) }),
      modules: modules.map((module) => ({ module, variant: variantOf(module, apiVersion) })),
    };
  });
  const id = `check-${hash(JSON.stringify([apiVersion, built]))}`;
  return JourneyDefinition.parse({ id, name: "Generated", apiVersion, version: "1", segments: built });
}

const variantOf = (module: ModuleName, apiVersion: ApiVersion): string =>
  Object.entries(moduleOf(module).variants).find(([, known]) => known === apiVersion)?.[0] ?? "";

/** FNV-1a, in base 36. */
function hash(text: string): string {
  let state = 2_166_136_261;
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return state.toString(36);
}

// What the modules of the journeys do. Spec 1, 3.1.

/**
 * Generates a duration in milliseconds: zero, or a power of two up to about four minutes, so that some journeys outlast
 * a token.
 */
const duration = fc.nat(19).map((n) => (n === 0 ? 0 : 2 ** (n - 1)));

const moduleRules = fc.array(
  fc.record({
    module: fc.nat(8),
    outcome: fc.option(fc.nat(2), { nil: undefined }),
    latency: fc.option(duration, { nil: undefined }),
    isBroken: fc.integer({ min: 0, max: 7 }).map((n) => n === 7),
  }),
  { minLength: 1, maxLength: 4 },
);

type ModuleRules = typeof moduleRules extends fc.Arbitrary<infer T> ? T : never;

function createScenario(journeys: readonly JourneyDefinition[], drawn: ModuleRules): Scenario {
  const used = journeys.flatMap(({ segments }) => segments.flatMap(({ modules }) => modules));
  const names = [...new Set(used.map(({ module }) => module))];
  const rules = drawn.flatMap(({ module: n, outcome, latency, isBroken }) => {
    const module = names[n % Math.max(1, names.length)];
    if (module === undefined) return [];
    const { outcomes } = moduleOf(module);
    const name = outcome === undefined ? undefined : outcomes[outcome % outcomes.length]?.name;
    const end = isBroken ? { ends: "fail" as const } : name === undefined ? {} : { outcome: name };
    const then = { ...end, ...(latency !== undefined && { latency }) };
    return Object.keys(then).length === 0 ? [] : [{ when: { module }, then }];
  });
  return { name: "generated", rules, otherwise: { outcome: "accept" } };
}

// Faults. Spec 4.4, 5, 7.

/** A fault on one or more consecutive requests to one endpoint. */
interface Fault {
  readonly endpoint: number;
  readonly nth: number;
  readonly length: number;
  readonly action: FaultAction;
}

/** Kinds of faults. Delays are short, because they take real time. */
const faultKinds: readonly fc.Arbitrary<FaultAction>[] = [
  fc.oneof(
    fc.constantFrom<FaultAction>(
      { type: "dropResponse" },
      { type: "dropRequest" },
      { type: "resetConnection" },
      { type: "invalidJson" },
    ),
    fc.nat(40).map((characters): FaultAction => ({ type: "truncate", characters })),
  ),
  fc.record(
    {
      type: fc.constant("status"),
      status: fc.constantFrom(503, 500, 502, 504, 429),
      retryAfter: fc.integer({ min: 1, max: 60 }),
    },
    { requiredKeys: ["type", "status"], noNullPrototype: true },
  ),
  fc.oneof(
    fc.constantFrom<FaultAction>({ type: "revokeToken" }, { type: "expireToken" }),
    fc.integer({ min: 0, max: 3_600_000 }).map((ms): FaultAction => ({ type: "clockSkew", ms })),
  ),
  fc
    .integer({ min: 1, max: 15 })
    .chain((ms) => fc.constantFrom<FaultAction>({ type: "delay", ms }, { type: "slowBody", ms })),
];

const fault = (action: fc.Arbitrary<FaultAction>): fc.Arbitrary<Fault> =>
  fc.record({
    endpoint: fc.nat(4),
    nth: fc.integer({ min: 1, max: 4 }),
    length: sometimes(1, fc.integer({ min: 2, max: 4 })),
    action,
  });

/** Generates one to three faults. The second and the third can shrink away independently. */
const fewFaults = (action: fc.Arbitrary<FaultAction>): fc.Arbitrary<readonly Fault[]> =>
  fc
    .tuple(fault(action), ...[1, 2].map(() => fc.option(fault(action), { nil: undefined, freq: 1 })))
    .map((all) => all.filter((one) => one !== undefined));

/** The endpoints of a journey in both versions, in the same order. */
export const journeyEndpoints: Readonly<Record<ApiVersion, readonly EndpointName[]>> = {
  v2: ["v2.fetchState", "v2.fetchInteraction", "v2.submitInteraction", "v2.startJourney", "token.requestToken"],
  v1: ["v1.fetchState", "v1.listTaskSchemas", "v1.updateTask", "v1.startJourney", "token.requestToken"],
};

function createFaultRules({ endpoint: n, nth, length, action }: Fault, apiVersion: ApiVersion): FaultPlan["rules"] {
  const endpoint = journeyEndpoints[apiVersion][n];
  if (endpoint === undefined) return [];
  return Array.from({ length }, (_, i) => ({ when: { endpoint, nth: nth + i }, then: action }));
}

// Readings.

/** The readings of a preset. In half of the cases, up to eight are changed; changes that conflict are ignored. */
const readings: fc.Arbitrary<Readings> = fc
  .tuple(
    sometimes("specified" as const, fc.constant("observed" as const)),
    sometimes<readonly (readonly [GapId, number])[]>(
      [],
      fc.array(fc.tuple(fc.constantFrom(...switchableGaps), fc.nat(4)), { minLength: 1, maxLength: 8 }),
    ),
  )
  .map(([preset, changes]) => changedReadings(changes.reduce(change, presets[preset])));

function change(profile: Profile, [gap, n]: readonly [GapId, number]): Profile {
  const options = Object.keys(gapOf(gap).options);
  return parseProfile({ ...profile, [gap]: options[n % options.length] ?? "" }) ?? profile;
}

/** Describes a condition, one fact per line. */
export function describeCondition(condition: Condition): readonly string[] {
  const { runs, journeys = [], readings = {}, scenario, faults = { rules: [] } } = condition;
  const clients = new Set(runs.map(({ client = 0 }) => client)).size;
  const order = condition.inTurn === true ? "one after the other" : "at once";
  return [
    ...(runs.length > 1 ? [`${runs.length} journeys ${order}${clients > 1 ? `, by ${clients} clients` : ""}`] : []),
    ...runs.map(({ resourceId, subject }, i) => {
      const definition = journeys.find(({ id }) => id === resourceId.split("@")[0]);
      const what = definition === undefined ? resourceId : describeJourney(definition);
      return `${runs.length > 1 ? `journey ${i + 1}` : "one journey"}, for ${describePerson(subject)}: ${what}`;
    }),
    ...(Object.keys(readings).length > 0 ? [`readings: ${describeReadings(readings)}`] : []),
    ...(condition.region === undefined ? [] : [`region ${condition.region}`]),
    ...(condition.pauseAfter === undefined ? [] : [`a tester pauses each instance at poll ${condition.pauseAfter}`]),
    ...(condition.finishAfter === undefined ? [] : [`modules finish at poll ${condition.finishAfter.polls}`]),
    ...(condition.permissions === undefined ? [] : [`permissions: ${condition.permissions.join(", ")}`]),
    ...(typeof scenario === "string"
      ? scenario === "accepted"
        ? []
        : [`scenario ${scenario}`]
      : scenario.rules.map(describeRule)),
    ...describeFaults(faults),
  ];
}

function describePerson(subject: Subject): string {
  const name =
    [subject.identity?.firstName, ...(subject.identity?.lastNames ?? [])].join(" ") || "a person without a name";
  const absent = omissible.filter((one) => !Object.hasOwn({ ...subject, ...subject.identity }, holderOf(one)));
  return absent.length === 0 ? name : `${name} without ${absent.join(" and ")}`;
}

function describeJourney(definition: JourneyDefinition): string {
  const segments = definition.segments.map(({ interactions = [], tasks = [], modules }) => {
    const works = [...interactions, ...tasks].map(({ required, optional }) =>
      [...required, ...optional.map((name) => `${name}?`)].join(" and "),
    );
    const names = modules.map(({ module }) => module).join(" and ");
    return [...works.map((names) => `collects ${names}`), `runs ${names || "no module"}`].join(", ");
  });
  return `${definition.apiVersion}, ${segments.join("; then ")}`;
}

function describeReadings(readings: Readings): string {
  const from = (preset: Readings) =>
    Object.entries({ ...presets.specified, ...readings }).filter(
      ([id, reading]) => Reflect.get(preset, id) !== reading,
    );
  const [specified, observed] = [from(presets.specified), from(presets.observed)];
  const [preset, others] = specified.length <= observed.length ? ["specified", specified] : ["observed", observed];
  return [preset, ...others.map(([id, reading]) => `${id}=${reading}`)].join(", ");
}

function describeRule({ when, then }: Scenario["rules"][number]): string {
  const { outcome, latency, ends } = then;
  const people = (when.subject ?? []).flatMap((one) => one.in ?? one.equals ?? []).join(" or ");
  const module = `${when.module ?? "every module"}${people === "" ? "" : ` for ${people}`}`;
  const what =
    ends === "fail" ? "fails" : outcome === undefined ? "succeeds" : `has the outcome ${JSON.stringify(outcome)}`;
  return `${module} ${what}${latency === undefined ? "" : ` after ${Number(latency) / 1_000} s`}`;
}

/** Describes consecutive equal faults in one line. */
function describeFaults({ rules }: FaultPlan): readonly string[] {
  const lines: string[] = [];
  for (const [i, { when, then }] of rules.entries()) {
    const before = rules[i - 1];
    const isSame = before?.when.endpoint === when.endpoint && JSON.stringify(before?.then) === JSON.stringify(then);
    if (isSame && before?.when.nth === (when.nth ?? 0) - 1) lines.push(`${lines.pop()}, ${when.nth}`);
    else lines.push(`fault: ${describeFault(then)} on ${when.endpoint} request ${when.nth}`);
  }
  return lines;
}
