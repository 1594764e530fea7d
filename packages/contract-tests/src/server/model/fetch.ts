import fc from "fast-check";
import { workRequest } from "../../service/journey.ts";
import { readAt } from "../../service/member.ts";
import { type Command, commandOn, nth, nthOfAll } from "./command.ts";
import {
  type Collection,
  elementsOf,
  findInstance,
  type Instance,
  isV2,
  type Model,
  nameOf,
  openCollections,
  outcomeOf,
  outstanding,
  statusOf,
} from "./model.ts";
import { expectMembers, expectSame, failRun, type ModelRun, postExpecting } from "./model-run.ts";
import { finishedModules } from "./progress.ts";

/**
 * Fetches the current interaction. If there is none, expects `processing: true`, or the outcome if the instance has
 * ended. Spec 2.5, 4.2.
 */
export const fetchInteractionOf = (n: number): Command =>
  commandOn((model) => findInstance(model, n, isV2), {
    run: (instance, real) => fetchCurrentInteraction(real, instance),
    toString: () => `fetch the interaction of v2 instance ${n}`,
  });

/** Fetches and checks the current interaction, and saves its id. `bearer` replaces the access token. */
export async function fetchCurrentInteraction(real: ModelRun, instance: Instance, bearer?: string): Promise<void> {
  const { model } = real;
  const { instanceId, end } = instance;
  const step = `fetch the interaction of ${nameOf(instance)}${bearer === undefined ? "" : " as the end user"}`;
  const shows = { instanceId, "journey.status": statusOf(model, instance, "interaction") };
  const { body } = await postExpecting(real, { step, ...workRequest("v2", instanceId), bearer, shows });
  const [current] = openCollections(instance);
  if (current !== undefined) checkOpen(real, instance, current, body);
  else if (instance.inReview && model.profile["interaction-in-review"] === "as-ended") {
    expectMembers(real, body, { outstanding: [], collects: [], processing: undefined });
  } else if (end === undefined) expectProcessing(real, body);
  else {
    const outcome = outcomeOf(model, instance);
    expectMembers(real, body, { outstanding: [], collects: [], "result.outcome": outcome });
  }
}

/** Gap `interaction-while-running`. */
function expectProcessing(real: ModelRun, body: unknown): void {
  const isEmpty = real.model.profile["interaction-while-running"] === "empty-interaction";
  expectMembers(real, body, { processing: true, ...(isEmpty ? { collects: [] } : { interactionId: undefined }) });
}

function checkOpen(real: ModelRun, instance: Instance, current: Collection, body: unknown): void {
  const { id, required, optional } = current;
  const { serviceIds } = instance;
  const interactionId = String(readAt(body, "interactionId"));
  expectMembers(real, body, {
    "outstanding[*]": outstanding(instance, current),
    "collects[*]": elementsOf(current),
    ...Object.fromEntries(required.map((name) => [`spec.${name}`, "required"])),
    ...Object.fromEntries(optional.map((name) => [`spec.${name}`, "optional"])),
    interactionId: serviceIds.get(id) ?? interactionId,
  });
  if (!serviceIds.has(id) && [...serviceIds.values()].includes(interactionId)) {
    failRun(real, `${id} has the interactionId of another interaction, ${interactionId}.`);
  }
  serviceIds.set(id, interactionId);
}

/** Returns the id of the current interaction. Fetches the interaction if the id is unknown. */
export async function currentId(real: ModelRun, instance: Instance): Promise<string> {
  const [current] = openCollections(instance);
  if (current !== undefined && !instance.serviceIds.has(current.id)) await fetchCurrentInteraction(real, instance);
  return (current && instance.serviceIds.get(current.id)) ?? "nowhere";
}

/** Fetches the state of an instance and checks status, modules, outcome and end time. Spec 2.2, 3.1, 4.2, 4.3, 9. */
export const fetchStateOf = (n: number): Command =>
  commandOn((model) => findInstance(model, n), {
    run: async (instance, real) => {
      const { model } = real;
      const { instanceId, journey, end } = instance;
      const request = { step: `fetch the state of ${nameOf(instance)}`, body: { instanceId } };
      const shows = { instanceId, status: statusOf(model, instance, "state"), ...expectedProcess(model, instance) };
      const { body } = await postExpecting(real, { ...request, route: `${journey.apiVersion}.fetchState`, shows });
      const isTimed = end === "failed" ? model.profile["completed-time-on-failure"] === "set" : end !== undefined;
      const hasTime = readAt(body, "metaData.completedTime") !== undefined;
      expectSame(real, "presence of completedTime", hasTime, isTimed);
      if (isV2(instance)) return;
      const variants = new Set(finishedModules(model, instance).map(({ variant }) => variant));
      const flow = Object.keys(Object(readAt(body, "data.process.flow")));
      expectSame(real, "variants of the flow", flow.toSorted(), [...variants].toSorted());
    },
    toString: () => `fetch the state of instance ${n}`,
  });

/** The outcome and steps expected in a state response. Spec 4.2, 4.3. */
function expectedProcess(model: Model, instance: Instance): Readonly<Record<string, unknown>> {
  const outcome = outcomeOf(model, instance);
  if (!isV2(instance)) return { "data.process.outcome": outcome };
  const { end } = instance;
  return {
    "context.process.result.status": end === undefined ? "pending" : end === "failed" ? "failed" : "completed",
    "context.process.result.outcome": outcome,
    "context.process.steps[*].name": finishedModules(model, instance).map(({ module }) => module),
  };
}

/** Fetches an instance that does not exist for the caller. Spec 1; gap `unknown-instance`. */
const fetchUnknown = (n: number, how: "on the other API version" | "with a changed id"): Command =>
  commandOn((model) => findInstance(model, n), {
    run: async (instance, real) => {
      const isUnknown = how === "with a changed id";
      const route = isV2(instance) === isUnknown ? "v2.fetchState" : "v1.fetchState";
      const instanceId = isUnknown ? `${instance.instanceId}-`.slice(-64) : instance.instanceId;
      const step = `fetch the state of ${nameOf(instance)} ${how}`;
      await postExpecting(real, { step, route, body: { instanceId }, expected: 404 });
    },
    toString: () => `fetch the state of instance ${n} ${how}`,
  });

export const fetchCommands: readonly fc.Arbitrary<Command>[] = [
  nthOfAll.map(fetchStateOf),
  nthOfAll.map(fetchStateOf),
  nth.map(fetchInteractionOf),
  fc
    .tuple(nthOfAll, fc.constantFrom("on the other API version", "with a changed id"))
    .map((args) => fetchUnknown(...args)),
];
