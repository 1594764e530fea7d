import type { Subject } from "@journey-kit/schemas";
import { Scenario, type World } from "@journey-kit/schemas/control";
import type { Readings } from "@journey-kit/schemas/profile";
import { permissions, type RouteName } from "@journey-kit/schemas/routes";
import * as z from "zod";
import { readAt, readList } from "../service/member.ts";
import { person, sampleNames, toSubject } from "../service/sample.ts";
import type { Caller } from "../service/target.ts";
import { armScenario } from "../service/world.ts";

/** A provider state: a sentence and parameters, as in every Pact library. Several states are set up in order. */
export interface ProviderState {
  readonly description: string;
  readonly parameters: { readonly [name: string]: unknown };
}

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

/** Defines a provider state: its description in pact files, the schema of its parameters, and how to set it up. */
const define = <Parameters extends z.ZodObject>(
  description: string,
  parameters: Parameters,
  setUp: StateHandler<z.output<Parameters>>,
) => ({
  description,
  parameters,
  setUp: ((context, given) => setUp(context, parameters.parse(given))) satisfies StateHandler,
});

/** A published journey, such as `document-and-selfie@latest`. Spec 2.1. */
const resourceId = z.string();

/** Milliseconds; longer than the lifetime of any token. */
const oneDayMs = 86_400_000;

/** Maximum number of steps to set up a state. No journey needs that many. */
const maxSteps = 50;

const scenarios = { accept: "accepted", reject: "rejected", refer: "referred" } as const;

/**
 * The provider states that the verifier can set up. All provide `token`. States that set up an instance also provide
 * `instanceId`.
 */
export const providerStates = {
  /**
   * A v2 instance whose current interaction has already accepted the `collected` elements. Adds `interactionId`. Spec
   * 2.5.
   */
  waiting: define(
    "an instance is waiting for an interaction",
    z.strictObject({
      resourceId,
      interaction: z.string().optional(),
      collected: z.array(z.string()).optional(),
    }),
    async (context, { resourceId, ...wanted }) => {
      const instanceId = await startJourney(context, resourceId);
      return { instanceId, interactionId: await advanceToInteraction(context, instanceId, wanted) };
    },
  ),
  /** A v1 instance with an open task. Adds `taskId`. Spec 2.3. */
  openTask: define(
    "an instance has an open task",
    z.strictObject({ resourceId, variantId: z.string() }),
    async (context, { resourceId, variantId }) => {
      const instanceId = await startJourney(context, resourceId);
      return { instanceId, taskId: await advanceToTask(context, instanceId, variantId) };
    },
  ),
  /** A v1 or v2 instance with all data submitted and running modules. Spec 3.1. */
  running: define("the modules of an instance are running", z.strictObject({ resourceId }), (context, { resourceId }) =>
    advanceToPhase(context, resourceId, "slow", ["running"]),
  ),
  /** A completed v1 or v2 instance, or a referred one that waits for review. Spec 1, 3.1; gap `refer-ends-journey`. */
  completed: define(
    "an instance is completed",
    z.strictObject({ resourceId, outcome: z.enum(["accept", "reject", "refer"]) }),
    (context, { resourceId, outcome }) => {
      const phases = outcome === "refer" ? ["finished", "reviewing"] : ["finished"];
      return advanceToPhase(context, resourceId, scenarios[outcome], phases);
    },
  ),
  /** A v1 or v2 instance with a module that failed to complete. Spec 3.1. */
  failed: define("an instance has failed", z.strictObject({ resourceId }), (context, { resourceId }) =>
    advanceToPhase(context, resourceId, "broken", ["failed"]),
  ),
  /** A paused v1 or v2 instance. Spec 2.2. */
  paused: define("an instance is paused", z.strictObject({ resourceId }), async (context, { resourceId }) => {
    const instanceId = await startJourney(context, resourceId);
    await context.control.instance(instanceId).pause();
    return { instanceId };
  }),
  /** A v2 instance with a token for the device of its end user. Adds `connectToken`. Spec 4.2; gap `device-start`. */
  connectToken: define(
    "an instance has a connect token",
    z.strictObject({ resourceId }),
    async (context, { resourceId }) => {
      const instanceId = await startJourney(context, resourceId);
      const device = await call(context, "v2.startDevice", { instanceId });
      return { instanceId, connectToken: String(readAt(device, "connectToken")) };
    },
  ),
  /** An API client with every permission except one. Spec 5; gap `permission-names`. */
  missingPermission: define(
    "the API client lacks a permission",
    z.strictObject({ permission: z.enum(permissions) }),
    async ({ control }, { permission }) => {
      await control.permissions.set({ permissions: permissions.filter((one) => one !== permission) });
    },
  ),
  /** A token that has expired. Spec 5. */
  expiredToken: define("the token has expired", z.strictObject({}), async ({ control }) => {
    await control.clock.advance({ ms: oneDayMs });
  }),
  /** A built-in or custom scenario for the instances that the following states start. Of several, the first applies. */
  scenario: define(
    "the modules follow a scenario",
    z.strictObject({ scenario: z.union([z.string(), Scenario]) }),
    async ({ control }, { scenario }) => {
      await armScenario(control, scenario);
    },
  ),
  /** Readings by gap. Put this state before the states that depend on it. */
  readings: define(
    "the service follows other readings",
    z.strictObject({ readings: z.custom<Readings>((value) => typeof value === "object") }),
    async ({ control }, { readings }) => {
      const current = await control.profile.read();
      await control.profile.set({ readings: { ...current.readings, ...readings } });
    },
  ),
  /** Time has passed since the previous states. Provides a new `token`. */
  later: define(
    "time has passed",
    z.strictObject({ milliseconds: z.int().min(0) }),
    async ({ control, caller }, { milliseconds }) => {
      await control.clock.advance({ ms: milliseconds });
      caller.renew();
      return { token: await caller.bearer() };
    },
  ),
} as const;

type Given<T> = T extends object ? { readonly [Name in keyof T]: Given<T[Name]> } : T;

type StateBuilder<Parameters> =
  Record<never, never> extends Parameters ? () => ProviderState : (parameters: Given<Parameters>) => ProviderState;

type StateBuilders = {
  readonly [Name in keyof typeof providerStates]: StateBuilder<z.input<(typeof providerStates)[Name]["parameters"]>>;
};

/**
 * Creates provider states for an interaction.
 *
 * @example
 * states.completed({ resourceId: "document-and-selfie@latest", outcome: "accept" });
 */
export const states = Object.fromEntries(
  Object.entries(providerStates).map(([name, { description }]) => [
    name,
    (parameters: never): ProviderState => ({ description, parameters: parameters ?? {} }),
  ]),
) as StateBuilders; // `Object.fromEntries` loses the types of the keys

/** Starts an instance of a v1 or v2 journey. */
async function startJourney(
  context: StateContext,
  resourceId: string,
  subject: Subject = {},
  scenario = "accepted",
): Promise<string> {
  await armScenario(context.control, scenario);
  const start = (name: RouteName, config: object) =>
    context.caller.post(name, {
      resourceId,
      context: { config, subject: { documents: [], biometrics: [], ...subject } },
    });
  const v2 = await start("v2.startJourney", { delivery: "api" });
  const started = v2.status < 400 ? v2 : await start("v1.startJourney", { async: true });
  const instanceId = readAt(started.body, "instanceId");
  if (typeof instanceId === "string") return instanceId;
  throw new Error(`the journey "${resourceId}" does not start: ${JSON.stringify(v2.body)}`);
}

/** Starts an instance with all sample data, and advances the clock until the instance is in one of the phases. */
async function advanceToPhase(
  context: StateContext,
  resourceId: string,
  scenario: string,
  phases: readonly string[],
): Promise<StateValues> {
  const instanceId = await startJourney(context, resourceId, person, scenario);
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

/** Advances the clock to the next event if modules of the instance are running; otherwise returns false. */
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
