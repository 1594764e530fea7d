import type { SimulatorContext } from "../context/context.ts";
import { type Claims, checkEpoch } from "../context/tokens.ts";
import {
  applyCommand,
  type Change,
  type Command,
  type InstanceRecord,
  instanceTime,
  type StartCommand,
  settleAt,
} from "../engine/commands.ts";
import type { EarlierRuns } from "../engine/instance.ts";
import { RefusalError } from "../engine/refusal-error.ts";
import { type Citations, ok, problemsOf, type Result, refuse } from "../engine/result.ts";
import { personAfter, toScenarioSubject } from "../engine/subject.ts";
import { keepExamined } from "../engine/submission.ts";
import type { InstanceTerms } from "../engine/terms.ts";
import { findImpossibleRule } from "../journeys/scenario-validation.ts";
import type { Millis } from "../world/time.ts";
import { checkMatching, checkParticipants, checkSize } from "./limits.ts";

/** Who changes an instance of a world, and when. */
export interface Actor {
  readonly world: string;
  /** The time of the world. */
  readonly now: Millis;
  /** Claims of the caller's token, if the caller needs one. */
  readonly claims?: Claims | undefined;
  /** Records the basis of the decision. */
  readonly citations: Citations;
}

/**
 * Changes a started instance: settles it to the time of its world, applies the command that `decide` returns, and stores
 * the result. Repeats this if another change was stored first. A command without effect is not stored. Every command on a
 * started instance goes through this function.
 *
 * @param decide Checks the settled instance and returns a command, or undefined to change nothing. It must be pure.
 * @returns The instance after the command.
 * @throws {RefusalError} `UNKNOWN_INSTANCE`, `INVALID_TOKEN` if a reset has revoked the token, a limit, or the refusal of
 *   the engine.
 */
export async function execute(
  { store, limits }: SimulatorContext,
  { world, now, claims, citations }: Actor,
  id: string,
  decide: (settled: InstanceRecord, at: Millis) => Command | undefined,
): Promise<InstanceRecord> {
  const cited = citations.basis();
  let settled: InstanceRecord | undefined;
  const result = await store.update(world, id, now, (stored, settings) => {
    citations.restore(cited); // an attempt that was not stored is not part of the basis
    checkEpoch(claims, settings.epoch, citations);
    const record = settleAt(stored, now);
    settled = record;
    const { terms, instance } = record;
    const command = decide(record, instanceTime(stored, now));
    if (command === undefined) return { person: undefined, change: () => ok({ record, command }) };
    const bytes = "subject" in command ? checkSize(limits, command.subject) : 0;
    const change = (earlierRuns: EarlierRuns) => {
      const whole = "subject" in command ? { ...command, earlierRuns } : command;
      const kept = keepUsed(terms, whole);
      if ("subject" in kept) checkMatching(limits, terms, [kept.subject, toScenarioSubject(terms, instance)]);
      const applied = applyCommand(record, whole, citations.under(terms.readings));
      if (applied.ok && applied.value.instance === instance) return ok({ record, command: undefined });
      if (applied.ok && "participants" in kept) checkParticipants(limits, kept.participants, bytes);
      return toChange(applied, kept);
    };
    return { person: "subject" in command ? personAfter(record, command.subject) : undefined, change };
  });
  if (result === undefined) {
    checkEpoch(claims, (await store.settings(world)).epoch, citations); // a reset deletes instances and revokes tokens
    throw new RefusalError("UNKNOWN_INSTANCE", "There is no such instance.");
  }
  if (result.ok) return result.value.record;
  throw new RefusalError(result.refusal.name, problemsOf(result.refusal), { record: settled });
}

/**
 * The command to store: without the members of its subject that belong to no domain element of the journey. They are
 * validated, but they do not affect the instance. Spec 2.6, 2.8.
 */
export function keepUsed<Sent extends Command | StartCommand>(terms: InstanceTerms, command: Sent): Sent {
  if (!("subject" in command)) return command;
  const subject = keepExamined(terms, command.subject);
  return subject === command.subject ? command : { ...command, subject };
}

/** The change to store, unless a scenario of the instance demands what the journey cannot do with the new data. */
export function toChange<Applied extends Command | StartCommand>(
  applied: Result<InstanceRecord>,
  command: Applied,
): Result<Change<Applied>> {
  if (!applied.ok) return applied;
  const record = applied.value;
  if (!("subject" in command)) return ok({ record, command });
  const { terms, instance } = record;
  const { id, ordinal } = instance;
  const problem = findImpossibleRule(terms, () => ({
    instance: id,
    ordinal,
    subject: toScenarioSubject(terms, instance),
  }));
  return problem === undefined ? ok({ record, command }) : refuse("INVALID_FIELD", problem);
}
