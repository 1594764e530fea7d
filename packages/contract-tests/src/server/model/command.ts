import fc from "fast-check";
import type { SampleKind } from "../../service/sample.ts";
import type { Model } from "./model.ts";
import type { ModelRun } from "./model-run.ts";

export type Command = fc.AsyncCommand<Model, ModelRun>;

/** Creates a command that acts on what `find` returns, and is skipped while `find` returns undefined. */
export const commandOn = <Found>(
  find: (model: Readonly<Model>) => Found | undefined,
  command: Pick<Command, "toString"> & { readonly run: (found: Found, real: ModelRun) => Promise<void> },
): Command => ({
  check: (model) => find(model) !== undefined,
  run: async (model, real) => {
    const found = find(model);
    if (found !== undefined) await command.run(found, real);
  },
  toString: command.toString,
});

/** Generates an index into the instances that a command can act on. */
export const nth = fc.nat(2);

/** Generates what is wrong with the data of an element. */
export const flaw = fc.constantFrom<SampleKind>("absent", "invalid");

/** Generates an index into all instances. */
export const nthOfAll = fc.nat(4);
