import { isRecord, memberOf } from "@journey-kit/schemas/calls";
import { type ProfileChange, type Scenario, WorldSnapshot } from "@journey-kit/schemas/control";
import type { Limits } from "@journey-kit/schemas/tables";
import { type Profile, presets } from "@journey-kit/schemas/tables";
import type * as z from "zod";
import type { SimulatorContext } from "../context/context.ts";
import {
  applyCommand,
  type Command,
  type InstanceRecord,
  type Log,
  settle,
  startInstance,
} from "../engine/commands.ts";
import { exceeds, RefusalError } from "../engine/refusal-error.ts";
import { type PlacedProblem, problemsOf, type Result } from "../engine/result.ts";
import { type InstanceTerms, type Readings, readingsOf } from "../engine/terms.ts";
import { checkMatching } from "../instances/limits.ts";
import { parseExchange } from "../journal/exchange.ts";
import { type Counts, createCounts, type Entry } from "../journal/journal.ts";
import { findScenarioProblems } from "../journeys/scenario-validation.ts";
import { findProblems } from "../journeys/validation.ts";
import type { Settings, StoredInstance, WorldState } from "../store/store.ts";
import { switchTo } from "../world/clock.ts";
import { noCounters } from "../world/counters.ts";
import { findScenario } from "../world/scenario.ts";
import { mapInSteps, type Pause } from "../world/steps.ts";
import { convertSnapshot } from "./convert-snapshot.ts";
import { checkBytes, parseFaultPlan, parseInput, parseProfile, refuseAll } from "./input.ts";
import { checkDefinition } from "./journeys.ts";
import { copyJson } from "./save-snapshot.ts";

/** A snapshot that was checked, and whose instances were rebuilt. */
export interface CheckedSnapshot {
  /** The client id that the saved world belonged to. */
  readonly world: string;
  readonly state: WorldState;
  readonly journal: { readonly entries: readonly Entry[]; readonly first: number; readonly counts: Counts };
}

/**
 * Replaces a world with a snapshot and rebuilds every instance from its commands. The world keeps its epoch, so that
 * tokens stay valid.
 *
 * @throws {RefusalError} With the path of each problem. Nothing changes.
 */
export async function openSnapshot(
  context: Pick<SimulatorContext, "store" | "journals" | "system" | "catalog" | "limits" | "pause">,
  world: string,
  input: unknown,
): Promise<void> {
  await replaceWorld(context, world, await checkSnapshot(context, input));
}

/** Replaces a world with a snapshot, except its epoch. */
export async function replaceWorld(
  { store, journals }: Pick<SimulatorContext, "store" | "journals">,
  world: string,
  { state, journal }: CheckedSnapshot,
): Promise<void> {
  await store.replace(world, state);
  await journals.restore(world, journal.entries, journal.first, journal.counts);
}

/**
 * Checks a snapshot, which any version may have written, and rebuilds every instance from its commands.
 *
 * @throws {RefusalError} With the path of each problem.
 */
export async function checkSnapshot(
  { system, catalog, limits, pause }: Pick<SimulatorContext, "system" | "catalog" | "limits" | "pause">,
  input: unknown,
): Promise<CheckedSnapshot> {
  const snapshot = await parseSnapshot(convertSnapshot(input), pause);
  const { clock, scenario, scenarios, armed, faults, rate, permissions, ordinal, usedTokens } = snapshot;
  const checkTerms = (one: WorldSnapshot["terms"][number], i: number) =>
    inside(`terms[${i}]`, () => parseTerms(limits, one));
  const terms = await mapInSteps(snapshot.terms, pause, checkTerms, 1);
  const definitions = [...catalog.list(), ...terms].map(({ definition }) => definition);
  inside("scenario", () => refuseAll(findScenarioProblems(scenario, definitions)));
  if (scenarios.length > limits.scenarios || armed.length > limits.scenarios) {
    throw exceeds("scenarios", limits.scenarios);
  }
  const check = (one: Scenario, i: number) => {
    checkBytes({ limits }, "scenario-bytes", `scenarios[${i}]`, one);
    inside(`scenarios[${i}]`, () => refuseAll(findScenarioProblems(one, definitions)));
  };
  await mapInSteps(scenarios, pause, check, 1);
  inside("faults.plan", () => parseFaultPlan({ limits }, faults.plan));
  const settings: Settings = {
    clock: switchTo({ mode: "frozen", at: Date.parse(clock.now) }, clock.mode, system()),
    profile: inside("profile", () => parseProfile(snapshot.profile as ProfileChange)), // JSON has no undefined member
    scenario,
    scenarios,
    faults: faults.plan,
    callsPerMinute: rate.callsPerMinute,
    permissions,
    epoch: 0, // the store keeps the epoch of the world
  };
  const unknown = armed.findIndex(({ scenario: name }) => findScenario(settings, name) === undefined);
  if (unknown !== -1) refuseAll([{ path: `armed[${unknown}].scenario`, message: "unknown scenario." }]);
  const rows = await mapInSteps(snapshot.instances, pause, (one, i) =>
    rebuildInstance(limits, terms, one, pause).catch((error) => rethrowInside(`instances[${i}]`, error)),
  );
  checkIdentities(rows, ordinal);
  const state: WorldState = {
    settings,
    counters: {
      ...noCounters,
      ordinal,
      armed,
      usedTokens: new Map(usedTokens.map((id) => [id, Number.MAX_SAFE_INTEGER])), // a snapshot does not say when they expire
    },
    rows,
    faults: { counts: new Map(Object.entries(faults.counters)), hits: faults.hits },
  };
  const { requests } = snapshot;
  const counts = createCounts(snapshot.counts.requests, (part) => new Map(Object.entries(snapshot.counts[part])));
  const journal = { entries: requests.map(parseExchange), first: requests[0]?.sequence ?? 1, counts };
  return { world: snapshot.world, state, journal };
}

/** A list or a record in a snapshot that may be long. */
interface Long {
  readonly path: readonly [string, string?];
  readonly entry: z.ZodType;
  /** How many entries are parsed in one step. */
  readonly length?: number;
}

const { shape } = WorldSnapshot;
const { commands } = shape.instances.element.shape;
const longMembers: readonly Long[] = [
  { path: ["scenarios"], entry: shape.scenarios.element, length: 1 },
  { path: ["armed"], entry: shape.armed.element },
  { path: ["faults", "hits"], entry: shape.faults.shape.hits.element },
  { path: ["faults", "counters"], entry: shape.ordinal }, // both are counts
  { path: ["usedTokens"], entry: shape.usedTokens.element },
  { path: ["terms"], entry: shape.terms.element, length: 1 },
  { path: ["instances"], entry: shape.instances.element },
  { path: ["requests"], entry: shape.requests.element },
];

/** Parses a snapshot in steps. The result shares nothing with the input. */
async function parseSnapshot(input: unknown, pause: Pause): Promise<WorldSnapshot> {
  const found = longMembers.flatMap((member) => {
    const [first, second] = member.path;
    const value = second === undefined ? memberOf(input, first) : memberOf(memberOf(input, first), second);
    return isRecord(value) || Array.isArray(value) ? [{ ...member, value }] : [];
  });
  const short = found.reduce((rest, { path, value }) => replaceAt(rest, path, Array.isArray(value) ? [] : {}), input);
  let snapshot = copyJson(parseInput(WorldSnapshot, short));
  for (const { path, entry, length, value } of found) {
    const place = path.join(".");
    const parse = (one: unknown, at: string) =>
      entry === shape.instances.element ? parseInstance(one, at, pause) : parsePart(entry, one, at);
    const parsed = Array.isArray(value)
      ? await mapInSteps(value, pause, (one, i) => parse(one, `${place}[${i}]`), length)
      : Object.fromEntries(
          await mapInSteps(Object.entries(value), pause, async ([name, one]) => {
            return [name, await parse(one, `${place}.${name}`)] as const;
          }),
        );
    snapshot = replaceAt(snapshot, path, parsed);
  }
  return snapshot as never; // each part was parsed with its schema
}

const parsePart = (schema: z.ZodType, value: unknown, path: string): unknown =>
  copyJson(inside(path, () => parseInput(schema, value)));

/** Parses an instance. It may have many commands, so they are parsed in steps as well. */
async function parseInstance(input: unknown, path: string, pause: Pause): Promise<unknown> {
  const sent = memberOf(input, "commands");
  if (!Array.isArray(sent)) return parsePart(shape.instances.element, input, path);
  const instance = parsePart(shape.instances.element, replaceAt(input, ["commands"], []), path);
  const parse = (one: unknown, i: number) => parsePart(commands.element, one, `${path}.commands[${i}]`);
  return replaceAt(instance, ["commands"], await mapInSteps(sent, pause, parse));
}

/** Copies a record with another member. */
function replaceAt(value: unknown, [first, second]: Long["path"], member: unknown): unknown {
  if (!isRecord(value)) return value;
  return { ...value, [first]: second === undefined ? member : replaceAt(value[first], [second], member) };
}

/** Runs a check of one part of a snapshot. The path of each problem starts at the snapshot. */
function inside<Value>(path: string, check: () => Value): Value {
  try {
    return check();
  } catch (error) {
    return rethrowInside(path, error);
  }
}

/** Throws an error of one part of a snapshot again. The path of each problem starts at the snapshot. */
export function rethrowInside(path: string, error: unknown): never {
  if (!(error instanceof RefusalError)) throw error;
  const toOuter = ({ text, path: inner = "" }: PlacedProblem): PlacedProblem => ({
    text: text.startsWith("body: ") ? path + text.slice("body".length) : `${path}.${text}`,
    path: inner === "" ? path : `${path}.${inner}`,
  });
  const [first, ...more] = problemsOf(error.refusal);
  throw new RefusalError(error.refusal.name, [toOuter(first), ...more.map(toOuter)]);
}

/**
 * Allows every definition that is allowed under at least one profile, because the profile of the simulator that saved
 * the snapshot is unknown.
 */
const permissive: Profile = { ...presets.specified, "v1-data-variants": "allowed", "element-names": "extended" };

function parseTerms(
  limits: Limits,
  { definition, readings, scenarios, seed, latency }: WorldSnapshot["terms"][number],
): InstanceTerms {
  const { version } = definition;
  const [chosen, ...others] = scenarios;
  if (version === undefined || chosen === undefined)
    throw new RefusalError("MISSING_FIELD", "definition.version: required.");
  checkDefinition(limits, "definition", definition);
  for (const [i, scenario] of scenarios.entries())
    checkBytes({ limits }, "scenario-bytes", `scenarios[${i}]`, scenario);
  const problems = findProblems(definition, permissive);
  refuseAll(problems.map(({ path, message }) => ({ path: `definition.${path}`, message })));
  return {
    definition: { ...definition, version },
    readings: { ...readingsOf(presets.specified), ...(readings as Readings) }, // checked by the schema
    scenarios: [chosen, ...others],
    seed,
    ...(latency !== undefined && { latency }),
  };
}

async function rebuildInstance(
  limits: Limits,
  all: readonly InstanceTerms[],
  { terms: index, start, commands }: WorldSnapshot["instances"][number],
  pause: Pause,
): Promise<StoredInstance> {
  const terms = all[index];
  if (terms === undefined) throw new RefusalError("INVALID_FIELD", `terms: must be less than ${all.length}.`);
  const { apiVersion } = terms.definition;
  if (start.apiVersion !== apiVersion)
    throw new RefusalError("INVALID_FIELD", `start.apiVersion: must be ${apiVersion}, like the journey.`);
  const foreign = commands.findIndex(({ type }) => type === (apiVersion === "v1" ? "submit" : "update"));
  if (foreign !== -1)
    throw new RefusalError("INVALID_FIELD", `commands[${foreign}].type: not a ${apiVersion} command.`);
  const log: Log = [{ linkExpiresAt: undefined, uid: undefined, ...start }, ...commands.map(parseCommand)];
  return { record: await replayChecked(limits, terms, log, pause), log };
}

/** Like `replay`, but names the command that cannot be applied, and checks how much scenario rules have to compare. */
async function replayChecked(
  limits: Limits,
  terms: InstanceTerms,
  [first, ...rest]: Log,
  pause: Pause,
): Promise<InstanceRecord> {
  const unwrap = (path: string, result: Result<InstanceRecord>): InstanceRecord => {
    if (result.ok) return result.value;
    throw new RefusalError("INVALID_FIELD", `${path}: cannot be applied. ${result.refusal.problems.join(" ")}`);
  };
  let steps = checkMatching(limits, terms, [first.subject]);
  let record = unwrap("start", startInstance(terms, first));
  await mapInSteps(rest, pause, (command, i) => {
    const path = `commands[${i}]`;
    if (command.at < record.instance.at)
      throw new RefusalError("INVALID_FIELD", `${path}.at: must not be earlier than the previous command.`);
    if ("subject" in command) steps = checkMatching(limits, terms, [command.subject], steps);
    record = unwrap(path, applyCommand(settle(record, command.at), command));
  });
  return record;
}

const parseCommand = (command: WorldSnapshot["instances"][number]["commands"][number]): Command =>
  command.type === "resolve" ? { advice: undefined, ...command } : command;

/** Checks that no two instances share an id or an ordinal, and that no ordinal exceeds the world's last one. */
function checkIdentities(rows: readonly StoredInstance[], last: number): void {
  const ids = new Set<string>();
  const ordinals = new Set<number>();
  for (const [i, { record }] of rows.entries()) {
    const { id, ordinal } = record.instance;
    const path = `instances[${i}].start`;
    if (ids.has(id)) refuseAll([{ path: `${path}.instanceId`, message: "already used." }]);
    if (ordinals.has(ordinal)) refuseAll([{ path: `${path}.ordinal`, message: "already used." }]);
    if (ordinal > last)
      refuseAll([{ path: `${path}.ordinal`, message: `expected at most ${last}, the \`ordinal\` of the world.` }]);
    ids.add(id);
    ordinals.add(ordinal);
  }
}
