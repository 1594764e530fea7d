import type { World } from "@journey-kit/schemas/control";
import { errorKindOf } from "@journey-kit/schemas/errors";
import { resolveReading, routeOf } from "@journey-kit/schemas/routes";
import { toSubject } from "../target/sample.ts";
import { type Answer, advanceOf, createCaller, readToken } from "../target/target.ts";
import { fetchInteraction, fetchState, listTasks, post } from "./ask.ts";
import type { Ask, Given } from "./case.ts";
import { toTold } from "./given.ts";
import { readAt } from "./shape.ts";
import { CaseFailure, CaseSkip, exchange, type Stage } from "./stage.ts";

/** Modules of the journeys that ship take 8 s together at most; a minute is enough for any. */
const longEnough = 60_000;
const pollingInterval = 200;

/**
 * Brings a target to where a case begins.
 *
 * @throws {CaseSkip} When the target does not lend what this takes.
 * @throws {CaseFailure} When the target refuses.
 */
export async function prepare(stage: Stage, given: Given): Promise<void> {
  switch (given.do) {
    case "start":
      return start(stage, given.ask);
    case "submit":
      return void (await succeed(stage, given, await toSubmit(stage, given.parts)));
    case "complete":
      return void (await succeed(stage, given, await toUpdate(stage, given.parts)));
    case "try":
      return void (await exchange(stage, given.ask));
    case "note": {
      const { body } = await succeed(stage, given, given.ask);
      for (const [name, place] of Object.entries(given.as)) stage.values.set(name, String(readAt(body, place)));
      return;
    }
    case "token":
      return void stage.values.set(given.as, readToken(await createCaller(stage.target).token()));
    case "settle":
      return advanceOf(stage.target) === undefined ? waitForModules(stage) : pass(stage, longEnough);
    case "pass":
      return pass(stage, given.by);
    case "arm":
      return arm(stage, given.scenario);
    case "pause":
      return void (await controlOf(stage)
        .instance(stage.values.get("instance") ?? "")
        .pause());
  }
}

async function succeed(stage: Stage, given: Given, ask: Ask): Promise<Answer> {
  const answer = await exchange(stage, ask);
  const expected = resolveReading(stage.profile, routeOf(ask.route).status);
  if (answer.status === expected) return answer;
  throw new CaseFailure(`to prepare "${toTold(given)}", ${ask.route} answered ${answer.status} instead of ${expected}`);
}

/** Starts an instance and notes its id; the one before it becomes `$first`. */
async function start(stage: Stage, ask: Ask): Promise<void> {
  const answer = await exchange(stage, ask);
  const expected = resolveReading(stage.profile, routeOf(ask.route).status);
  if (answer.status !== expected) {
    const resourceId = String(readAt(ask.body, "resourceId"));
    const isUnknown = answer.status === resolveReading(stage.profile, errorKindOf("UNKNOWN_RESOURCE").status);
    if (isUnknown && resourceId.startsWith("$resource:kit-")) {
      throw new CaseSkip(`needs the journey ${resourceId.slice("$resource:".length)} of caseJourneys`);
    }
    throw new CaseFailure(`to prepare, ${ask.route} answered ${answer.status} instead of ${expected}`);
  }
  const { values } = stage;
  const earlier = values.get("instance");
  if (earlier !== undefined) values.set("first", earlier);
  for (const name of ["interaction", "task"]) values.delete(name);
  values.set("instance", String(readAt(answer.body, "instanceId")));
  values.set("generation", routeOf(ask.route).generation);
}

async function toSubmit(stage: Stage, parts: Extract<Given, { do: "submit" }>["parts"]): Promise<Ask> {
  const { body } = await exchange(stage, fetchInteraction);
  return post("v2.submitInteraction", {
    instanceId: "$instance",
    interactionId: readAt(body, "interactionId"),
    participants: parts.map(({ element }) => ({ domainElementId: element })),
    context: { subject: toSubject(parts) },
  });
}

async function toUpdate(stage: Stage, parts: Extract<Given, { do: "complete" }>["parts"]): Promise<Ask> {
  const { body } = await exchange(stage, listTasks);
  const taskId = readAt(body, "tasks[0].taskId");
  const context = { subject: toSubject(parts) };
  return post("v1.updateTask", { intent: "Complete", instanceId: "$instance", taskId, context });
}

async function pass({ target, tokens }: Stage, by: number): Promise<void> {
  const advance = advanceOf(target);
  if (advance === undefined) throw new CaseSkip("needs a target whose time can be moved (advance)");
  await advance(by);
  tokens.clear();
}

/** Polls as a client would, because the time of the target passes by itself. Spec 4.4. */
async function waitForModules(stage: Stage): Promise<void> {
  const patience = stage.options.patience ?? 30_000;
  for (let waited = 0; waited <= patience; waited += pollingInterval) {
    if (await isSettled(stage)) return;
    await new Promise((resolve) => setTimeout(resolve, pollingInterval));
  }
  throw new CaseFailure(`the modules did not finish within ${patience / 1_000} s`);
}

async function isSettled(stage: Stage): Promise<boolean> {
  const isV1 = stage.values.get("generation") === "v1";
  const state = await exchange(stage, isV1 ? { ...fetchState, route: "v1.fetchState" } : fetchState);
  if (readAt(state.body, "status") !== "InProgress") return true;
  const work = await exchange(stage, isV1 ? listTasks : fetchInteraction);
  return readAt(work.body, isV1 ? "tasks[0]" : "interactionId") !== undefined;
}

async function arm(stage: Stage, scenario: Extract<Given, { do: "arm" }>["scenario"]): Promise<void> {
  const control = controlOf(stage);
  if (typeof scenario !== "string") await control.scenarios.put(scenario);
  await control.scenarios.arm({ scenario: typeof scenario === "string" ? scenario : scenario.name });
}

function controlOf({ target: { control } }: Stage): World {
  if (control === undefined) throw new CaseSkip("needs the control plane of a simulator (control)");
  return control;
}
