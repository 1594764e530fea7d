import type { JourneyDefinition } from "@journey-kit/schemas";
import fc from "fast-check";
import { startRequest } from "../../service/journey.ts";
import { readAt } from "../../service/member.ts";
import { createSubject, hasWrongForm, type Part, renderParts, sampleNames, validParts } from "../../service/sample.ts";
import { type Command, commandOn } from "./command.ts";
import { collectionsOf, createInstance, elementsOf, type Instance, resourceIdOf, type Script } from "./model.ts";
import { expectSame, failRun, type ModelRun, postExpecting, statusOfError } from "./model-run.ts";
import { finishModules, settle } from "./progress.ts";

/** Options for a start. Spec 2.7. */
interface StartOptions {
  readonly delivery: "api" | "page";
  /** Whether a v1 start waits for its modules (`sync`); v2 starts have no mode. */
  readonly mode?: "async" | "sync";
  readonly prefill: readonly Part[];
  readonly script: Script;
}

/** Starts an instance with the given prefill. A refused start creates no instance. Spec 2.7, 3.1, 4.2, 4.3, 9. */
export function startJourneyCommand(
  journey: JourneyDefinition,
  { delivery, mode, prefill, script }: StartOptions,
): Command {
  const { apiVersion } = journey;
  const resourceId = resourceIdOf(journey);
  const isRefused = (apiVersion === "v2" || delivery === "page") && hasInvalid(journey, prefill);
  const config = { delivery, ...(mode === "async" && { async: true }) };
  const request = startRequest(apiVersion, resourceId, createSubject(prefill), config);
  const how = mode === undefined ? resourceId : `${resourceId} ${mode}`;
  const ending = script === "accept" ? "" : `, scripted to ${script}`;
  const description = `start ${how} for ${delivery} with ${renderParts(prefill)}${ending}`;
  return {
    check: () => true,
    run: async (model, real) => {
      const instance = createInstance(model.instances.length, journey, script, prefill);
      settle(model, instance);
      // Gap `v1-sync-open-tasks`: the start waits only if the prefill covers every task.
      const waits = mode === "sync" && instance.handled.size === collectionsOf(journey).length;
      if (waits) finishModules(model, instance);
      const isFailed = waits && instance.end === "failed";
      // A failed synchronous start returns no instance id.
      const expected = isRefused ? 400 : isFailed ? statusOfError(model, "MODULE_FAILED") : "success";
      // A refused start does not use up the armed scenario. Without `control`, every instance is accepted.
      const scenario = isRefused || script === "accept" ? undefined : scenarioOfScript[script];
      if (scenario !== undefined) await real.target.control?.scenarios.arm({ scenario });
      const answer = await postExpecting(real, { step: description, ...request, expected });
      if (expected === "success") addInstance(real, instance, answer.body, delivery === "page");
    },
    toString: () => description,
  };
}

/** Whether prefill is refused, because an element of the journey is invalid or a value has the wrong type. Spec 2.5, 2.8. */
function hasInvalid(journey: JourneyDefinition, prefill: readonly Part[]): boolean {
  const collected = collectionsOf(journey).flatMap(elementsOf);
  return prefill.some((part) => part.kind === "invalid" && (collected.includes(part.element) || hasWrongForm(part)));
}

const scenarioOfScript = { reject: "rejected", refer: "referred", fail: "broken" } as const;

function addInstance(real: ModelRun, instance: Instance, body: unknown, isHosted: boolean): void {
  const { instances } = real.model;
  const instanceId = String(readAt(body, "instanceId"));
  if (!/^[A-Za-z0-9_-]{16,64}$/.test(instanceId))
    failRun(
      real,
      `The start returned a malformed instanceId: "${instanceId}". Expected 16 to 64 letters, digits, _ or -.`,
    );
  if (instances.some((one) => one.instanceId === instanceId))
    failRun(real, `The instanceId ${instanceId} already exists.`);
  expectSame(real, "presence of instanceUrl", readAt(body, "instanceUrl") !== undefined, isHosted);
  instance.instanceId = instanceId;
  instances.push(instance);
}

/** A reason to refuse a start, with the expected status for each API version. */
interface Refusal {
  readonly how: string;
  readonly statuses: { readonly v1?: number; readonly v2: number };
  readonly toId?: (resourceId: string) => string;
  readonly context?: { readonly config: object; readonly subject?: object };
  readonly shows?: Readonly<Record<string, unknown>>;
}

const [config, subject] = [{ delivery: "api" }, {}];
const missingField = { "errors[0].code": "4002", "errors[0].name": "MISSING_FIELD" };
const onOtherApiVersion = "on the other API version";

const refusals: readonly Refusal[] = [
  { how: "without a delivery", statuses: { v2: 400 }, context: { config: {}, subject }, shows: missingField },
  { how: "without a subject", statuses: { v2: 400 }, context: { config } },
  { how: "without a version", statuses: { v1: 400, v2: 400 }, toId: (id) => id.replace(/@.*/, "") },
  { how: "of a journey that is not published", statuses: { v1: 404, v2: 404 }, toId: (id) => `no-${id}` },
  { how: onOtherApiVersion, statuses: { v1: 400, v2: 400 } },
];

/** Sends a start that the service must refuse. Spec 1, 2.1, 2.7, 4.2. */
function startRefused(journey: JourneyDefinition, refusal: Refusal): Command {
  const { how, statuses, toId = (id) => id, context: sent = { config, subject }, shows = {} } = refusal;
  const isV2 = (journey.apiVersion === "v2") !== (how === onOtherApiVersion);
  const description = `start ${resourceIdOf(journey)} ${how}`;
  return commandOn(() => statuses[journey.apiVersion], {
    run: async (expected, real) => {
      const request = startRequest(isV2 ? "v2" : "v1", toId(resourceIdOf(journey)), sent.subject, sent.config);
      await postExpecting(real, { step: description, ...request, expected, shows });
    },
    toString: () => description,
  });
}

/** Generates no prefill, partial prefill, full prefill, or prefill with an invalid element. */
function prefillOf(journey: JourneyDefinition): fc.Arbitrary<readonly Part[]> {
  const names = [...new Set(collectionsOf(journey).flatMap(elementsOf))];
  return fc.oneof(
    fc.constant<readonly Part[]>([]),
    fc.subarray(names).map(validParts),
    fc.constant(validParts(names)),
    fc
      .tuple(fc.subarray(names), fc.constantFrom(...sampleNames))
      .map(([chosen, element]): readonly Part[] => [
        ...validParts(chosen.filter((name) => name !== element)),
        { element, kind: "invalid" },
      ]),
  );
}

function generateStart(journey: JourneyDefinition, isControlled: boolean): fc.Arbitrary<Command> {
  const scripts: readonly Script[] = isControlled
    ? ["accept", "accept", "accept", "reject", "refer", "fail"]
    : ["accept"];
  const options = {
    delivery: fc.constantFrom("api", "page"),
    prefill: prefillOf(journey),
    script: fc.constantFrom(...scripts),
  };
  const v1Options = { ...options, mode: fc.constantFrom("async", "sync") };
  return fc.record(journey.apiVersion === "v1" ? v1Options : options).map((one) => startJourneyCommand(journey, one));
}

/** Commands that start journeys. Most of the starts are valid. */
export function startCommands(
  journeys: readonly JourneyDefinition[],
  isControlled: boolean,
): readonly fc.Arbitrary<Command>[] {
  const start = fc.oneof(...journeys.map((journey) => generateStart(journey, isControlled)));
  const refused = fc.tuple(fc.constantFrom(...journeys), fc.constantFrom(...refusals));
  return [start, start, start, refused.map((args) => startRefused(...args))];
}
