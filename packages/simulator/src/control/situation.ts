import { type ProfileChange, Situation } from "@journey-kit/schemas/control";
import type { Limits } from "@journey-kit/schemas/limits";
import { type Profile, presets } from "@journey-kit/schemas/profile";
import { isRecord } from "@journey-kit/schemas/subject-path";
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
import type { Result } from "../engine/result.ts";
import { type InstanceTerms, type Readings, readingsOf } from "../engine/terms.ts";
import { toEntry } from "../journal/exchange.ts";
import { createCounts } from "../journal/journal.ts";
import { findScenarioProblems } from "../journeys/scenario-validation.ts";
import { findProblems } from "../journeys/validation.ts";
import type { Row, Settings } from "../store/store.ts";
import { switchTo } from "../world/clock.ts";
import { ControlError, LimitError } from "../world/control-error.ts";
import { findScenario } from "../world/scenario.ts";
import { mapInSteps, type Pause } from "../world/steps.ts";
import { checkBytes, checkFaultPlan, parseInput, parseProfile, refuseAll } from "./input.ts";
import { checkDefinition } from "./journeys.ts";
import { copyJson } from "./save-situation.ts";
import { checkMatching } from "./subject-limits.ts";

/**
 * Replaces a world with a situation and rebuilds every instance from its commands. The world keeps its epoch, so that
 * tokens stay valid.
 *
 * @throws {ControlError} With the path of each problem. Nothing changes.
 */
export async function openSituation(
  {
    store,
    journals,
    system,
    catalog,
    limits,
    pause,
  }: Pick<SimulatorContext, "store" | "journals" | "system" | "catalog" | "limits" | "pause">,
  world: string,
  input: unknown,
): Promise<void> {
  const situation = await parseSituation(input, pause);
  const { clock, scenario, scenarios, armed, faults, rate, permissions, ordinal, usedTokens } = situation;
  const terms = await mapInSteps(situation.terms, pause, (one, i) => inside(`terms[${i}]`, () => toTerms(limits, one)));
  const definitions = [...catalog.list(), ...terms].map(({ definition }) => definition);
  inside("scenario", () => refuseAll(findScenarioProblems(scenario, definitions)));
  if (scenarios.length > limits.scenarios || armed.length > limits.scenarios) {
    throw new LimitError("scenarios", limits.scenarios);
  }
  await mapInSteps(scenarios, pause, (one, i) => {
    checkBytes({ limits }, "scenario-bytes", `scenarios[${i}]`, one);
    inside(`scenarios[${i}]`, () => refuseAll(findScenarioProblems(one, definitions)));
  });
  inside("faults.plan", () => checkFaultPlan({ limits }, faults.plan));
  const settings: Settings = {
    clock: switchTo({ mode: "frozen", at: Date.parse(clock.now) }, clock.mode, system()),
    profile: inside("profile", () => parseProfile(situation.profile as ProfileChange)), // JSON has no undefined member
    scenario,
    scenarios,
    faults: faults.plan,
    callsPerMinute: rate.callsPerMinute,
    permissions,
    epoch: 0, // the store keeps the epoch of the world
  };
  const unknown = armed.findIndex(({ scenario: name }) => findScenario(settings, name) === undefined);
  if (unknown !== -1) refuseAll([{ path: `armed[${unknown}].scenario`, message: "unknown scenario." }]);
  const rows = await mapInSteps(situation.instances, pause, (one, i) =>
    inside(`instances[${i}]`, () => toRow(limits, terms, one)),
  );
  checkIdentities(rows, ordinal);
  await store.replace(world, {
    settings,
    ordinal,
    armed,
    rows,
    faults: { counts: new Map(Object.entries(faults.counters)), hits: faults.hits },
    usedTokens: new Set(usedTokens),
  });
  const { requests, counts } = situation;
  const restored = createCounts(counts.requests, (part) => new Map(Object.entries(counts[part])));
  await journals.restore(world, requests.map(toEntry), requests[0]?.sequence ?? 1, restored);
}

/** The members of a situation that may be long. */
const lists = ["scenarios", "terms", "instances", "requests"] as const;

/** Parses a situation. The result shares nothing with the input. */
async function parseSituation(input: unknown, pause: Pause): Promise<Situation> {
  const { shape } = Situation;
  const sent = isRecord(input) ? input : {};
  const long = lists.filter((name) => Array.isArray(sent[name]));
  const short = isRecord(input) ? { ...input, ...Object.fromEntries(long.map((name) => [name, []])) } : input;
  const situation: Record<string, unknown> = { ...parseInput(Situation, short) };
  for (const [name, value] of Object.entries(situation)) situation[name] = copyJson(value);
  for (const name of long) {
    const entries = sent[name] as readonly unknown[]; // `long` names only arrays
    situation[name] = await mapInSteps(entries, pause, (entry, i) =>
      copyJson(inside(`${name}[${i}]`, () => parseInput<z.ZodType>(shape[name].element, entry))),
    );
  }
  return situation as never; // each part was parsed with its schema
}

/** Runs a check of one part of a situation. The path of each problem starts at the situation. */
function inside<Value>(path: string, check: () => Value): Value {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    const { name, problems } = error.refusal;
    const toOuter = (problem: string) =>
      problem.startsWith("body: ") ? path + problem.slice("body".length) : `${path}.${problem}`;
    const [first, ...more] = problems;
    throw new ControlError(name, [toOuter(first), ...more.map(toOuter)]);
  }
}

/**
 * Allows every definition that is allowed under at least one profile, because the profile of the simulator that saved
 * the situation is unknown.
 */
const permissive: Profile = { ...presets.specified, "v1-data-variants": "allowed", "element-names": "extended" };

function toTerms(
  limits: Limits,
  { definition, readings, scenarios, seed, latency }: Situation["terms"][number],
): InstanceTerms {
  const { version } = definition;
  const [chosen, ...others] = scenarios;
  if (version === undefined || chosen === undefined)
    throw new ControlError("MISSING_FIELD", "definition.version: required.");
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

/** Rebuilds an instance from its commands. */
function toRow(
  limits: Limits,
  all: readonly InstanceTerms[],
  { terms: index, start, commands }: Situation["instances"][number],
): Row {
  const terms = all[index];
  if (terms === undefined) throw new ControlError("INVALID_FIELD", `terms: must be less than ${all.length}.`);
  const { generation } = terms.definition;
  if (start.generation !== generation)
    throw new ControlError("INVALID_FIELD", `start.generation: must be ${generation}, like the journey.`);
  const foreign = commands.findIndex(({ type }) => type === (generation === "v1" ? "submit" : "update"));
  if (foreign !== -1)
    throw new ControlError("INVALID_FIELD", `commands[${foreign}].type: not a ${generation} command.`);
  const subjects = [start, ...commands].flatMap((one) => ("subject" in one ? [one.subject] : []));
  checkMatching(limits, terms.scenarios, subjects);
  const log: Log = [{ linkExpiresAt: undefined, uid: undefined, ...start }, ...commands.map(toCommand)];
  return { record: replayChecked(terms, log), log };
}

/** Like `replay`, but names the command that cannot be applied. */
function replayChecked(terms: InstanceTerms, [first, ...rest]: Log): InstanceRecord {
  const unwrap = (path: string, result: Result<InstanceRecord>): InstanceRecord => {
    if (result.ok) return result.value;
    throw new ControlError("INVALID_FIELD", `${path}: cannot be applied. ${result.refusal.problems.join(" ")}`);
  };
  let record = unwrap("start", startInstance(terms, first));
  for (const [i, command] of rest.entries()) {
    const path = `commands[${i}]`;
    if (command.at < record.instance.at)
      throw new ControlError("INVALID_FIELD", `${path}.at: must not be earlier than the previous command.`);
    record = unwrap(path, applyCommand(settle(record, command.at), command));
  }
  return record;
}

const toCommand = (command: Situation["instances"][number]["commands"][number]): Command =>
  command.type === "resolve" ? { advice: undefined, ...command } : command;

/** Checks that no two instances share an id or an ordinal, and that no ordinal exceeds the world's last one. */
function checkIdentities(rows: readonly Row[], last: number): void {
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
