import { type ProfileChange, Situation } from "@journey-kit/schemas/control";
import type { Limits } from "@journey-kit/schemas/limits";
import { type Profile, presets } from "@journey-kit/schemas/profile";
import { isRecord } from "@journey-kit/schemas/subject-path";
import type { SimulatorContext } from "../context/context.ts";
import {
  applyCommand,
  type Command,
  type InstanceRecord,
  type Log,
  type StartCommand,
  settle,
  startInstance,
} from "../engine/commands.ts";
import type { Result } from "../engine/result.ts";
import { type InstanceTerms, type Readings, readingsOf } from "../engine/terms.ts";
import { listRequests, toEntry } from "../journal/exchange.ts";
import { createCounts } from "../journal/journal.ts";
import { tokenForm } from "../journal/redact.ts";
import { findScenarioProblems } from "../journeys/scenario-validation.ts";
import { findProblems } from "../journeys/validation.ts";
import type { Row, Settings } from "../store/store.ts";
import { switchTo, timeOf } from "../world/clock.ts";
import { ControlError, LimitError } from "../world/control-error.ts";
import { draw } from "../world/random.ts";
import { findScenario } from "../world/scenario.ts";
import { toIso } from "../world/time.ts";
import { checkBytes, checkFaultPlan, parseInput, parseProfile, refuseAll } from "./input.ts";
import { checkDefinition } from "./journeys.ts";
import { checkMatching } from "./subject-limits.ts";

/** Saves a world. The situation may contain personal data, but no image, token or secret. */
export async function saveSituation(
  { store, journals, system }: Pick<SimulatorContext, "store" | "journals" | "system">,
  world: string,
): Promise<Situation> {
  const { settings, rows, faults, usedTokens, ordinal, armed } = await store.snapshot(world);
  const { clock, profile, scenario, scenarios, callsPerMinute, permissions } = settings;
  const counts = await journals.counts(world);
  const { requests } = await listRequests(journals, world, { limit: `${Number.MAX_SAFE_INTEGER}` });
  const indexes = new Map<string, number>();
  const instances = rows.map(({ record, log: [start, ...commands] }) => {
    const terms = JSON.stringify(record.terms);
    const index = indexes.get(terms) ?? indexes.size;
    indexes.set(terms, index);
    return { terms: index, start: withoutSecrets(start), commands: commands.map(withoutSecrets) };
  });
  const now = system();
  return toPlainJson({
    format: "journey-situation",
    version: 1,
    world,
    savedAt: toIso(now),
    clock: { mode: clock.mode, now: toIso(timeOf(clock, now)) },
    profile: { readings: profile },
    scenario,
    scenarios,
    armed,
    faults: { plan: settings.faults, counters: Object.fromEntries(faults.counts), hits: faults.hits },
    rate: { callsPerMinute },
    permissions,
    ordinal,
    usedTokens: [...usedTokens],
    terms: [...indexes.keys()].map((terms) => JSON.parse(terms)),
    instances,
    requests,
    counts: createCounts(counts.requests, (part) => Object.fromEntries(counts[part])),
  });
}

/** Copies a value through JSON. The copy shares nothing with the world, and is the same in process as over HTTP. */
const toPlainJson = (value: object): Situation => JSON.parse(JSON.stringify(value));

/**
 * Removes images and tokens that a caller sent in place of other data. Images in their own members are already digests
 * in the log.
 */
function withoutSecrets(command: StartCommand | Command): object {
  if (!("subject" in command)) return command;
  return {
    ...command,
    subject: hideSecrets(command.subject),
    ...("uid" in command && { uid: hideSecrets(command.uid) }),
    ...("participants" in command && { participants: command.participants.filter((name) => !isSecret(name)) }),
  };
}

/** A run of base64 that is too long for a name. A hash in hexadecimal is allowed, because it is a common `uid`. */
const encodedForm = /(?![\da-f]{64,128}(?![\w+/-]))[\w+/-]{64,}/i;

const isSecret = (text: string): boolean => encodedForm.test(text) || tokenForm.test(text); // the fast test first

/** Replaces a secret. The hash gives different secrets different replacements. */
const hide = (text: string): string => (isSecret(text) ? `hidden:${text.length}:${draw(text)}` : text);

function hideSecrets(value: unknown): unknown {
  if (typeof value === "string") return hide(value);
  if (Array.isArray(value)) return value.map(hideSecrets);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [hide(name), hideSecrets(member)]));
}

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
  }: Pick<SimulatorContext, "store" | "journals" | "system" | "catalog" | "limits">,
  world: string,
  input: unknown,
): Promise<void> {
  const situation = toPlainJson(parseInput(Situation, input));
  const { clock, scenario, scenarios, armed, faults, rate, permissions, ordinal, usedTokens } = situation;
  const terms = situation.terms.map((one, i) => inside(`terms[${i}]`, () => toTerms(limits, one)));
  const definitions = [...catalog.list(), ...terms].map(({ definition }) => definition);
  inside("scenario", () => refuseAll(findScenarioProblems(scenario, definitions)));
  if (scenarios.length > limits.scenarios || armed.length > limits.scenarios) {
    throw new LimitError("scenarios", limits.scenarios);
  }
  for (const [i, one] of scenarios.entries()) {
    checkBytes({ limits }, "scenario-bytes", `scenarios[${i}]`, one);
    inside(`scenarios[${i}]`, () => refuseAll(findScenarioProblems(one, definitions)));
  }
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
  const rows = situation.instances.map((one, i) => inside(`instances[${i}]`, () => toRow(limits, terms, one)));
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

/** Runs a check of one part of a situation. The path of each problem starts at the situation. */
function inside<Value>(path: string, check: () => Value): Value {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    const { name, problems } = error.refusal;
    const [first, ...more] = problems;
    throw new ControlError(name, [`${path}.${first}`, ...more.map((problem) => `${path}.${problem}`)]);
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
