import { Consequence, Scenario } from "@journey-kit/schemas/control";
import { permissions, routeNames } from "@journey-kit/schemas/routes";
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
const run = Consequence.pick({ outcome: true, latency: true, retry: true, ends: true });
const findings = z.object({}).catchall(z.union([z.string(), z.array(run)]));
const outcomes = { accept: "accepted", reject: "rejected", refer: "referred" } as const;

/** What is done for each state. */
export const settings: Readonly<Record<StateName, Setting>> = {
  readings: reading({ readings: words }, async ({ control }, { readings }) => {
    await control.profile.set({ readings });
  }),
  findings: reading({ findings }, async ({ control }, parameters) => {
    const rules = Object.entries(parameters.findings).flatMap(([module, found]) =>
      typeof found === "string"
        ? [rule({ module }, { outcome: found })]
        : found.map((run, i) => rule({ module, attempt: i + 1 }, run)),
    );
    await control.scenarios.put(Scenario.parse({ name: "findings", rules }));
    await control.scenarios.arm({ scenario: "findings", times: everyInstance });
  }),
  withoutPermission: reading({ permission: z.enum(permissions) }, async ({ control }, { permission }) => {
    await control.permissions.set({ permissions: permissions.filter((one) => one !== permission) });
  }),
  clock: reading({ mode: z.enum(["frozen", "auto"]) }, async ({ control }, { mode }) => {
    await control.clock.set({ mode });
  }),
  called: reading({ endpoint: z.enum(routeNames), body: z.unknown() }, async (stage, { endpoint, body }) => {
    const { status, body: answer } = await stage.caller.post(endpoint, fillIn(body, stage.values));
    if (status >= 400) throw new Error(`${endpoint} answered ${status}: ${JSON.stringify(answer)}`);
    const made = ["instanceId", "connectToken"].map((name) => [name, memberOf(answer, name)] as const);
    stage.give(Object.fromEntries(made.filter((entry): entry is [string, string] => typeof entry[1] === "string")));
  }),
  later: reading({ milliseconds: z.int().min(0) }, async (stage, { milliseconds }) => {
    await stage.control.clock.advance({ ms: milliseconds });
    await stage.renew();
  }),
  expiredToken: reading({}, async ({ control }) => {
    await control.clock.advance({ ms: aDay });
  }),
  waiting: reading({ ...journey, interaction: z.string() }, async (stage, { resourceId, interaction }) => {
    await stage.control.scenarios.arm({ scenario: "accepted", times: everyInstance });
    await bringTo(stage, await startJourney(stage, resourceId, "none"), interaction);
  }),
  openTask: reading({ ...journey, task: z.string() }, async (stage, { resourceId, task }) => {
    await stage.control.scenarios.arm({ scenario: "accepted", times: everyInstance });
    await openTask(stage, await startJourney(stage, resourceId, "none"), task);
  }),
  running: reading(journey, async (stage, { resourceId }) => {
    await stage.control.scenarios.arm({ scenario: "slow", times: everyInstance });
    const { instanceId } = await startJourney(stage, resourceId, "all");
    expectPhase((await stage.control.instance(instanceId).explain()).phase, "running");
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
    await stage.control.instance(instanceId).pause();
  }),
  connectToken: reading(journey, async (stage, { resourceId }) => {
    const { instanceId } = await startJourney(stage, resourceId, "none");
    const { status, body } = await stage.caller.post("v2.startDevice", { instanceId });
    const connectToken = memberOf(body, "connectToken");
    if (typeof connectToken !== "string") throw new Error(`v2.startDevice answered ${status} without a connectToken.`);
    stage.give({ connectToken });
  }),
};

/** A rule of a scenario. */
const rule = (when: object, then: object) => ({ when, then });

/** Puts the values of a stage where a body names them. */
function fillIn(body: unknown, values: Stage["values"]): unknown {
  if (typeof body === "string") return body.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  if (Array.isArray(body)) return body.map((entry) => fillIn(entry, values));
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, fillIn(value, values)]));
}

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
  await stage.control.scenarios.arm({ scenario, times: everyInstance });
  const { instanceId } = await startJourney(stage, resourceId, "all");
  return runOut(stage, instanceId);
}

function expectPhase(phase: string, ...wanted: readonly string[]): void {
  if (wanted.includes(phase)) return;
  throw new Error(`With all the data that there are samples of, the instance is ${phase}.`);
}
