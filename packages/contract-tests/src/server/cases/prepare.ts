import type { World } from "@journey-kit/schemas/control";
import { endpointOf } from "@journey-kit/schemas/endpoints";
import { dataRequest } from "../../service/journey.ts";
import { readAt } from "../../service/member.ts";
import { adult } from "../../service/sample.ts";
import { type Answer, advanceOf } from "../../service/target.ts";
import type { CaseRequest, Given } from "./case.ts";
import { CaseFailure, type CaseRun, CaseSkip, exchange, fetchToken, fetchWork } from "./case-run.ts";
import { fetchState, parsePart } from "./requests.ts";

/** Milliseconds in which all modules of a built-in journey finish; together they take at most 8 s. */
const longEnoughMs = 60_000;
const firstIntervalMs = 200;
const longestIntervalMs = 10_000;
/**
 * Milliseconds after which cached tokens are discarded; less than the shortest token lifetime. Gap `token-lifetime`.
 */
const tokenTrustMs = 30_000;
const defaultTimeoutMs = 30_000;

/**
 * Runs one preparation of a case.
 *
 * @throws {CaseSkip} If the target or the options lack something that the preparation needs.
 * @throws {CaseFailure} If the preparation fails, or a response breaks a rule about all responses.
 */
export async function prepare(run: CaseRun, given: Given): Promise<void> {
  switch (given.do) {
    case "start":
      return startInstance(run, given);
    case "provide": {
      const [work] = await fetchWork(run, given.apiVersion);
      const request = dataRequest(given.apiVersion, "$instance", work?.id, given.names.map(parsePart));
      return void (await succeed(run, given, request));
    }
    case "try":
      return void (await exchange(run, given.request));
    case "repeat":
      if (run.options.burst !== true && run.target.control === undefined)
        throw new CaseSkip("needs the option burst, because the case sends more than 60 starts within a minute");
      for (let time = 0; time < given.times; time += 1) await exchange(run, given.request);
      return;
    case "note": {
      const { body } = await succeed(run, given, given.request);
      for (const [name, place] of Object.entries(given.as)) run.values.set(name, String(readAt(body, place)));
      return;
    }
    case "token":
      return void run.values.set(given.as, await fetchToken(run));
    case "settle":
      return advanceOf(run.target) === undefined
        ? (run.mode.settle ?? waitForModules)(run)
        : letPass(run, longEnoughMs);
    case "pass":
      return letPass(run, given.by);
    case "arm":
      return arm(run, given.scenario);
    case "pause":
      return void (await controlOf(run)
        .instance(run.values.get("instance") ?? "")
        .pause());
  }
}

async function succeed(run: CaseRun, given: Given, request: CaseRequest): Promise<Answer> {
  const answer = await exchange(run, request);
  if (run.mode.isSuccess(run, request, answer)) return answer;
  const [, own] = /^\$resource:(kit-.*)$/.exec(String(readAt(request.body, "resourceId"))) ?? [];
  if (own !== undefined && [400, 404].includes(answer.status))
    throw new CaseSkip(`needs the journey ${own}: publish caseJourneys`);
  throw new CaseFailure(`the preparation "${given.text}" failed: ${request.route} returned ${answer.status}`);
}

/** Starts an instance and saves its id as `$instance`. */
async function startInstance(run: CaseRun, given: Extract<Given, { do: "start" }>): Promise<void> {
  const { values } = run;
  const request = withLastName(given.request, values.get("lastName"));
  const { body } = await succeed(run, given, request);
  for (const name of ["interaction", "task", "lastName"]) values.delete(name);
  values.set("instance", String(readAt(body, "instanceId")));
  values.set("apiVersion", request.route.slice(0, 2));
}

/** Replaces the last name in the body of a start. The last name decides the outcome. */
export function withLastName(request: CaseRequest, lastName: string | undefined): CaseRequest {
  if (lastName === undefined || endpointOf(request.route).starts !== true) return request;
  const { context, ...body } = Object(request.body);
  const identity = { firstName: adult.firstName, ...context.subject?.identity, lastNames: [lastName] };
  return { ...request, body: { ...body, context: { ...context, subject: { ...context.subject, identity } } } };
}

/** Lets time pass: advances the target's clock, or waits. */
async function letPass(run: CaseRun, by: number): Promise<void> {
  const { target, options } = run;
  const advance = advanceOf(target);
  if (advance === undefined && by > (options.timeoutMs ?? defaultTimeoutMs))
    throw new CaseSkip("needs a longer timeoutMs, or advance in the target to move the clock");
  await (advance ?? sleepOf(options))(by);
  run.tokens.clear();
}

export const sleepOf = ({ sleep }: CaseRun["options"]) =>
  sleep ?? ((duration: number) => new Promise<void>((resolve) => setTimeout(resolve, duration)));

/** Polls with growing intervals until a condition holds. Returns false after `timeoutMs`. Spec 4.4. */
export async function waitUntil(run: CaseRun, condition: () => Promise<boolean>): Promise<boolean> {
  const { timeoutMs = defaultTimeoutMs } = run.options;
  let interval = firstIntervalMs;
  let renewedAt = 0;
  for (let waited = 0; !(await condition()); ) {
    if (waited >= timeoutMs) return false;
    await sleepOf(run.options)(interval);
    waited += interval;
    interval = Math.min(longestIntervalMs, interval * 2);
    if (waited - renewedAt < tokenTrustMs) continue;
    run.tokens.clear();
    renewedAt = waited;
  }
  return true;
}

async function waitForModules(run: CaseRun): Promise<void> {
  const { timeoutMs = defaultTimeoutMs } = run.options;
  const isSettled = async () => !(await isRunning(run)) || (await fetchWork(run, apiVersionOfRun(run))).length > 0;
  if (!(await waitUntil(run, isSettled)))
    throw new CaseFailure(`the modules did not finish within ${timeoutMs / 1_000} s`);
}

const apiVersionOfRun = ({ values }: CaseRun) => (values.get("apiVersion") === "v1" ? "v1" : "v2");

export async function isRunning(run: CaseRun): Promise<boolean> {
  const state = await exchange(run, { ...fetchState, route: `${apiVersionOfRun(run)}.fetchState` });
  return readAt(state.body, "status") === "InProgress";
}

async function arm(run: CaseRun, scenario: Extract<Given, { do: "arm" }>["scenario"]): Promise<void> {
  const name = typeof scenario === "string" ? scenario : scenario.name;
  const { mode, target, values } = run;
  if (target.control === undefined && mode.lastNameFor !== undefined) {
    const lastName = await mode.lastNameFor(name);
    if (lastName !== undefined) values.set("lastName", lastName);
    return;
  }
  const control = controlOf(run);
  if (typeof scenario !== "string") await control.scenarios.put(scenario);
  await control.scenarios.arm({ scenario: name });
}

function controlOf({ target: { control } }: CaseRun): World {
  if (control === undefined) throw new CaseSkip("needs a simulator: set control in the target");
  return control;
}
