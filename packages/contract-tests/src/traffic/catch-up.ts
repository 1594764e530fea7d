import { listOf, memberOf } from "@journey-kit/schemas/calls";
import type { OutcomeChoice, Scenario } from "@journey-kit/schemas/control";
import { endpointOf } from "@journey-kit/schemas/endpoints";
import type { Profile } from "@journey-kit/schemas/tables";
import {
  errorNameIn,
  findResults,
  findRuns,
  isBefore,
  lastResult,
  type Result,
  resultAt,
  type Script,
  type SeenRun,
  statusIn,
} from "./script.ts";
import type { RunningModule, Shadow, ShadowAnswer } from "./shadow.ts";
import type { ReadExchange, Unit } from "./unit.ts";

/** Thrown to repeat a run, with a module that breaks after `latency` milliseconds. */
export class BreaksAt extends Error {
  readonly module: string;
  readonly latency: number;

  constructor(module: string, latency: number) {
    super(`${module} breaks.`);
    this.module = module;
    this.latency = latency;
  }
}

const isSuccess = ({ status }: ReadExchange): boolean => status >= 200 && status < 300;
/** A scenario for modules that end by themselves: those of a synchronous start, and one that breaks. */
export function scenarioOf(
  { exchanges }: Unit,
  script: Script,
  broken: BreaksAt | undefined,
): Omit<Scenario, "name"> | undefined {
  const start = exchanges.find(({ target }) => endpointOf(target.name).starts === true);
  if (start?.target.name === "v1.startJourney") {
    const isAsync = memberOf(memberOf(memberOf(start.request, "context"), "config"), "async") === true;
    const isCollected = exchanges.some((one) => one.target.name === "v1.updateTask" && isSuccess(one));
    if (!isAsync && !isCollected) {
      if (start.status >= 500) return { rules: [], otherwise: { ends: "fail", latency: 0 } };
      const rules = script.seen.flatMap(({ module, variant, outcome }) =>
        outcome === undefined ? [] : [{ when: runOf({ module, variant }), then: { outcome, latency: 0 } }],
      );
      return { rules, otherwise: { outcome: lastResult(script), latency: 0 } };
    }
  }
  if (broken === undefined) return undefined;
  const { module, latency } = broken;
  const finished = script.seen.filter(({ isFailed }) => !isFailed);
  return {
    rules: [
      { when: { module }, then: { ends: "fail", latency } },
      ...finished.map((run) => ({ when: runOf(run), then: { ends: "never" as const } })), // they are ended one by one
    ],
    otherwise: { ends: "fail", latency: latency + 1 }, // or else they would be listed. Gap `parallel-failure`
  };
}

const runOf = ({ module, variant }: Pick<SeenRun, "module" | "variant">) => ({
  ...(module && { module }),
  ...(variant && { variant }),
});

export const hasFailed = (body: unknown): boolean => ["Failed", "Error"].includes(statusIn(body) ?? "");

/** Ends the modules that were seen to finish. Returns whether there was one. */
export async function resolveSeen(
  shadow: Shadow,
  id: string,
  runs: readonly SeenRun[],
  script: Script,
  at?: number,
): Promise<boolean> {
  const seen = runs.filter(({ isFailed }) => !isFailed);
  if (seen.length === 0) return false;
  const state = await shadow.state(id, at);
  if (state === undefined) return false;
  const counts = new Map<string, number>();
  let isChanged = false;
  for (const one of seen) {
    const key = one.module ?? one.variant ?? "";
    const number = 1 + (counts.get(key) ?? 0);
    counts.set(key, number);
    const due = state.running.find((running) => isRunOf(one, running));
    if (due === undefined || numberAmong(one, due) !== number) continue;
    isChanged = (await end(shadow, id, due, script)) !== undefined || isChanged;
  }
  return isChanged;
}

/** Ends a running module with the outcome that was seen, or else with `hidden` or another one. Returns the outcome. */
async function end(
  shadow: Shadow,
  id: string,
  due: RunningModule,
  script: Script,
  hidden: Result = "accept",
): Promise<OutcomeChoice | undefined> {
  const own = script.seen.filter((one) => !one.isFailed && isRunOf(one, due));
  const { outcome, classification } = own[due.number - 1] ?? own.at(-1) ?? {};
  const guessed =
    classOf(classification) ??
    ({ accept: "positive", reject: "negative", refer: "neutral" } as const)[lastResult(script)];
  const choices: readonly OutcomeChoice[] =
    outcome === undefined
      ? [hidden, "accept", "refer", "reject"]
      : [outcome, { name: outcome, classification: guessed }];
  for (const choice of choices) if (await shadow.resolve(id, due.module, choice)) return choice;
  return undefined;
}

const classOf = (word: string | undefined) =>
  (["positive", "neutral", "negative"] as const).find((one) => one === word);

/** Ends the modules that a synchronous start waits for. Returns whether there was one. Spec 4.3. */
export async function endWaiting(shadow: Shadow, id: string, script: Script): Promise<boolean> {
  const { running = [] } = (await shadow.state(id)) ?? {};
  return endModules(shadow, id, running, script, "accept");
}

/** Ends modules, the first that can with the outcome `hidden`, unless a response shows others. Returns whether there was one. */
async function endModules(
  shadow: Shadow,
  id: string,
  running: readonly RunningModule[],
  script: Script,
  hidden: Result,
): Promise<boolean> {
  let left = hidden;
  let isChanged = false;
  for (const one of orderBySeen(running, script)) {
    const chosen = await end(shadow, id, one, script, left);
    if (chosen === left) left = "accept"; // one module is enough
    isChanged = chosen !== undefined || isChanged;
  }
  return isChanged;
}

/** An exchange, and what is known about its unit. */
interface Moment {
  readonly unit: Unit;
  readonly exchange: ReadExchange;
  readonly script: Script;
  readonly broken: BreaksAt | undefined;
  readonly profile: Profile;
}

/** Moves the shadow to where the service seems to be. Returns whether something changed. */
export async function catchUp(
  shadow: Shadow,
  id: string,
  { unit, exchange, script, broken, profile }: Moment,
  answer: ShadowAnswer,
): Promise<boolean> {
  const state = await shadow.state(id);
  if (state === undefined) return false;
  const progress = progressIn(exchange, answer);
  const evidence =
    progress === "ended" ? (script.states.find((one) => !isBefore(one, exchange)) ?? exchange) : exchange;
  const { response } = evidence;
  const status = statusIn(response);
  const endAll = (hidden: Result): Promise<boolean> => endModules(shadow, id, state.running, script, hidden);
  if (state.phase === "paused") {
    await shadow.change(id, "resume");
    return status !== "Paused" || resolveSeen(shadow, id, findRuns(response), script); // the next round pauses it again
  }
  if (status === "Completed") {
    if (state.phase === "running") return endAll(resultAt(script, exchange));
    return (
      state.phase === "reviewing" && shadow.change(id, resultAt(script, exchange) === "reject" ? "reject" : "accept")
    );
  }
  if (status === "Failed" || status === "Error") {
    if (state.phase === "running" && (await resolveSeen(shadow, id, script.seen, script))) return true;
    const listed = script.seen.find(({ isFailed }) => isFailed);
    const due = state.running.find(({ module }) => module === listed?.module);
    if (broken === undefined && due !== undefined)
      throw new BreaksAt(due.module, Math.max(0, exchange.startedAt - due.startedAt));
    if (state.phase === "failed" || state.phase === "finished") return false;
    return shadow.change(id, broken !== undefined && state.phase === "running" ? "advance" : "fail");
  }
  if (status === "Paused") {
    if (await resolveSeen(shadow, id, findRuns(response), script)) return true;
    const isInReview = profile.paused === "in-review" && !continuesAfter(script, evidence);
    return isInReview && state.phase === "running" ? endAll("refer") : shadow.change(id, "pause");
  }
  if (state.phase !== "running") return false;
  if (await resolveSeen(shadow, id, findRuns(response), script)) return true;
  switch (progress) {
    case "ended":
      return endAll(status === "InProgress" ? "refer" : resultAt(script, exchange)); // it waits for a review
    case "next": {
      const outstanding = listOf(memberOf(response, "outstanding"));
      const repeated = asksAgain(unit, exchange)
        ? state.running.filter(
            ({ mayRepeat, examines }) =>
              mayRepeat && (outstanding.length === 0 || examines.every((name) => outstanding.includes(name))),
          )
        : [];
      for (const one of repeated) await end(shadow, id, one, script, "reject");
      return (await endAll(script.passing)) || repeated.length > 0;
    }
    case undefined:
      return false;
  }
}

/** Whether a paused instance is in progress later. It was not under review then. Gap `paused`. */
const continuesAfter = ({ states }: Script, exchange: ReadExchange): boolean =>
  states
    .filter((one) => isBefore(exchange, one))
    .map(({ response }) => statusIn(response))
    .find((status) => status !== "Paused") === "InProgress";

const orderBySeen = (running: readonly RunningModule[], { seen }: Script): readonly RunningModule[] => {
  const rank = (due: RunningModule): number => {
    const own = seen.filter((one) => isRunOf(one, due));
    const [first] = own;
    const shown = first && own[numberAmong(first, due) - 1];
    return shown === undefined ? seen.length : seen.indexOf(shown);
  };
  return running.toSorted((one, other) => rank(one) - rank(other));
};

/** Whether a run that a response shows can be a run of a module. */
const isRunOf = (seen: SeenRun, { module, variant }: RunningModule): boolean =>
  seen.module === undefined ? seen.variant === variant : seen.module === module;

/** The number of a running module among the runs that a response names in the same way: by variant or by module. */
const numberAmong = (seen: SeenRun, due: RunningModule): number =>
  seen.module === undefined ? due.numberOfVariant : due.number;

/** Whether a response asks for data that an earlier one asked for and a later one did not. Gap `module-retry`. */
function asksAgain({ exchanges }: Unit, exchange: ReadExchange): boolean {
  const earlier = exchanges.filter(
    (one) => isBefore(one, exchange) && one.status < 500 && /fetchInteraction|list/i.test(one.target.name),
  );
  return askedIn(exchange.response).some((name) => {
    const first = earlier.findIndex(({ response }) => askedIn(response).includes(name));
    return first !== -1 && earlier.slice(first).some(({ response }) => !askedIn(response).includes(name));
  });
}

/** The interaction (v2) or the variants of the tasks (v1) that a response asks for. */
const askedIn = (response: unknown): readonly unknown[] =>
  [
    memberOf(response, "interactionId"),
    ...listOf(memberOf(response, "tasks")).map((task) => memberOf(task, "variantId")),
  ].filter((one) => typeof one === "string");

/** Whether a response shows, without naming modules, that the journey is decided or that modules have let it go on. */
function progressIn(
  { target: { name }, response, status }: ReadExchange,
  answer: ShadowAnswer,
): "ended" | "next" | undefined {
  if (findResults(response).length > 0) return "ended";
  const error = errorNameIn(response);
  if (error === "JOURNEY_ENDED" || (error === "JOURNEY_NOT_ACTIVE" && error !== errorNameIn(answer.body)))
    return "ended";
  const list = (body: unknown, member: string) => listOf(memberOf(body, member));
  if (name === "v2.fetchInteraction") {
    if (memberOf(response, "processing") === true || typeof memberOf(response, "interactionId") !== "string")
      return undefined;
    return list(response, "outstanding").length > 0 ? "next" : "ended";
  }
  if (/list/i.test(name))
    return list(response, "tasks").length > list(answer.body, "tasks").length ? "next" : undefined;
  const isSubmit = name === "v2.submitInteraction" || name === "v1.updateTask";
  return isSubmit && answer.status >= 400 && status < 300 ? "next" : undefined;
}
