import fc from "fast-check";
import { begin, type Command, effectiveAt, type Log, perform, type Running, settle } from "../src/machine/command.ts";
import type { Terms } from "../src/machine/terms.ts";
import { type Move, movesFor, startOf, subject, terms } from "./arbitraries.ts";

/** What moves make of an instance. */
export interface Story {
  readonly running: Running;
  readonly log: Log;
  /** The time of the world after the last move. */
  readonly worldAt: number;
  /** The instance after each command, taken or refused, with the time at which it came. */
  readonly chapters: readonly { readonly before: Running; readonly after: Running; readonly at: number }[];
}

/** Plays moves on a new instance; `poll` looks at it in between, which must make no difference. */
export function tell(chosen: Terms, prefill: unknown, moves: readonly Move[], poll = false): Story | undefined {
  const first = startOf(chosen, prefill);
  const begun = begin(chosen, first);
  if (!begun.ok) return undefined;
  let running = begun.value;
  let worldAt = first.at;
  const log: [typeof first, ...Command[]] = [first];
  const chapters: { before: Running; after: Running; at: number }[] = [];
  for (const move of moves) {
    worldAt += move.after;
    const at = effectiveAt(running, worldAt);
    if (poll) running = settle(running, at);
    const command = { ...move.command, at };
    const result = perform(running, command);
    if (result.ok && result.value.instance !== running.instance) log.push(command);
    const after = result.ok ? result.value : running;
    chapters.push({ before: running, after, at });
    running = after;
  }
  return { running, log, chapters, worldAt };
}

/** Terms, prefill and moves that fit them, at random. */
export const story = terms.chain((chosen) =>
  fc.record({ chosen: fc.constant(chosen), prefill: subject, moves: movesFor(chosen) }),
);
