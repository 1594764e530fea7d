import type { Millis } from "../world/time.ts";
import { type Instance, timeOf } from "./instance.ts";
import { ok, type Result } from "./result.ts";
import type { Terms } from "./terms.ts";
import { intervene, type TesterCommand } from "./tester.ts";
import * as v1 from "./v1.ts";
import * as v2 from "./v2.ts";

/** An instance of either generation, with the terms it pinned at start. */
export type Running =
  | { readonly generation: "v1"; readonly terms: Terms; readonly instance: v1.V1Instance }
  | { readonly generation: "v2"; readonly terms: Terms; readonly instance: v2.V2Instance };

/** What starts an instance of either generation. */
export type StartCommand = (v1.StartV1 & { readonly generation: "v1" }) | (v2.StartV2 & { readonly generation: "v2" });

/** What can be done to an instance once it has started. */
export type Command = v2.Submit | v1.Update | TesterCommand;

/** All that was done to an instance, in order; with its terms, enough to make it again. */
export type Log = readonly [StartCommand, ...Command[]];

/** Starts an instance of either generation. Spec 3.1. */
export function begin(terms: Terms, command: StartCommand): Result<Running> {
  switch (command.generation) {
    case "v1":
      return map(v1.start(terms, command), (instance) => ({ generation: "v1", terms, instance }));
    case "v2":
      return map(v2.start(terms, command), (instance) => ({ generation: "v2", terms, instance }));
  }
}

/** Brings an instance up to an instant of its own time. */
export function settle(running: Running, at: Millis): Running {
  if (running.generation === "v1") {
    const instance = v1.settle(running.terms, running.instance, at);
    return instance === running.instance ? running : { ...running, instance };
  }
  const instance = v2.settle(running.terms, running.instance, at);
  return instance === running.instance ? running : { ...running, instance };
}

/**
 * Carries out a command on an instance.
 *
 * @throws When the command is one of the other generation; the edge never sends one.
 */
export function perform(running: Running, command: Command): Result<Running> {
  if (command.type === "submit" && running.generation === "v2") {
    return map(v2.submit(running.terms, running.instance, command), (instance) => ({ ...running, instance }));
  }
  if (command.type === "update" && running.generation === "v1") {
    return map(v1.update(running.terms, running.instance, command), (instance) => ({ ...running, instance }));
  }
  if (command.type === "submit" || command.type === "update") throw new Error("A command of the other generation.");
  const settled = settle(running, command.at);
  return settled.generation === "v1"
    ? map(intervene(settled.terms, settled.instance, command), (instance) => ({ ...settled, instance }))
    : map(intervene(settled.terms, settled.instance, command), (instance) => ({ ...settled, instance }));
}

/** Makes an instance again from its log. */
export function replay(terms: Terms, [first, ...rest]: Log): Result<Running> {
  let result = begin(terms, first);
  for (const command of rest) if (result.ok) result = perform(result.value, command);
  return result;
}

/** The time an instance is at while its world is at `worldAt`; a command carries it as its `at`. */
export const effectiveAt = ({ instance }: { readonly instance: Instance }, worldAt: Millis): Millis =>
  timeOf(instance, worldAt);

const map = <T>(result: Result<T>, make: (value: T) => Running): Result<Running> =>
  result.ok ? ok(make(result.value), result.basis) : result;
