import { ApiError } from "@journey-kit/client/control";
import type { WorldInstance } from "@journey-kit/schemas/control";
import fc from "fast-check";
import { type Command, commandOn, nthOfAll } from "./command.ts";
import { findInstance, type Instance, type Model, nameOf } from "./model.ts";
import { expectSame } from "./model-run.ts";
import { resume } from "./progress.ts";

/** An action of a tester on an instance. The control API refuses it unless `isAllowed` returns true. */
interface TesterAction {
  readonly name: string;
  readonly isAllowed: (instance: Instance) => boolean;
  readonly act: (instance: WorldInstance) => Promise<unknown>;
  readonly apply: (instance: Instance, model: Model) => void;
}

/** Pauses an instance. Spec 3.1; gap `paused`. */
const pausing: TesterAction = {
  name: "pause",
  isAllowed: ({ end, pausedAt }) => end === undefined && pausedAt === undefined,
  act: (instance) => instance.pause(),
  apply: (instance, { now }) => {
    instance.pausedAt = now;
  },
};

/** Resumes a paused instance. Spec 3.1; gap `paused`. */
const resuming: TesterAction = {
  name: "resume",
  isAllowed: ({ pausedAt }) => pausedAt !== undefined,
  act: (instance) => instance.resume(),
  apply: (instance, model) => resume(model, instance),
};

/** Reviews a referred instance. Spec 1; gap `refer-ends-journey`. */
const reviewing = (outcome: "accept" | "reject"): TesterAction => ({
  name: outcome,
  isAllowed: ({ inReview, pausedAt }) => inReview && pausedAt === undefined,
  act: (instance) => instance.review({ outcome }),
  apply: (instance) => {
    instance.inReview = false;
    instance.end = outcome;
  },
});

const actAsTester = (
  n: number,
  { name, isAllowed, act, apply }: TesterAction,
  whose: "of those for which this is allowed" | "of all instances",
): Command =>
  commandOn((model) => findInstance(model, n, (one) => whose === "of all instances" || isAllowed(one)), {
    run: async (instance, real) => {
      const { target, model, steps } = real;
      if (target.control === undefined) return;
      const step = `${name} ${nameOf(instance)}`;
      const isDone = await act(target.control.instance(instance.instanceId)).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ApiError) return false;
          throw error;
        },
      );
      steps.push(`${step}: ${isDone ? "done" : "refused"}`);
      expectSame(real, `success of ${step}`, isDone, isAllowed(instance));
      if (isDone) apply(instance, model);
    },
    toString: () => `${name} instance ${n} ${whose}`,
  });

const whose = fc.constantFrom(
  "of those for which this is allowed",
  "of those for which this is allowed",
  "of all instances",
);

export const testerCommands: readonly fc.Arbitrary<Command>[] = [
  pausing,
  resuming,
  reviewing("accept"),
  reviewing("reject"),
].map((action) => fc.tuple(nthOfAll, whose).map(([n, which]) => actAsTester(n, action, which)));
