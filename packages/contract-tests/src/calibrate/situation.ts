import type { Scenario } from "@journey-kit/schemas/control";
import { at } from "../target/member.ts";
import type { Answer } from "../target/target.ts";
import { BlockedError } from "./blocked-error.ts";
import { type Lab, need } from "./lab.ts";
import type { People } from "./options.ts";
import { begun, type Subject, whole } from "./person.ts";
import { fetchInteraction } from "./reach.ts";
import { start, v1, v2 } from "./start.ts";

/** An instance and the last answer that was waited for. */
export interface Run {
  readonly instanceId: string;
  readonly state: Answer;
}

const first = 250;
const longest = 5_000;

/** Asks again and again, ever more slowly, until an answer will do or patience is at its end; gives the last answer. */
export async function askUntil<T>(lab: Lab, ask: () => Promise<T>, isEnough: (answer: T) => boolean): Promise<T> {
  let answer = await ask();
  for (let [waited, pause] = [0, first]; !isEnough(answer) && waited < lab.settings.patience; ) {
    await lab.wait(pause);
    waited += pause;
    pause = Math.min(longest, pause * 2);
    answer = await ask();
  }
  return answer;
}

/** Whether a journey has ended. Spec 3.1, 4.4. */
export const isOver = ({ body }: Answer): boolean => ["Completed", "Failed", "Error"].includes(statusOf(body));

/** Whether a journey has failed. */
export const hasFailed = ({ body }: Answer): boolean => ["Failed", "Error"].includes(statusOf(body));

/** The status that a state or a list tells. */
export const statusOf = (body: unknown): string => String(at(body, "status"));

/** Fetches a state with all that it can hold. */
export const fetchState = (lab: Lab, generation: "v1" | "v2", instanceId: string): Promise<Answer> =>
  lab.call(`${generation}.fetchState`, { instanceId, ...(generation === "v1" && { filterKeys: ["/.*/"] }) });

/** The overall result of a v2 state, wherever it is. Gap `state-result-place`. */
export const resultOf = ({ body }: Answer): unknown => at(body, "context.process.result") ?? at(body, "context.result");

/** The outcome of a v2 state as it is spelled, in either shape. Gap `state-result-shape`. */
export function outcomeOf(state: Answer): string | undefined {
  const result = resultOf(state);
  const outcome = typeof result === "string" ? result : at(result, "outcome");
  return typeof outcome === "string" ? outcome : undefined;
}

/** The steps of a v2 state. */
export function stepsOf({ body }: Answer): readonly unknown[] {
  const steps = at(body, "context.process.steps");
  return Array.isArray(steps) ? steps : [];
}

/**
 * The state of an accepted v2 run, once it is over.
 *
 * @throws {BlockedError} When it does not end in time.
 */
export const accepted = (lab: Lab): Promise<Run> =>
  lab.once("accepted", async () => {
    const instanceId = await start(lab, v2(lab.settings.journeys.identity, whole()));
    return ended(lab, "v2", instanceId, isOver);
  });

/**
 * The state of an accepted v1 run, once it is over.
 *
 * @throws {BlockedError} When it does not end in time.
 */
export const acceptedV1 = (lab: Lab): Promise<Run> =>
  lab.once("accepted v1", async () => ended(lab, "v1", await start(lab, v1(lab, whole())), isOver));

async function ended(lab: Lab, generation: "v1" | "v2", instanceId: string, isEnough: (state: Answer) => boolean) {
  const state = need(await askUntil(lab, () => fetchState(lab, generation, instanceId), isEnough), "state/fetch");
  if (!isEnough(state)) throw new BlockedError(`No run ended within ${lab.settings.patience / 1_000} s.`);
  return { instanceId, state };
}

const scenarios: Readonly<Record<keyof People, string>> = {
  rejected: "rejected",
  referred: "referred",
  failing: "broken",
  lifeless: "kit-lifeless",
};

/** Liveness fails once. Unlike the built-in scenario, it leaves gap `module-retry` to the target. */
const lifeless: Scenario = {
  name: scenarios.lifeless,
  rules: [{ when: { module: "Liveness", attempt: 1 }, then: { outcome: "Fail" } }],
};

/** Sees to it that the next instance that starts comes to something: by control, or by the last name that it gives. */
export async function cast({ control, settings }: Lab, who: keyof People): Promise<string> {
  if (control === undefined) return settings.people[who];
  if (who === "lifeless") await control.scenarios.put(lifeless);
  await control.scenarios.arm({ scenario: scenarios[who] });
  return "Lovelace";
}

/** Runs the identity journey for somebody about whom something is found, as far as it goes. */
export const runOf = (lab: Lab, who: keyof People): Promise<Run> =>
  lab.once(`run ${who}`, async () => {
    const { identity } = lab.settings.journeys;
    await accepted(lab);
    const instanceId = await start(lab, v2(identity, whole(await cast(lab, who))));
    const isSettled = (state: Answer) => isOver(state) || statusOf(state.body) === "Paused";
    return { instanceId, state: await askUntil(lab, () => fetchState(lab, "v2", instanceId), isSettled) };
  });

/**
 * A v1 run whose modules fail.
 *
 * @throws {BlockedError} When nobody makes them fail.
 */
export const failedV1 = (lab: Lab): Promise<Run> =>
  lab.once("failed v1", async () => {
    const run = await ended(lab, "v1", await start(lab, v1(lab, whole(await cast(lab, "failing")))), isOver);
    if (!hasFailed(run.state)) throw new BlockedError("Nobody makes its modules fail.");
    return run;
  });

/**
 * Whether the target finds against the person who is to be rejected, which other probes rely on.
 *
 * @throws {BlockedError} When it does not.
 */
export async function ensureRejected(lab: Lab): Promise<void> {
  const [{ state: good }, { state: bad }] = [await accepted(lab), await runOf(lab, "rejected")];
  if (isOver(bad) && outcomeOf(bad) !== outcomeOf(good)) return;
  throw new BlockedError("Nobody is rejected.");
}

/** The subject of somebody about whom something is found, as far as the first interaction of the document journey goes. */
export const begunAs = async (lab: Lab, who: keyof People): Promise<Subject> => begun(await cast(lab, who));

/**
 * What interaction/fetch answers while modules run.
 *
 * @throws {BlockedError} When they finish before a second call.
 */
export const busy = (lab: Lab): Promise<Answer> =>
  lab.once("busy", async () => {
    const instanceId = await start(lab, v2(lab.settings.journeys.identity, whole()));
    const fetched = await fetchInteraction(lab, instanceId);
    if (isOver(await fetchState(lab, "v2", instanceId))) {
      throw new BlockedError("Modules finish before a second call.");
    }
    return fetched;
  });
