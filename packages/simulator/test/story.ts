import fc from "fast-check";
import {
  applyCommand,
  type Command,
  type InstanceRecord,
  instanceTime,
  type Log,
  settle,
  startInstance,
} from "../src/engine/commands.ts";
import type { InstanceTerms } from "../src/engine/terms.ts";
import { type Move, movesFor, startOf, subject, terms } from "./arbitraries.ts";

/** An instance after a sequence of moves. */
export interface Played {
  readonly record: InstanceRecord;
  readonly log: Log;
  /** The time of the world after the last move. */
  readonly worldAt: number;
  /** The instance before and after each command, whether applied or refused, and the time of the command. */
  readonly steps: readonly {
    readonly before: InstanceRecord;
    readonly after: InstanceRecord;
    readonly at: number;
  }[];
}

/** Plays moves on a new instance. With `poll`, also settles the instance before each move. */
export function play(
  chosen: InstanceTerms,
  prefill: unknown,
  moves: readonly Move[],
  poll = false,
): Played | undefined {
  const first = startOf(chosen, prefill);
  const started = startInstance(chosen, first);
  if (!started.ok) return undefined;
  let record = started.value;
  let worldAt = first.at;
  const log: [typeof first, ...Command[]] = [first];
  const steps: { before: InstanceRecord; after: InstanceRecord; at: number }[] = [];
  for (const move of moves) {
    worldAt += move.after;
    const at = instanceTime(record, worldAt);
    const settled = settle(record, at);
    if (poll) record = settled;
    const command = { ...move.command, at };
    const result = applyCommand(settled, command);
    const isChanged = result.ok && result.value.instance !== settled.instance;
    if (isChanged) log.push(command);
    const after = isChanged ? result.value : record;
    steps.push({ before: record, after, at });
    record = after;
  }
  return { record, log, steps, worldAt };
}

/** Generates random terms with a prefill and moves. */
export const story = terms.chain((chosen) =>
  fc.record({ chosen: fc.constant(chosen), prefill: subject, moves: movesFor(chosen) }),
);
