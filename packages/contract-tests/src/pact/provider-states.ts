import type { Subject } from "@journey-kit/schemas";
import { Scenario, type World } from "@journey-kit/schemas/control";
import { permissions, type RouteName } from "@journey-kit/schemas/routes";
import type * as z from "zod";
import { readAt, readList } from "../target/member.ts";
import { person, sampleNames, toSubject } from "../target/sample.ts";
import type { Caller } from "../target/target.ts";
import { providerStates, type StateDefinition, type StateName } from "./states.ts";

/** A fresh world of the simulator in which the states of one interaction are set up. */
export interface StateContext {
  /** Controls the world: its clock, scenarios, permissions and instances. */
  readonly control: World;
  /** Calls the service as the API client of the world. */
  readonly caller: Caller;
}

/** Values that a state provides for the request, such as `instanceId`. */
export type StateValues = Readonly<Record<string, string>>;

/** Sets up a provider state with the parameters in the pact, and returns the values that it provides. */
export type StateHandler<Parameters = unknown> = (
  context: StateContext,
  parameters: Parameters,
) => Promise<StateValues | undefined>;

/** Validates the parameters in the pact before a handler uses them. */
const handle =
  <Parameters extends z.ZodObject>(
    { parameters }: StateDefinition<Parameters>,
    handler: StateHandler<z.output<Parameters>>,
  ): StateHandler =>
  (context, given) =>
    handler(context, parameters.parse(given));

/** A number that exceeds the instances that any test starts, so that a scenario is armed for all of them. */
const everyInstance = 1_000_000;

/** Milliseconds; longer than the lifetime of any token. */
const oneDayMs = 86_400_000;

/** Maximum number of steps in setting up a state. No journey needs that many. */
const maxSteps = 50;

const scenarios = { accept: "accepted", reject: "rejected", refer: "referred" } as const;

/** The handlers of the built-in provider states. */
export const stateHandlers: Readonly<Record<StateName, StateHandler>> = {
  waiting: handle(providerStates.waiting, async (context, { resourceId, ...wanted }) => {
    const { instanceId } = await startJourney(context, resourceId, {});
    return { instanceId, interactionId: await advanceToInteraction(context, instanceId, wanted) };
  }),
  openTask: handle(providerStates.openTask, async (context, { resourceId, variantId }) => {
    const { instanceId } = await startJourney(context, resourceId, {});
    return { instanceId, taskId: await advanceToTask(context, instanceId, variantId) };
  }),
  running: handle(providerStates.running, (context, { resourceId }) =>
    advanceToPhase(context, resourceId, "slow", ["running"]),
  ),
  completed: handle(providerStates.completed, (context, { resourceId, outcome }) => {
    const phases = outcome === "refer" ? ["finished", "reviewing"] : ["finished"];
    return advanceToPhase(context, resourceId, scenarios[outcome], phases);
  }),
  failed: handle(providerStates.failed, (context, { resourceId }) =>
    advanceToPhase(context, resourceId, "broken", ["failed"]),
  ),
  paused: handle(providerStates.paused, async (context, { resourceId }) => {
    const { instanceId } = await startJourney(context, resourceId, {});
    await context.control.instance(instanceId).pause();
    return { instanceId };
  }),
  connectToken: handle(providerStates.connectToken, async (context, { resourceId }) => {
    const { instanceId } = await startJourney(context, resourceId, {});
    const device = await call(context, "v2.startDevice", { instanceId });
    return { instanceId, connectToken: String(readAt(device, "connectToken")) };
  }),
  missingPermission: handle(providerStates.missingPermission, async ({ control }, { permission }) => {
    await control.permissions.set({ permissions: permissions.filter((one) => one !== permission) });
  }),
  expiredToken: handle(providerStates.expiredToken, async ({ control }) => {
    await control.clock.advance({ ms: oneDayMs });
  }),
  scenario: handle(providerStates.scenario, async (context, { scenario }) => {
    if (typeof scenario !== "string") await context.control.scenarios.put(Scenario.parse(scenario));
    await arm(context, typeof scenario === "string" ? scenario : scenario.name);
  }),
  readings: handle(providerStates.readings, async ({ control }, { readings }) => {
    const current = await control.profile.read();
    await control.profile.set({ readings: { ...current.readings, ...readings } });
  }),
  later: handle(providerStates.later, async ({ control, caller }, { milliseconds }) => {
    await control.clock.advance({ ms: milliseconds });
    caller.renew();
    return { token: await caller.bearer() };
  }),
};

/** Arms a scenario for every instance. A scenario armed by an earlier state is used first. */
const arm = ({ control }: StateContext, scenario: string) => control.scenarios.arm({ scenario, times: everyInstance });

/** Starts an instance of a v1 or v2 journey. */
async function startJourney(
  context: StateContext,
  resourceId: string,
  subject: Subject,
  scenario = "accepted",
): Promise<{ readonly instanceId: string }> {
  await arm(context, scenario);
  const start = (name: RouteName, config: object) =>
    context.caller.post(name, {
      resourceId,
      context: { config, subject: { documents: [], biometrics: [], ...subject } },
    });
  const v2 = await start("v2.startJourney", { delivery: "api" });
  const started = v2.status < 400 ? v2 : await start("v1.startJourney", { async: true });
  const instanceId = readAt(started.body, "instanceId");
  if (typeof instanceId === "string") return { instanceId };
  throw new Error(`the journey "${resourceId}" does not start: ${JSON.stringify(v2.body)}`);
}

/** Starts an instance with all sample data, and advances the clock until it is in one of the phases. */
async function advanceToPhase(
  context: StateContext,
  resourceId: string,
  scenario: string,
  phases: readonly string[],
): Promise<StateValues> {
  const { instanceId } = await startJourney(context, resourceId, person, scenario);
  const { explain } = context.control.instance(instanceId);
  let { phase } = await explain();
  for (let step = 0; step < maxSteps && phase === "running" && !phases.includes(phase); step += 1) {
    await finishNextModule(context, instanceId);
    phase = (await explain()).phase;
  }
  if (phases.includes(phase)) return { instanceId };
  throw new Error(`with all sample data submitted, the instance is ${phase} instead of ${phases.join(" or ")}`);
}

/** Submits sample data until a v2 instance waits for the wanted interaction. Returns the interaction id. */
async function advanceToInteraction(
  context: StateContext,
  instanceId: string,
  {
    interaction,
    collected = [],
  }: { readonly interaction?: string | undefined; readonly collected?: readonly string[] | undefined },
): Promise<string> {
  const passed: string[] = [];
  let remaining = collected;
  for (let step = 0; step < maxSteps; step += 1) {
    const current = await call(context, "v2.fetchInteraction", { instanceId });
    const interactionId = readAt(current, "interactionId");
    if (typeof interactionId !== "string") {
      if (await finishNextModule(context, instanceId)) continue;
      break;
    }
    const isWanted = interaction === undefined || [interactionId, ...interactionId.split(/[:@]/)].includes(interaction);
    if (isWanted && remaining.length === 0) return interactionId;
    const elements = collectedBy(current).filter((element) => !isWanted || remaining.includes(element));
    if (elements.length === 0) break;
    passed.push(interactionId);
    remaining = remaining.filter((element) => !elements.includes(element));
    const participants = elements.map((domainElementId) => ({ domainElementId }));
    const subject = toSubject(elements.map((element) => ({ element, kind: "valid" })));
    await call(context, "v2.submitInteraction", { instanceId, interactionId, participants, context: { subject } });
  }
  const wanted = interaction === undefined ? "an interaction" : `"${interaction}"`;
  const missing = remaining.length === 0 ? "" : ` with ${remaining.join(", ")} collected`;
  throw new Error(`the instance never waits for ${wanted}${missing}; its interactions were ${passed.join(", ")}`);
}

/** The elements that an interaction collects and that have sample data, in either layout. Gap `interaction-fetch-layout`. */
function collectedBy(interaction: unknown): readonly string[] {
  const entries = [...readList(interaction, "collects"), ...readList(interaction, "interaction.collects")];
  return entries
    .map((entry) => String(readAt(entry, "ref") ?? entry))
    .filter((element) => sampleNames.includes(element));
}

/** Completes tasks with sample data until a task of the variant is open. Returns the task id. */
async function advanceToTask(context: StateContext, instanceId: string, variantId: string): Promise<string> {
  const passed: string[] = [];
  for (let step = 0; step < maxSteps; step += 1) {
    const tasks = readList(await call(context, "v1.listTasks", { instanceId }), "tasks");
    const wanted = tasks.find((task) => readAt(task, "variantId") === variantId);
    if (wanted !== undefined) return String(readAt(wanted, "taskId"));
    const taskId = readAt(tasks[0], "taskId");
    if (typeof taskId === "string") {
      passed.push(String(readAt(tasks[0], "variantId")));
      const completed = { intent: "Complete", instanceId, taskId, context: { subject: person } };
      await call(context, "v1.updateTask", completed);
    } else if (!(await finishNextModule(context, instanceId))) break;
  }
  throw new Error(`the instance never has an open task "${variantId}"; its tasks were ${passed.join(", ")}`);
}

/** Advances the clock to the next event of a running instance; false if no module is running. */
async function finishNextModule({ control }: StateContext, instanceId: string): Promise<boolean> {
  const { phase } = await control.instance(instanceId).explain();
  if (phase === "running") await control.clock.advance({ to: "next-event" });
  return phase === "running";
}

async function call({ caller }: StateContext, name: RouteName, body: unknown): Promise<unknown> {
  const response = await caller.post(name, body);
  if (response.status < 400) return response.body;
  throw new Error(`${name} responded ${response.status}: ${JSON.stringify(response.body)}`);
}
