import type { RouteName } from "@journey-kit/schemas/routes";
import { sampleNames, toSubject } from "../target/sample.ts";
import { entriesOf, memberOf } from "./member.ts";
import type { Stage } from "./stage.ts";

/** An instance that was started on a stage. */
export interface Started {
  readonly generation: "v1" | "v2";
  readonly instanceId: string;
}

/** More steps than any journey has. */
const mostSteps = 50;

/**
 * Starts an instance without any data, or with all that there are samples of; asynchronously, on either generation.
 *
 * @throws {Error} When neither generation starts it.
 */
export async function startJourney(stage: Stage, resourceId: string, prefill: "none" | "all"): Promise<Started> {
  const subject = prefill === "all" ? toSampleSubject(sampleNames) : { documents: [], biometrics: [] };
  const v2 = { resourceId, context: { config: { delivery: "api" }, subject } };
  const v1 = { resourceId, context: { config: { async: true }, subject } };
  for (const [generation, body] of [["v2", v2] as const, ["v1", v1] as const]) {
    const answer = await stage.caller.post(`${generation}.startJourney`, body);
    const instanceId = memberOf(answer.body, "instanceId");
    if (typeof instanceId !== "string") continue;
    stage.give({ instanceId });
    return { generation, instanceId };
  }
  throw new Error(`No journey "${resourceId}" starts.`);
}

/** Submits samples until a v2 instance waits for an interaction. */
export async function bringTo(stage: Stage, { instanceId }: Started, interaction: string): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < mostSteps; step += 1) {
    const current = await post(stage, "v2.fetchInteraction", { instanceId });
    const interactionId = memberOf(current, "interactionId");
    if (typeof interactionId === "string" && isNamed(interactionId, interaction)) return stage.give({ interactionId });
    const required = requiredOf(current);
    if (typeof interactionId === "string" && required.length > 0) {
      passed.push(interactionId);
      const participants = required.map((domainElementId) => ({ domainElementId }));
      const context = { subject: toSampleSubject(required) };
      await post(stage, "v2.submitInteraction", { instanceId, interactionId, participants, context });
    } else if (typeof interactionId === "string" || !(await moveOn(stage, instanceId))) break;
  }
  throw new Error(`There is no interaction "${interaction}"; the journey has ${passed.join(", ")}.`);
}

/** Whether an interaction has a name, which may be a part of its id. */
const isNamed = (interactionId: string, name: string): boolean =>
  interactionId === name || interactionId.split(/[:@]/).includes(name);

/** Completes tasks with samples until one of a variant is open. */
export async function openTask(stage: Stage, { instanceId }: Started, variantId: string): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < mostSteps; step += 1) {
    const tasks = entriesOf(memberOf(await post(stage, "v1.listTasks", { instanceId }), "tasks"));
    const wanted = tasks.find((task) => memberOf(task, "variantId") === variantId);
    if (wanted !== undefined) return stage.give({ taskId: String(memberOf(wanted, "taskId")) });
    const taskId = memberOf(tasks[0], "taskId");
    if (typeof taskId === "string") {
      passed.push(String(memberOf(tasks[0], "variantId")));
      const context = { subject: toSampleSubject(sampleNames) };
      await post(stage, "v1.updateTask", { intent: "Complete", instanceId, taskId, context });
    } else if (!(await moveOn(stage, instanceId))) break;
  }
  throw new Error(`There is no task "${variantId}"; the journey has ${passed.join(", ")}.`);
}

/** Lets time pass until no module of an instance runs, and says where the instance then is. */
export async function runOut(stage: Stage, instanceId: string): Promise<string> {
  for (let step = 0; step < mostSteps; step += 1) if (!(await moveOn(stage, instanceId))) break;
  return (await stage.control.instance(instanceId).explain()).phase;
}

/** Moves an instance to its next event; false where modules do not run. */
async function moveOn({ control }: Stage, instanceId: string): Promise<boolean> {
  const { phase } = await control.instance(instanceId).explain();
  if (phase === "running") await control.clock.advance({ to: "next-event" });
  return phase === "running";
}

/** The elements that an interaction needs, in either layout. Gap `interaction-fetch-layout`. */
function requiredOf(interaction: unknown): readonly string[] {
  const nested = entriesOf(memberOf(interaction, "interaction", "collects"));
  if (nested.length > 0)
    return nested
      .filter((entry) => memberOf(entry, "spec") === "required")
      .map((entry) => String(memberOf(entry, "ref")));
  const collected = entriesOf(memberOf(interaction, "collects")).map(String);
  return collected.filter((element) => memberOf(interaction, "spec", element) === "required");
}

const toSampleSubject = (elements: readonly string[]) =>
  toSubject(elements.map((element) => ({ element, kind: "valid" })));

async function post({ caller }: Stage, name: RouteName, body: unknown): Promise<unknown> {
  const answer = await caller.post(name, body);
  if (answer.status < 400) return answer.body;
  throw new Error(`${name} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}
