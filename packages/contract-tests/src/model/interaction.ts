import { readAt } from "../target/member.ts";
import { type Command, command } from "./command.ts";
import { type Context, expectSame, fail, post } from "./context.ts";
import { outcomeOf, statusOf } from "./expectation.ts";
import { type Collection, elementsOf } from "./journey.ts";
import { findInstance, type Instance, isV2, nameOf, openCollections, outstanding } from "./model.ts";

/** Fetches the current interaction: what it collects, that modules run, or the end. Spec 2.5, 4.2. */
export const fetchInteractionOf = (n: number): Command =>
  command({
    pick: (model) => findInstance(model, n, isV2),
    run: (instance, context) => fetchInteraction(context, instance),
    describe: () => `fetch the interaction of v2 instance ${n}`,
  });

/** Fetches the current interaction, checks it and remembers its id. `bearer` replaces the access token. */
export async function fetchInteraction(context: Context, instance: Instance, bearer?: string): Promise<void> {
  const { model } = context;
  const step = `fetch the interaction of ${nameOf(instance)}${bearer === undefined ? "" : " as its end user"}`;
  const request = { step, name: "v2.fetchInteraction", body: { instanceId: instance.instanceId } } as const;
  const { body } = await post(context, { ...request, expected: "success", bearer });
  expectSame(context, "instanceId", readAt(body, "instanceId"), instance.instanceId);
  expectSame(context, "journey.status", readAt(body, "journey.status"), statusOf(model, instance, "interaction"));
  const [current] = openCollections(instance);
  if (current !== undefined) checkOpen(context, instance, current, body);
  else if (instance.end !== undefined) {
    expectSame(context, "outstanding at the end", readAt(body, "outstanding"), []);
    expectSame(context, "collects at the end", readAt(body, "collects"), []);
    expectSame(context, "result.outcome at the end", readAt(body, "result.outcome"), outcomeOf(model, instance));
  } else {
    expectSame(context, "processing", readAt(body, "processing"), true);
    expectSame(context, "interactionId while modules run", readAt(body, "interactionId"), undefined);
  }
}

function checkOpen(context: Context, instance: Instance, current: Collection, body: unknown): void {
  const { id, required, optional } = current;
  const { serviceIds } = instance;
  expectSame(context, "outstanding", sorted(readAt(body, "outstanding")), sorted(outstanding(instance, current)));
  expectSame(context, "collects", sorted(readAt(body, "collects")), sorted(elementsOf(current)));
  for (const name of required) expectSame(context, `spec.${name}`, readAt(body, ["spec", name]), "required");
  for (const name of optional) expectSame(context, `spec.${name}`, readAt(body, ["spec", name]), "optional");
  const interactionId = String(readAt(body, "interactionId"));
  expectSame(context, `interactionId of ${id}`, interactionId, serviceIds.get(id) ?? interactionId);
  if (!serviceIds.has(id) && [...serviceIds.values()].includes(interactionId)) {
    fail(context, `${id} has the interactionId of another interaction, ${interactionId}.`);
  }
  serviceIds.set(id, interactionId);
}

const sorted = (names: unknown): unknown => (Array.isArray(names) ? names.toSorted() : names);

/** The id of the current interaction, which is fetched if it is not known yet. */
export async function currentId(context: Context, instance: Instance): Promise<string> {
  const [current] = openCollections(instance);
  if (current !== undefined && !instance.serviceIds.has(current.id)) await fetchInteraction(context, instance);
  return (current && instance.serviceIds.get(current.id)) ?? "nowhere";
}
