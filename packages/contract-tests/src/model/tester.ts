import fc from "fast-check";
import { type Command, command, nthOfAll } from "./command.ts";
import { attempt } from "./context.ts";
import { findInstance, nameOf } from "./model.ts";
import { resume } from "./progress.ts";

/** Pauses an instance, which is refused if it has ended or is paused. Spec 3.1; gap `paused`. */
const pauseInstance = (n: number): Command =>
  command({
    pick: (model) => findInstance(model, n),
    run: async (instance, context) => {
      const { instanceId, end, pausedAt } = instance;
      const isAllowed = end === undefined && pausedAt === undefined;
      await attempt(context, `pause ${nameOf(instance)}`, isAllowed, (control) => control.instance(instanceId).pause());
      instance.pausedAt ??= isAllowed ? context.model.now : undefined;
    },
    describe: () => `pause instance ${n}`,
  });

/** Resumes an instance, which is refused if it is not paused. Spec 3.1; gap `paused`. */
const resumeInstance = (n: number, whose: "that is paused" | "of all"): Command =>
  command({
    pick: (model) => findInstance(model, n, ({ pausedAt }) => whose === "of all" || pausedAt !== undefined),
    run: async (instance, context) => {
      const { instanceId, pausedAt } = instance;
      const isPaused = pausedAt !== undefined;
      await attempt(context, `resume ${nameOf(instance)}`, isPaused, (control) =>
        control.instance(instanceId).resume(),
      );
      if (isPaused) resume(context.model, instance, pausedAt);
    },
    describe: () => `resume instance ${n} ${whose}`,
  });

/** Decides a referred instance, which is refused if it is not in review. Spec 1; gap `refer-ends-journey`. */
const review = (n: number, outcome: "accept" | "reject", whose: "that waits for it" | "of all"): Command =>
  command({
    pick: (model) => findInstance(model, n, ({ inReview }) => whose === "of all" || inReview),
    run: async (instance, context) => {
      const { instanceId, inReview, pausedAt } = instance;
      const isAllowed = inReview && pausedAt === undefined;
      const step = `${outcome} ${nameOf(instance)} in review`;
      await attempt(context, step, isAllowed, (control) => control.instance(instanceId).review({ outcome }));
      if (!isAllowed) return;
      instance.inReview = false;
      instance.end = outcome;
    },
    describe: () => `${outcome} instance ${n} ${whose}`,
  });

/** The interventions of a tester through the control plane. */
export const testerCommands: readonly fc.Arbitrary<Command>[] = [
  nthOfAll.map(pauseInstance),
  fc
    .tuple(nthOfAll, fc.constantFrom("that is paused", "that is paused", "of all"))
    .map((args) => resumeInstance(...args)),
  fc
    .tuple(nthOfAll, fc.constantFrom("accept", "reject"), fc.constantFrom("that waits for it", "of all"))
    .map((args) => review(...args)),
];
