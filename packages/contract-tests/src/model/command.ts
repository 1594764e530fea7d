import fc from "fast-check";
import type { Context } from "./context.ts";
import type { Model } from "./model.ts";

/** A step that the model can send to a target. */
export type Command = fc.AsyncCommand<Model, Context>;

/** The parts of a command. */
export interface CommandOptions<Picked> {
  /** Picks what the command acts on; undefined if the model has nothing suitable. */
  readonly pick: (model: Readonly<Model>) => Picked | undefined;
  /** Sends the requests, compares the responses with the model and updates the model. */
  readonly run: (picked: Picked, context: Context) => Promise<void>;
  /** Describes the command in a counterexample. */
  readonly describe: () => string;
}

/** Creates a command, which is skipped where `pick` finds nothing. */
export const command = <Picked>({ pick, run, describe }: CommandOptions<Picked>): Command => ({
  check: (model) => pick(model) !== undefined,
  run: async (model, context) => {
    const picked = pick(model);
    if (picked !== undefined) await run(picked, context);
  },
  toString: describe,
});

/** The number of an instance among those that a command can act on. */
export const nth = fc.nat(2);

/** The number of an instance among all of them. */
export const nthOfAll = fc.nat(4);
