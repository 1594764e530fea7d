import { readAt, readList } from "../target/member.ts";
import { type Command, command } from "./command.ts";
import { type Context, expectSame, post } from "./context.ts";
import { outcomeOf, statusOf } from "./expectation.ts";
import { findInstance, type Instance, isV2, nameOf } from "./model.ts";
import { finishedModules } from "./progress.ts";

/** Fetches the state of an instance: status, finished modules, outcome, times. Spec 2.2, 3.1, 4.2, 4.3, 9. */
export const fetchStateOf = (n: number): Command =>
  command({
    pick: (model) => findInstance(model, n),
    run: async (instance, context) => {
      const { model } = context;
      const { instanceId, journey, end } = instance;
      const step = `fetch the state of ${nameOf(instance)}`;
      const name = `${journey.generation}.fetchState` as const;
      const { body } = await post(context, { step, name, body: { instanceId }, expected: "success" });
      expectSame(context, "instanceId", readAt(body, "instanceId"), instanceId);
      expectSame(context, "status", readAt(body, "status"), statusOf(model, instance, "state"));
      const isTimed = end === "failed" ? model.profile["completed-time-on-failure"] === "set" : end !== undefined;
      const hasTime = readAt(body, "metaData.completedTime") !== undefined;
      expectSame(context, "whether it has a completedTime", hasTime, isTimed);
      if (isV2(instance)) checkProcess(context, instance, readAt(body, "context.process"));
      else checkFlow(context, instance, readAt(body, "data.process"));
    },
    describe: () => `fetch the state of instance ${n}`,
  });

function checkProcess(context: Context, instance: Instance, process: unknown): void {
  const { model } = context;
  const status = instance.end === undefined ? "pending" : instance.end === "failed" ? "failed" : "completed";
  expectSame(context, "result.status", readAt(process, "result.status"), status);
  expectSame(context, "result.outcome", readAt(process, "result.outcome"), outcomeOf(model, instance));
  const names = readList(process, "steps").map((step) => String(readAt(step, "name")));
  const finished = finishedModules(model, instance).map((module) => module.name);
  expectSame(context, "names of the steps", names.toSorted(), finished.toSorted());
}

function checkFlow(context: Context, instance: Instance, process: unknown): void {
  const { model } = context;
  expectSame(context, "outcome", readAt(process, "outcome"), outcomeOf(model, instance));
  const finished = new Set(finishedModules(model, instance).map(({ variant }) => variant));
  const variants = Object.keys(Object(readAt(process, "flow")));
  expectSame(context, "variants of the flow", variants.toSorted(), [...finished].toSorted());
}

/** Fetches an instance that the service cannot know: of the other generation, or of nobody. Spec 1; gap `unknown-instance`. */
export const fetchElsewhere = (n: number, whose: "of the other generation" | "that nobody started"): Command =>
  command({
    pick: (model) => findInstance(model, n),
    run: async (instance, context) => {
      const isUnknown = whose === "that nobody started";
      const name = isV2(instance) === isUnknown ? "v2.fetchState" : "v1.fetchState";
      const instanceId = isUnknown ? `${instance.instanceId}-`.slice(-64) : instance.instanceId;
      const step = `fetch the state of an instance ${whose}, ${nameOf(instance)}`;
      await post(context, { step, name, body: { instanceId }, expected: 404 });
    },
    describe: () => `fetch an instance ${whose}, after instance ${n}`,
  });
