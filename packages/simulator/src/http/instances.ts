import { type Command, effectiveAt, perform, type Running, settle } from "../machine/command.ts";
import { isFinal } from "../machine/instance.ts";
import { type Basis, cite, ok, type Result } from "../machine/result.ts";
import { nextEvent } from "../machine/settle.ts";
import type { Change, Settings } from "../store/store.ts";
import { day, endOfTime, type Millis } from "../world/time.ts";
import { checkEpoch } from "./bearer.ts";
import type { Deps } from "./deps.ts";
import type { Note } from "./note.ts";
import { RefusalError } from "./refusal-error.ts";
import type { Claims } from "./token.ts";

/** What is known of a call that concerns an instance. */
export interface Whereabouts {
  readonly world: string;
  readonly settings: Settings;
  readonly claims: Claims;
  readonly now: Millis;
  readonly because: (...basis: readonly Basis[]) => void;
  readonly note: Note;
}

/** A running instance of one generation. */
export type Of<G extends "v1" | "v2"> = Extract<Running, { generation: G }>;

/**
 * Finds an instance, brought up to the time of its world.
 *
 * @throws {RefusalError} `UNKNOWN_INSTANCE` when it does not exist, is another world's or another generation's.
 */
export async function findInstance<G extends "v1" | "v2">(
  deps: Deps,
  where: Whereabouts,
  id: string,
  generation: G,
): Promise<Of<G>> {
  const running = await deps.store.read(where.world, id);
  const settled = running && settle(running, effectiveAt(running, where.now));
  if (settled === undefined || !isOf(settled, generation) || isGone(settled, where.now)) throw unknown(where, settled);
  where.note.about = settled;
  if (endedLongAgo(settled, where.now)) where.because(cite(settled.terms.readings, "retention"));
  return settled;
}

/**
 * Finds an instance for a fetch: under an `auto` clock it is first moved to its next event.
 *
 * @throws {RefusalError} As {@link findInstance} does.
 */
export async function readInstance<G extends "v1" | "v2">(
  deps: Deps,
  where: Whereabouts,
  id: string,
  generation: G,
): Promise<Of<G>> {
  const found = await findInstance(deps, where, id, generation);
  const next = where.settings.clock.mode === "auto" ? nextEvent(found.terms, found.instance) : undefined;
  if (next === undefined || next === endOfTime) return found;
  const by = next - effectiveAt(found, where.now);
  await change(deps, where, id, generation, (at) => ({ type: "advance", at, by }));
  return findInstance(deps, where, id, generation);
}

/**
 * Carries out a command on an instance at the time of its world, unless a reset has revoked the token by then.
 *
 * @throws {RefusalError} `INVALID_TOKEN`, `UNKNOWN_INSTANCE`, or what the machine refuses with.
 */
export async function change<G extends "v1" | "v2">(
  deps: Deps,
  where: Whereabouts,
  id: string,
  generation: G,
  command: (at: Millis) => Command,
): Promise<Of<G>> {
  const result = await deps.store.update(where.world, id, (running, settings) => {
    checkEpoch(where.claims, settings);
    const at = effectiveAt(running, where.now);
    const settled = settle(running, at);
    if (!isOf(running, generation) || isGone(settled, where.now)) throw unknown(where, settled);
    return apply(running, command(at));
  });
  if (result === undefined) throw unknown(where, undefined);
  where.because(...result.basis);
  if (!result.ok) throw new RefusalError(result.refusal.name, result.refusal.problems);
  const { running } = result.value;
  if (!isOf(running, generation)) throw unknown(where, running);
  where.note.about = running;
  return running;
}

/** Performs a command; one that changes nothing is not logged. */
function apply(running: Running, command: Command): Result<Change<Command>> {
  const result = perform(running, command);
  if (!result.ok) return result;
  const isSame = result.value.instance === running.instance;
  return ok({ running: result.value, command: isSame ? undefined : command }, result.basis);
}

const isOf = <G extends "v1" | "v2">(running: Running, generation: G): running is Of<G> =>
  running.generation === generation;

/** Whether a settled instance is no longer kept. Gap `retention`. */
export const isGone = (running: Running, worldAt: Millis): boolean =>
  running.terms.readings.retention !== "never" && endedLongAgo(running, worldAt);

function endedLongAgo({ instance }: Running, worldAt: Millis): boolean {
  const { progress } = instance;
  if (!isFinal(instance)) return false;
  const endedAt =
    progress.phase === "finished" ? progress.finishedAt : progress.phase === "failed" ? progress.failedAt : 0;
  return effectiveAt({ instance }, worldAt) - endedAt >= day;
}

const unknown = ({ settings, now }: Whereabouts, found: Running | undefined): RefusalError =>
  new RefusalError("UNKNOWN_INSTANCE", "There is no such instance.", [
    "generations-separate-state",
    ...(found !== undefined && isGone(found, now)
      ? (["session-retention", cite(found.terms.readings, "retention")] as const)
      : []),
    cite(settings.profile, "unknown-instance"),
  ]);
