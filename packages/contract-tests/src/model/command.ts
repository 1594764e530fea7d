import fc from "fast-check";
import type { Kind } from "../service/sample.ts";
import type { Context } from "./context.ts";
import type { Model } from "./model.ts";

/** A step of a generated sequence, which sends requests and updates the model. */
export type Command = fc.AsyncCommand<Model, Context>;

/** The parts of a command. */
interface CommandOptions<Picked> {
  /** Picks what the command acts on; undefined if the model has nothing suitable. */
  readonly pick: (model: Readonly<Model>) => Picked | undefined;
  /** Sends the requests, compares the responses with the model and updates the model. */
  readonly run: (picked: Picked, context: Context) => Promise<void>;
  /** Describes the command in a counterexample. */
  readonly describe: () => string;
}

/** Creates a command. It is skipped if `pick` returns undefined. */
export const command = <Picked>({ pick, run, describe }: CommandOptions<Picked>): Command => ({
  check: (model) => pick(model) !== undefined,
  run: async (model, context) => {
    const picked = pick(model);
    if (picked !== undefined) await run(picked, context);
  },
  toString: describe,
});

/** Generates an index into the instances that a command can act on. */
export const nth = fc.nat(2);

/** Generates what is wrong with the data of an element. */
export const flaw = fc.constantFrom<Kind>("absent", "invalid");

/** Generates an index into all instances. */
export const nthOfAll = fc.nat(4);
