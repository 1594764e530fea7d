import fc from "fast-check";
import {
  applyCommand,
  type Command,
  effectiveAt,
  type InstanceRecord,
  type Log,
  settle,
  startInstance,
} from "../src/engine/commands.ts";
import type { InstanceTerms } from "../src/engine/instance.ts";
import { type Move, movesFor, startOf, subject, terms } from "./arbitraries.ts";

/** What moves make of an instance. */
export interface Story {
  readonly record: InstanceRecord;
  readonly log: Log;
  /** The time of the world after the last move. */
  readonly worldAt: number;
  /** The instance after each command, taken or refused, with the time at which it came. */
  readonly chapters: readonly {
    readonly before: InstanceRecord;
    readonly after: InstanceRecord;
    readonly at: number;
  }[];
}

/** Plays moves on a new instance; `poll` looks at it in between, which must make no difference. */
export function tell(chosen: InstanceTerms, prefill: unknown, moves: readonly Move[], poll = false): Story | undefined {
  const first = startOf(chosen, prefill);
  const begun = startInstance(chosen, first);
  if (!begun.ok) return undefined;
  let record = begun.value;
  let worldAt = first.at;
  const log: [typeof first, ...Command[]] = [first];
  const chapters: { before: InstanceRecord; after: InstanceRecord; at: number }[] = [];
  for (const move of moves) {
    worldAt += move.after;
    const at = effectiveAt(record, worldAt);
    const settled = settle(record, at);
    if (poll) record = settled;
    const command = { ...move.command, at };
    const result = applyCommand(settled, command);
    const isChanged = result.ok && result.value.instance !== settled.instance;
    if (isChanged) log.push(command);
    const after = isChanged ? result.value : record;
    chapters.push({ before: record, after, at });
    record = after;
  }
  return { record, log, chapters, worldAt };
}

/** Terms, prefill and moves that fit them, at random. */
export const story = terms.chain((chosen) =>
  fc.record({ chosen: fc.constant(chosen), prefill: subject, moves: movesFor(chosen) }),
);
