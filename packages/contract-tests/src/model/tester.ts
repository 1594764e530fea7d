import { ApiError } from "@journey-kit/client/control";
import type { WorldInstance } from "@journey-kit/schemas/control";
import fc from "fast-check";
import { type Command, command, nthOfAll } from "./command.ts";
import { expectSame } from "./context.ts";
import { findInstance, type Instance, type Model, nameOf } from "./model.ts";
import { resume } from "./progress.ts";

/** An intervention of a tester, which the control plane refuses unless it is allowed. */
interface Intervention {
  readonly name: string;
  readonly isAllowed: (instance: Instance) => boolean;
  readonly act: (instance: WorldInstance) => Promise<unknown>;
  readonly apply: (instance: Instance, model: Model) => void;
}

/** Pauses an instance. Spec 3.1; gap `paused`. */
const pausing: Intervention = {
  name: "pause",
  isAllowed: ({ end, pausedAt }) => end === undefined && pausedAt === undefined,
  act: (instance) => instance.pause(),
  apply: (instance, { now }) => {
    instance.pausedAt = now;
  },
};

/** Resumes a paused instance. Spec 3.1; gap `paused`. */
const resuming: Intervention = {
  name: "resume",
  isAllowed: ({ pausedAt }) => pausedAt !== undefined,
  act: (instance) => instance.resume(),
  apply: (instance, model) => resume(model, instance),
};

/** Decides a referred instance. Spec 1; gap `refer-ends-journey`. */
const reviewing = (outcome: "accept" | "reject"): Intervention => ({
  name: outcome,
  isAllowed: ({ inReview, pausedAt }) => inReview && pausedAt === undefined,
  act: (instance) => instance.review({ outcome }),
  apply: (instance) => {
    instance.inReview = false;
    instance.end = outcome;
  },
});

const intervene = (
  n: number,
  { name, isAllowed, act, apply }: Intervention,
  whose: "that allows it" | "of all",
): Command =>
  command({
    pick: (model) => findInstance(model, n, (one) => whose === "of all" || isAllowed(one)),
    run: async (instance, context) => {
      const { target, model, steps } = context;
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
      expectSame(context, `whether one can ${step}`, isDone, isAllowed(instance));
      if (isDone) apply(instance, model);
    },
    describe: () => `${name} instance ${n} ${whose}`,
  });

const whose = fc.constantFrom("that allows it", "that allows it", "of all");

/** The interventions of a tester through the control plane. */
export const testerCommands: readonly fc.Arbitrary<Command>[] = [
  pausing,
  resuming,
  reviewing("accept"),
  reviewing("reject"),
].map((intervention) => fc.tuple(nthOfAll, whose).map(([n, which]) => intervene(n, intervention, which)));
