import { type Profile, ProfileError, resolveProfile } from "@journey-kit/schemas/tables";
import type { SimulatorContext } from "../context/context.ts";
import { checkMatching, checkSize } from "../control/subject-limits.ts";
import {
  applyCommand,
  type Change,
  type Command,
  effectiveAt,
  endedLongAgo,
  type InstanceRecord,
  isGone,
  type StartCommand,
  settleAt,
  startInstance,
  toChange,
  untilNextEvent,
} from "../engine/commands.ts";
import type { EarlierRuns } from "../engine/instance.ts";
import { ok, type Result, readingBasis, refuse } from "../engine/result.ts";
import { personAfter, personOf, toScenarioSubject } from "../engine/subject.ts";
import { keepExamined } from "../engine/submission.ts";
import { type InstanceTerms, readingsOf, readingsUnder } from "../engine/terms.ts";
import type { Publication } from "../journeys/catalog.ts";
import { checkScenarios, findIrrelevance } from "../journeys/scenario-validation.ts";
import { findScenario } from "../world/scenario.ts";
import type { Millis } from "../world/time.ts";
import { checkEpoch } from "./auth.ts";
import { RefusalError } from "./errors.ts";
import type { ApiRequest, WorldRequest } from "./request.ts";

/** An instance of one generation. */
export type Of<G extends "v1" | "v2"> = Extract<InstanceRecord, { generation: G }>;

/** The members of a start that each generation reads from its request. */
type SentStart = { readonly subject: Readonly<Record<string, unknown>> } & (
  | Pick<Extract<StartCommand, { generation: "v1" }>, "generation" | ReadMember>
  | Pick<Extract<StartCommand, { generation: "v2" }>, "generation" | ReadMember>
);

type ReadMember = "resource" | "delivery" | "linkExpiresAt";

/**
 * Starts an instance, unless a reset has revoked the token in the meantime. The scenario in `X-Sim-Scenario` takes
 * precedence, then the armed scenario, then the one that applies to every instance of the world. An armed scenario that
 * would change nothing in the journey refuses the start. If `check` refuses the instance, nothing changes.
 *
 * @throws {RefusalError} `INVALID_TOKEN`, `INVALID_FIELD` for an unknown scenario, or the refusal of the engine.
 */
export async function startStoredInstance<G extends "v1" | "v2">(
  simulator: SimulatorContext,
  { world, claims, region, now, recorder, header }: WorldRequest,
  { definition }: Publication,
  sent: SentStart & { readonly generation: G },
  check: (record: Of<G>) => Result<Of<G>> = ok,
): Promise<Of<G>> {
  const named = header("x-sim-scenario");
  const { subject } = sent;
  const uid = typeof subject.uid === "string" ? subject.uid : undefined;
  const instanceId = simulator.makeId();
  checkSize(simulator.limits, subject, []); // before the store searches for the person
  const result = await simulator.store.start(world, { now, person: personOf(subject) }, (claim) => {
    const { settings, ordinal, armed, earlierRuns } = claim;
    checkEpoch(claims, settings);
    if (named !== undefined && findScenario(settings, named) === undefined) {
      throw new RefusalError("INVALID_FIELD", "X-Sim-Scenario: unknown scenario.");
    }
    const first = { ...sent, type: "start", at: now, instanceId, ordinal, region, uid, earlierRuns } as const;
    const chosen = findScenario(settings, named ?? armed);
    const scenarios = chosen === undefined ? ([settings.scenario] as const) : ([chosen, settings.scenario] as const);
    checkReadings(settings.profile, scenarios);
    const terms = termsOf(simulator, settings.profile, definition, scenarios);
    const started = applyKept(
      simulator,
      terms,
      first,
      () => ({}),
      (whole) => startInstance(terms, whole),
    );
    if (!started.ok) return started;
    const unused = named === undefined && chosen !== undefined ? findIrrelevance(definition, chosen) : undefined;
    if (unused !== undefined) return refuse("INVALID_FIELD", `${unused} The scenario stays armed.`, started.basis);
    const checked = check(started.value.record as Of<G>); // `startInstance` keeps the generation of the command
    const basis = [...started.basis, ...checked.basis];
    const consumesArmed = named === undefined && armed !== undefined;
    return checked.ok ? ok({ ...started.value, consumesArmed }, basis) : { ...checked, basis };
  });
  recorder.addBasis(...result.basis);
  if (!result.ok) throw new RefusalError(result.refusal.name, result.refusal.problems);
  return result.value.record as Of<G>; // `startInstance` keeps the generation of the command
}

/**
 * Reads an instance as it is at the current time of its world. Under an `auto` clock, the instance first moves to its
 * next event.
 *
 * @throws {RefusalError} `UNKNOWN_INSTANCE` when the instance does not exist or belongs to another world or generation.
 */
export async function readInstance<G extends "v1" | "v2">(
  simulator: SimulatorContext,
  request: WorldRequest,
  id: string,
  generation: G,
): Promise<Of<G>> {
  const { now, world, settings, recorder } = request;
  const stored = await simulator.store.read(world, id);
  const found = check(request, stored && settleAt(stored, now), generation);
  if (endedLongAgo(found, now)) recorder.addBasis(readingBasis(found.terms.readings, "retention"));
  const hasNext = settings.clock.mode === "auto" && untilNextEvent(found, effectiveAt(found, now)) > 0;
  return hasNext ? moveInstance(simulator, request, id, generation, "advance") : found;
}

/**
 * Moves one instance forward and settles it: `advance` moves it to its next event, `finish` finishes its running
 * modules.
 */
export async function moveInstance<G extends "v1" | "v2">(
  simulator: SimulatorContext,
  request: WorldRequest,
  id: string,
  generation: G,
  type: "advance" | "finish",
): Promise<Of<G>> {
  const moved = await updateInstance(simulator, request, id, generation, {
    command: (at, _, settled) => (type === "finish" ? { type, at } : { type, at, by: untilNextEvent(settled, at) }),
  });
  return check(request, settleAt(moved, request.now), generation);
}

/** How a request changes an instance. */
interface Update<G extends "v1" | "v2"> {
  /** Data about the person, to count their earlier module runs. Gap `module-retry`. */
  readonly subject?: unknown;
  /** Refuses the command by throwing, before anything changes. */
  readonly check?: (record: Of<G>) => void;
  readonly command: (at: Millis, earlierRuns: EarlierRuns, settled: Of<G>) => Command;
}

/**
 * Applies a command to an instance at the time of its world, unless a reset has revoked the token in the meantime.
 *
 * @throws {RefusalError} `INVALID_TOKEN`, `UNKNOWN_INSTANCE`, or the refusal of the engine.
 */
export async function updateInstance<G extends "v1" | "v2">(
  simulator: SimulatorContext,
  request: WorldRequest,
  id: string,
  generation: G,
  update: Update<G>,
): Promise<Of<G>> {
  const { world, claims, now, recorder } = request;
  let settled: Of<G> | undefined;
  const { subject } = update;
  checkSize(simulator.limits, subject, []); // before the store searches for the person
  const person = (record: InstanceRecord) => (subject === undefined ? undefined : personAfter(record, subject));
  const result = await simulator.store.update(world, id, { now, person }, ({ record, settings, earlierRuns }) => {
    checkEpoch(claims, settings);
    const found = check(request, settleAt(record, now), generation);
    settled = found;
    update.check?.(found);
    const whole = update.command(effectiveAt(record, now), earlierRuns, found);
    const stored = () => toScenarioSubject(found.terms, found.instance);
    const applied = applyKept(simulator, found.terms, whole, stored, (command) => applyCommand(found, command));
    if (!applied.ok) return applied;
    const isSame = applied.value.record.instance === found.instance; // a command without effect is not logged
    return isSame ? ok({ ...applied.value, command: undefined }, applied.basis) : applied;
  });
  if (result === undefined) throw unknownInstance(request, undefined);
  recorder.addBasis(...result.basis);
  if (!result.ok) {
    const details = settled === undefined ? {} : { record: settled };
    throw new RefusalError(result.refusal.name, result.refusal.problems, [], details);
  }
  return result.value.record as Of<G>; // `applyCommand` keeps the generation
}

/**
 * Applies a command, and stores only the members of its subject that belong to a domain element of the journey. The
 * other members are validated too, so a command that contains them is applied again without them.
 *
 * @param stored Returns the data that the instance already has; called only if the command adds data.
 * @throws {LimitError} If the participants are too large, or the scenarios have too much to compare.
 */
function applyKept<Applied extends Command | StartCommand>(
  { limits }: SimulatorContext,
  terms: InstanceTerms,
  command: Applied,
  stored: () => unknown,
  apply: (command: Applied) => Result<InstanceRecord>,
): Result<Change<Applied>> {
  const subject = "subject" in command ? keepExamined(terms, command.subject) : undefined;
  const isWhole = !("subject" in command) || subject === command.subject;
  const kept = isWhole ? command : { ...command, subject };
  if ("subject" in kept) checkMatching(limits, terms.scenarios, [kept.subject, stored()]);
  const applied = checkScenarios(toChange(apply(command), kept));
  if (applied.ok && "participants" in kept) checkSize(limits, kept.subject, kept.participants);
  if (!applied.ok || isWhole) return applied;
  const again = toChange(apply(kept), kept);
  return again.ok ? { ...again, basis: applied.basis } : again;
}

function check<G extends "v1" | "v2">(request: WorldRequest, record: InstanceRecord | undefined, generation: G): Of<G> {
  if (record === undefined || !isOf(record, generation) || isGone(record, request.now)) {
    throw unknownInstance(request, record);
  }
  if (isElsewhere(request, record)) throw unknownInstance(request, undefined);
  return record;
}

/** Whether an instance is unknown in the region of a request. Gap `region-visibility`. */
export const isElsewhere = (
  { recorder, region }: Pick<ApiRequest, "recorder" | "region">,
  { instance }: InstanceRecord,
): boolean => instance.region !== region && recorder.reading("region-visibility") === "own";

const isOf = <G extends "v1" | "v2">(record: InstanceRecord, generation: G): record is Of<G> =>
  record.generation === generation;

function unknownInstance({ settings, now }: WorldRequest, found: InstanceRecord | undefined): RefusalError {
  const isExpired = found !== undefined && isGone(found, now);
  return new RefusalError("UNKNOWN_INSTANCE", "There is no such instance.", [
    "generations-separate-state",
    ...(isExpired ? (["session-retention", readingBasis(found.terms.readings, "retention")] as const) : []),
    readingBasis(settings.profile, "unknown-instance"),
  ]);
}

/** Refuses an unknown task instead of an unknown instance, because a task id starts with the id of its instance. */
export function toUnknownTask(error: unknown): never {
  const isUnknown = error instanceof RefusalError && error.refusal.name === "UNKNOWN_INSTANCE";
  throw isUnknown ? new RefusalError("UNKNOWN_TASK", "There is no such task.", ["task-id-unique"]) : error;
}

/** Refuses a start if the readings of its scenarios require a reading that the world does not have. */
function checkReadings(profile: Profile, scenarios: InstanceTerms["scenarios"]): void {
  if (scenarios.every(({ readings }) => readings === undefined)) return;
  const merged = Object.assign({}, profile, ...scenarios.map(({ readings }) => readings).toReversed());
  try {
    resolveProfile({ readings: merged });
  } catch (error) {
    throw error instanceof ProfileError ? new RefusalError("INVALID_FIELD", `Scenario: ${error.message}`) : error;
  }
}

let lastTerms: InstanceTerms | undefined;

/**
 * Creates the terms of a new instance. The readings and the seed of the first scenario take precedence. Successive
 * starts with equal terms share one object, which saves memory.
 */
function termsOf(
  simulator: Pick<SimulatorContext, "seed" | "latency">,
  profile: Profile,
  definition: InstanceTerms["definition"],
  scenarios: InstanceTerms["scenarios"],
): InstanceTerms {
  const { latency } = simulator;
  const seed = scenarios.find((scenario) => scenario.seed !== undefined)?.seed ?? simulator.seed;
  const readings = scenarios.reduceRight((base, scenario) => readingsUnder(base)(scenario), readingsOf(profile));
  const terms = { definition, readings, scenarios, seed, ...(latency !== undefined && { latency }) };
  if (lastTerms === undefined || !areEqual(terms, lastTerms)) lastTerms = terms;
  return lastTerms;
}

const areEqual = (one: InstanceTerms, other: InstanceTerms): boolean =>
  one.definition === other.definition &&
  one.readings === other.readings &&
  one.scenarios.length === other.scenarios.length &&
  one.scenarios.every((scenario, i) => scenario === other.scenarios[i]) &&
  one.seed === other.seed &&
  one.latency === other.latency;
