import type { Subject } from "@journey-kit/schemas";
import { Scenario, type World } from "@journey-kit/schemas/control";
import { permissions } from "@journey-kit/schemas/endpoints";
import type { Readings } from "@journey-kit/schemas/tables";
import * as z from "zod";
import { advanceToWork, type DrivenInstance, type JourneyRequest, maxSteps, startRequest } from "../service/journey.ts";
import { readAt } from "../service/member.ts";
import { person } from "../service/sample.ts";
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

const scenarioOfOutcome = { accept: "accepted", reject: "rejected", refer: "referred" } as const;

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
    z.strictObject({ resourceId, interaction: z.string().optional(), collected: z.array(z.string()).optional() }),
    async (context, { resourceId, interaction, collected }) => {
      const instance = await startDrivenInstance(context, resourceId);
      const interactionId = await advanceToWork(instance, "v2", interaction, collected);
      return { instanceId: instance.instanceId, interactionId };
    },
  ),
  /** A v1 instance with an open task. Adds `taskId`. Spec 2.3. */
  openTask: define(
    "an instance has an open task",
    z.strictObject({ resourceId, variantId: z.string() }),
    async (context, { resourceId, variantId }) => {
      const instance = await startDrivenInstance(context, resourceId);
      return { instanceId: instance.instanceId, taskId: await advanceToWork(instance, "v1", variantId) };
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
      return advanceToPhase(context, resourceId, scenarioOfOutcome[outcome], phases);
    },
  ),
  /** A v1 or v2 instance with a module that failed to complete. Spec 3.1. */
  failed: define("an instance has failed", z.strictObject({ resourceId }), (context, { resourceId }) =>
    advanceToPhase(context, resourceId, "broken", ["failed"]),
  ),
  /** A paused v1 or v2 instance. Spec 2.2. */
  paused: define("an instance is paused", z.strictObject({ resourceId }), async (context, { resourceId }) => {
    const { instanceId } = await startDrivenInstance(context, resourceId);
    await context.control.instance(instanceId).pause();
    return { instanceId };
  }),
  /** A v2 instance with a token for the device of its end user. Adds `connectToken`. Spec 4.2; gap `device-start`. */
  connectToken: define(
    "an instance has a connect token",
    z.strictObject({ resourceId }),
    async (context, { resourceId }) => {
      const { instanceId, send } = await startDrivenInstance(context, resourceId);
      const device = await send({ route: "v2.startDevice", body: { instanceId } });
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

type ReadonlyDeep<T> = T extends object ? { readonly [Name in keyof T]: ReadonlyDeep<T[Name]> } : T;

type StateBuilder<Parameters> =
  Record<never, never> extends Parameters
    ? () => ProviderState
    : (parameters: ReadonlyDeep<Parameters>) => ProviderState;

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

async function startDrivenInstance(
  { control, caller }: StateContext,
  resourceId: string,
  subject: Subject = { documents: [], biometrics: [] },
  scenario = "accepted",
): Promise<DrivenInstance> {
  await armScenario(control, scenario);
  const post = ({ route, body }: JourneyRequest) => caller.post(route, body);
  const v2 = await post(startRequest("v2", resourceId, subject));
  const { body } = v2.status < 400 ? v2 : await post(startRequest("v1", resourceId, subject));
  const instanceId = readAt(body, "instanceId");
  if (typeof instanceId !== "string")
    throw new Error(`the journey "${resourceId}" does not start: ${JSON.stringify(v2.body)}`);
  return {
    instanceId,
    send: async (request) => {
      const response = await post(request);
      if (response.status < 400) return response.body;
      throw new Error(`${request.route} responded ${response.status}: ${JSON.stringify(response.body)}`);
    },
    moveOn: async () => {
      const { phase } = await control.instance(instanceId).explain();
      if (phase === "running") await control.clock.advance({ to: "next-event" });
      return phase === "running";
    },
  };
}

/** Starts an instance with all sample data, and advances the clock until the instance is in one of the phases. */
async function advanceToPhase(
  context: StateContext,
  resourceId: string,
  scenario: string,
  phases: readonly string[],
): Promise<StateValues> {
  const { instanceId, moveOn } = await startDrivenInstance(context, resourceId, person, scenario);
  const phase = async () => (await context.control.instance(instanceId).explain()).phase;
  for (let step = 0; step < maxSteps && !phases.includes(await phase()); step += 1) if (!(await moveOn())) break;
  const reached = await phase();
  if (phases.includes(reached)) return { instanceId };
  throw new Error(`with all sample data submitted, the instance is ${reached} instead of ${phases.join(" or ")}`);
}
