import { errorKindOf } from "@journey-kit/schemas/errors";
import { resolveReading } from "@journey-kit/schemas/routes";
import fc from "fast-check";
import { readAt } from "../target/member.ts";
import { hasWrongForm, type Part, sampleNames, toSubject, toText } from "../target/sample.ts";
import { type Command, command } from "./command.ts";
import { type Context, expectSame, fail, post } from "./context.ts";
import type { Expected } from "./expectation.ts";
import { collectionsOf, elementsOf, type Journey } from "./journey.ts";
import { createInstance, type Instance, type Model, type Script } from "./model.ts";
import { settle, waitForModules } from "./progress.ts";

type Delivery = "api" | "page";

/**
 * Starts a v2 instance with any prefill; invalid prefill is refused and leaves no instance. Spec 2.7, 3.1, 4.2.
 */
export function startV2(journey: Journey, delivery: Delivery, prefill: readonly Part[], script: Script): Command {
  const isRefused = hasInvalid(journey, prefill);
  const describe = () => `start ${journey.resourceId} for ${delivery} with ${toText(prefill)}${toEnding(script)}`;
  return command({
    pick: (model) => model,
    run: async (model, context) => {
      if (!isRefused) await arm(context, script); // a refused start leaves the armed scenario to the next one
      const body = { resourceId: journey.resourceId, context: { config: { delivery }, subject: toSubject(prefill) } };
      const expected = isRefused ? 400 : "success";
      const answer = await post(context, { step: describe(), name: "v2.startJourney", body, expected });
      if (isRefused) return;
      const instance = createInstance(model, journey, prefill, script);
      addInstance(context, instance, answer.body, delivery);
      settle(model, instance);
    },
    describe,
  });
}

/** How a v1 instance is started. Spec 2.7. */
interface V1Config {
  readonly mode: "async" | "sync";
  readonly delivery: Delivery;
}

/** Starts a v1 instance with any prefill, which is validated for hosted pages only. Spec 2.7, 4.3, 9. */
function startV1(journey: Journey, { mode, delivery }: V1Config, prefill: readonly Part[], script: Script): Command {
  const describe = () =>
    `start ${journey.resourceId} ${mode} for ${delivery} with ${toText(prefill)}${toEnding(script)}`;
  return command({
    pick: (model) => model,
    run: async (model, context) => {
      const instance = createInstance(model, journey, prefill, script);
      settle(model, instance);
      if (mode === "sync") waitForModules(model, instance); // with open tasks no module runs, and it responds at once
      const isRefused = delivery === "page" && hasInvalid(journey, prefill);
      const isFailed = mode === "sync" && instance.end === "failed";
      const expected = isRefused ? 400 : isFailed ? syncFailure(model) : "success";
      if (!isRefused) await arm(context, script); // a refused start leaves the armed scenario to the next one
      const config = { delivery, ...(mode === "async" && { async: true }) };
      const body = { resourceId: journey.resourceId, context: { config, subject: toSubject(prefill) } };
      const answer = await post(context, { step: describe(), name: "v1.startJourney", body, expected });
      if (expected === "success") addInstance(context, instance, answer.body, delivery);
    },
    describe,
  });
}

/** A synchronous start whose modules fail is a 5xx without the id of its instance. Gap `v1-sync-failure`. */
const syncFailure = ({ profile }: Readonly<Model>): Expected =>
  resolveReading(profile, errorKindOf("MODULE_FAILED").status) ?? 500;

const scenarios: Readonly<Record<Exclude<Script, "accept">, string>> = {
  reject: "rejected",
  refer: "referred",
  fail: "broken",
};

/** Scripts the outcome of the next instance; without control everyone is accepted. */
async function arm({ target }: Context, script: Script): Promise<void> {
  if (script !== "accept") await target.control?.scenarios.arm({ scenario: scenarios[script] });
}

const toEnding = (script: Script): string => (script === "accept" ? "" : `, to ${script}`);

/** Whether prefill is refused: an element of the journey is invalid, or anything has a wrong type. Spec 2.5, 2.8. */
function hasInvalid(journey: Journey, prefill: readonly Part[]): boolean {
  const collected = collectionsOf(journey).flatMap(elementsOf);
  return prefill.some((part) => part.kind === "invalid" && (collected.includes(part.element) || hasWrongForm(part)));
}

/** Checks the response to a start and adds the instance to the model. */
function addInstance(context: Context, instance: Instance, body: unknown, delivery: Delivery): void {
  const { instances } = context.model;
  const instanceId = String(readAt(body, "instanceId"));
  if (!/^[A-Za-z0-9_-]{16,64}$/.test(instanceId)) fail(context, `The instanceId ${instanceId} cannot be submitted to.`);
  if (instances.some((one) => one.instanceId === instanceId)) fail(context, `The instanceId ${instanceId} is taken.`);
  const hasUrl = readAt(body, "instanceUrl") !== undefined;
  expectSame(context, "whether there is an instanceUrl", hasUrl, delivery === "page");
  instance.instanceId = instanceId;
  instances.push(instance);
}

const flaws = {
  "without a delivery": { v1: undefined, v2: 400 },
  "without a subject": { v1: undefined, v2: 400 },
  "without a version": { v1: 400, v2: 400 },
  "of a journey that is not published": { v1: 404, v2: 404 },
  "on the other generation": { v1: 400, v2: 400 },
} as const;

type Flaw = keyof typeof flaws;

/** Starts an instance in a way that is refused. Spec 1, 2.1, 2.7, 4.2. */
function startRefused(journey: Journey, flaw: Flaw): Command {
  const describe = () => `start ${journey.resourceId} ${flaw}`;
  const isV2 = (journey.generation === "v2") !== (flaw === "on the other generation");
  const resourceIds: { readonly [Name in Flaw]?: string } = {
    "without a version": journey.resourceId.replace(/@.*/, ""),
    "of a journey that is not published": `no-${journey.resourceId}`,
  };
  return command({
    pick: () => flaws[flaw][journey.generation],
    run: async (expected, context) => {
      const config = flaw === "without a delivery" ? {} : { delivery: "api" };
      const body = {
        resourceId: resourceIds[flaw] ?? journey.resourceId,
        context: { config, ...(flaw !== "without a subject" && { subject: {} }) },
      };
      const name = isV2 ? "v2.startJourney" : "v1.startJourney";
      const answer = await post(context, { step: describe(), name, body, expected });
      if (flaw !== "without a delivery") return;
      const error = [readAt(answer.body, "errors[0].code"), readAt(answer.body, "errors[0].name")];
      expectSame(context, "code and name", error, ["4002", "MISSING_FIELD"]);
    },
    describe,
  });
}

/** No prefill, some of it, all of it, or some of it invalid. */
function prefillOf(journey: Journey): fc.Arbitrary<readonly Part[]> {
  const names = [...new Set(collectionsOf(journey).flatMap(elementsOf))];
  const valid = (chosen: readonly string[]): readonly Part[] => chosen.map((element) => ({ element, kind: "valid" }));
  return fc.oneof(
    fc.constant<readonly Part[]>([]),
    fc.subarray(names).map(valid),
    fc.constant(valid(names)),
    fc
      .tuple(fc.subarray(names), fc.constantFrom(...sampleNames))
      .map(([chosen, element]): readonly Part[] => [
        ...valid(chosen.filter((name) => name !== element)),
        { element, kind: "invalid" },
      ]),
  );
}

function startOf(journey: Journey, isControlled: boolean): fc.Arbitrary<Command> {
  const delivery = fc.constantFrom<Delivery>("api", "page");
  const prefill = prefillOf(journey);
  const script = isControlled
    ? fc.constantFrom<Script>("accept", "accept", "accept", "reject", "refer", "fail")
    : fc.constant<Script>("accept");
  if (journey.generation === "v2") {
    return fc.tuple(delivery, prefill, script).map((args) => startV2(journey, ...args));
  }
  const config = fc.record({ mode: fc.constantFrom("async", "sync"), delivery });
  return fc.tuple(config, prefill, script).map((args) => startV1(journey, ...args));
}

/** Starts of journeys: mostly valid, some refused. */
export function startCommands(journeys: readonly Journey[], isControlled: boolean): readonly fc.Arbitrary<Command>[] {
  const start = fc.oneof(...journeys.map((journey) => startOf(journey, isControlled)));
  const flaw = fc.constantFrom(...(Object.keys(flaws) as Flaw[])); // `Object.keys` forgets the literal keys it was given
  const refused = fc.tuple(fc.constantFrom(...journeys), flaw).map((args) => startRefused(...args));
  return [start, start, start, refused];
}
