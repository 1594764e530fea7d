import { Scenario } from "@journey-kit/schemas/control";
import * as z from "zod";
import { memberOf } from "./member.ts";
import { bringTo, openTask, runOut, startJourney } from "./progress.ts";
import type { Stage } from "./stage.ts";
import type { StateName } from "./state.ts";

/** Brings a stage into a state, by the parameters that stand beside its name in the pact. */
export type Setting = (stage: Stage, parameters: unknown) => Promise<void>;

/** More instances than an interaction will see. */
const everyInstance = 1_000_000;

/** Longer than any token lives, in milliseconds. */
const aDay = 86_400_000;

const journey = { resourceId: z.string() };
const words = z.object({}).catchall(z.string());
const outcomes = { accept: "accepted", reject: "rejected", refer: "referred" } as const;

/** What is done for each state. */
export const settings: Readonly<Record<StateName, Setting>> = {
  readings: reading({ readings: words }, async ({ control }, { readings }) => {
    await control.profile.change({ readings });
  }),
  findings: reading({ findings: words }, async ({ control }, { findings }) => {
    const rules = Object.entries(findings).map(([module, outcome]) => {
      const then = { outcome };
      return { when: { module }, then };
    });
    await control.putScenario(Scenario.parse({ name: "findings", rules }));
    await control.arm("findings", everyInstance);
  }),
  expiredToken: reading({}, async ({ control }) => {
    await control.clock.advance({ ms: aDay });
  }),
  waiting: reading({ ...journey, interaction: z.string() }, async (stage, { resourceId, interaction }) => {
    await stage.control.arm("accepted", everyInstance);
    await bringTo(stage, await startJourney(stage, resourceId, "none"), interaction);
  }),
  openTask: reading({ ...journey, task: z.string() }, async (stage, { resourceId, task }) => {
    await stage.control.arm("accepted", everyInstance);
    await openTask(stage, await startJourney(stage, resourceId, "none"), task);
  }),
  running: reading(journey, async (stage, { resourceId }) => {
    await stage.control.arm("slow", everyInstance);
    const { instanceId } = await startJourney(stage, resourceId, "all");
    expectPhase((await stage.control.explain(instanceId)).phase, "running");
  }),
  finished: reading({ ...journey, outcome: z.enum(["accept", "reject", "refer"]) }, async (stage, parameters) => {
    const phase = await runUnder(stage, parameters.resourceId, outcomes[parameters.outcome]);
    expectPhase(phase, "finished", ...(parameters.outcome === "refer" ? ["reviewing"] : []));
  }),
  failed: reading(journey, async (stage, { resourceId }) => {
    expectPhase(await runUnder(stage, resourceId, "broken"), "failed");
  }),
  paused: reading(journey, async (stage, { resourceId }) => {
    const { instanceId } = await startJourney(stage, resourceId, "none");
    await stage.control.pause(instanceId);
  }),
  connectToken: reading(journey, async (stage, { resourceId }) => {
    const { instanceId } = await startJourney(stage, resourceId, "none");
    const { body } = await stage.caller.post("v2.startDevice", { instanceId });
    stage.give({ connectToken: String(memberOf(body, "connectToken")) });
  }),
};

/** Makes a setting that reads its parameters first. */
function reading<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  set: (stage: Stage, parameters: z.output<z.ZodObject<Shape>>) => Promise<void>,
): Setting {
  return async (stage, parameters) => {
    const read = z.object(shape).safeParse(parameters);
    if (!read.success) throw new Error(`Its parameters are wrong. ${z.prettifyError(read.error)}`);
    await set(stage, read.data);
  };
}

/** Runs an instance that has all its data under a scenario that ships, and says how far it comes. */
async function runUnder(stage: Stage, resourceId: string, scenario: string): Promise<string> {
  await stage.control.arm(scenario, everyInstance);
  const { instanceId } = await startJourney(stage, resourceId, "all");
  return runOut(stage, instanceId);
}

function expectPhase(phase: string, ...wanted: readonly string[]): void {
  if (wanted.includes(phase)) return;
  throw new Error(`With all the data that there are samples of, the instance is ${phase}.`);
}
