import { isRecord, listOf, memberOf } from "@journey-kit/schemas/calls";
import type { OutcomeChoice, Scenario } from "@journey-kit/schemas/control";
import { endpointOf } from "@journey-kit/schemas/endpoints";
import type { Profile } from "@journey-kit/schemas/tables";
import { compareBodies, countValues, type Difference, type IdPairs } from "./compare.ts";
import {
  findRuns,
  isDisturbed,
  type RunningModule,
  type SeenRun,
  type Shadow,
  type ShadowAnswer,
  shadowClient,
} from "./shadow.ts";
import type { ReadExchange, Unit } from "./unit.ts";

/** How the shadow answered one exchange. */
export interface Answered {
  readonly exchange: ReadExchange;
  readonly differences: readonly Difference[];
  /** What the shadow's response depends on. */
  readonly basis: readonly string[];
  /** What the shadow's first responses depend on, if they made it move on. */
  readonly movedBy: readonly string[];
  /** Whether the exchange cannot be compared, because its response was lost or an error of the network. */
  readonly isDisturbed: boolean;
}

/** What happened at the service without a request: outcomes of modules, and responses that were lost. */
export interface Script {
  /** The module runs that a response shows, oldest first. */
  readonly seen: readonly SeenRun[];
  /** The outcome of the journey in each exchange that shows one, oldest first. */
  readonly results: readonly { readonly exchange: ReadExchange; readonly result: Result }[];
  /** The outcome of the journey if no exchange shows one. */
  readonly hidden: Result;
  /** The exchanges that show the status of the instance. */
  readonly states: readonly ReadExchange[];
  /** The disturbed exchanges that the service executed nevertheless. */
  readonly executed: ReadonlySet<ReadExchange>;
}

type Result = "accept" | "reject" | "refer";

/** Reads the outcomes of modules in the responses of a unit. */
export function readScript({ exchanges }: Unit): Script {
  const lists = exchanges.map(({ response }) => findRuns(response));
  const seen = lists.reduce((longest, list) => (list.length >= longest.length ? list : longest), []);
  const results = exchanges.flatMap((exchange) => {
    const word = findResults(exchange.response).at(-1);
    return word === undefined ? [] : [{ exchange, result: classify(word) }];
  });
  const states = exchanges.filter(({ response }) => statusIn(response) !== undefined);
  return { seen, results, states, hidden: "accept", executed: new Set() };
}

/** Other outcomes that a journey may have had, if no exchange shows one. */
export const otherScripts = (script: Script): readonly Script[] =>
  script.results.length === 0 && script.states.some(({ response }) => statusIn(response) === "Completed")
    ? (["accept", "reject", "refer"] as const)
        .filter((one) => one !== script.hidden)
        .map((hidden) => ({ ...script, hidden }))
    : [];

/** The words for the outcome of a journey in a response. */
function findResults(body: unknown): readonly string[] {
  const process = memberOf(memberOf(body, "context"), "process");
  const data = memberOf(body, "data");
  const places = [body, memberOf(body, "context"), process].map((one) => memberOf(one, "result"));
  const flows = [memberOf(data, "process"), memberOf(memberOf(data, "context"), "process")];
  const cards = listOf(memberOf(memberOf(body, "layout"), "pages")).flatMap((page) => listOf(memberOf(page, "cards")));
  const found = [
    ...places.flatMap((one) => [one, memberOf(one, "outcome")]),
    ...flows.map((one) => memberOf(one, "outcome")),
    ...flows.map((one) => memberOf(memberOf(memberOf(memberOf(one, "flow"), "decision"), "result"), "outcome")),
    ...cards.map((card) => memberOf(card, "outcome")),
  ];
  return found.filter((one): one is string => typeof one === "string" && one !== "none");
}

const classify = (word: string): Result => {
  if (/reject|declin/i.test(word)) return "reject";
  return /refer|review/i.test(word) ? "refer" : "accept";
};

const isBefore = (one: ReadExchange, other: ReadExchange): boolean =>
  one.startedAt < other.startedAt || (one.startedAt === other.startedAt && one.sequence < other.sequence);

/** The outcome that an exchange shows, or the next one that does. */
const resultAt = ({ results, hidden }: Script, { startedAt }: ReadExchange): Result =>
  (results.find(({ exchange }) => exchange.startedAt >= startedAt) ?? results.at(-1))?.result ?? hidden;

const lastResult = ({ results, hidden }: Script): Result => results.at(-1)?.result ?? hidden;

const isSuccess = ({ status }: ReadExchange): boolean => status >= 200 && status < 300;
/** Whether an exchange only reads. */
export const isReading = ({ target: { name } }: ReadExchange): boolean =>
  /fetch|list|health/i.test(name.split(".")[1] ?? "");

/** The status of the instance in a response. Spec 2.2. */
export function statusIn(body: unknown): string | undefined {
  const words = [memberOf(body, "status"), memberOf(memberOf(body, "journey"), "status")];
  return words.find((word): word is string => typeof word === "string" && statusForm.test(word));
}
const statusForm = /^(InProgress|Paused|Completed|Failed|Error)$/;

/** Thrown to repeat a run, with a module that breaks after `latency` milliseconds. */
class BreaksAt extends Error {
  readonly module: string;
  readonly latency: number;

  constructor(module: string, latency: number) {
    super(`${module} breaks.`);
    this.module = module;
    this.latency = latency;
  }
}

/** How much a response differs. */
export const costOf = (differences: readonly Difference[]): number =>
  differences.reduce((sum, { weight }) => sum + weight, 0);

/**
 * Sends the requests of a unit to the shadow, under a profile, and compares the responses. Where the service moved on
 * without a request, the shadow is moved too. Stops when the responses differ by `limit`.
 */
export async function run(
  shadow: Shadow,
  unit: Unit,
  profile: Profile,
  script: Script,
  limit = Number.POSITIVE_INFINITY,
): Promise<readonly Answered[]> {
  try {
    return await runOnce(shadow, unit, profile, script, limit, undefined);
  } catch (error) {
    if (!(error instanceof BreaksAt)) throw error;
    return await runOnce(shadow, unit, profile, script, limit, error);
  }
}

async function runOnce(
  shadow: Shadow,
  unit: Unit,
  profile: Profile,
  script: Script,
  limit: number,
  broken: BreaksAt | undefined,
): Promise<readonly Answered[]> {
  await shadow.open(profile, scenarioOf(unit, script, broken));
  const ids = createIds();
  const answered: Answered[] = [];
  let isBroken = false;
  let cost = 0;
  for (const exchange of unit.exchanges) {
    const isLost = isDisturbed(exchange) && !endpointCanAnswer(exchange);
    if (isLost && !script.executed.has(exchange)) {
      answered.push({ exchange, differences: [], basis: [], movedBy: [], isDisturbed: true });
      continue;
    }
    const id = unit.instanceId === undefined ? undefined : ids.toShadow(unit.instanceId);
    if (!isBroken && id !== undefined && hasFailed(exchange.response)) {
      isBroken = true;
      if (broken !== undefined) await resolveSeen(shadow, id, script.seen, script, exchange.startedAt - 1);
    }
    let result = await ask(shadow, exchange, ids);
    const movedBy: string[] = [];
    for (let round = 0; round < 8 && result.differences.length > 0 && id !== undefined; round += 1) {
      if (!(await catchUp(shadow, id, exchange, result.answer, script, broken))) break;
      movedBy.push(...result.answer.basis);
      result = await ask(shadow, exchange, ids);
    }
    ids.learn(exchange.response, result.answer.body);
    const { differences, answer } = result;
    const isContext = unit.context.has(exchange);
    answered.push({
      exchange,
      differences: isLost || isContext ? [] : differences,
      basis: isContext ? [] : answer.basis,
      movedBy,
      isDisturbed: isLost,
    });
    cost += isLost || isContext ? 0 : costOf(differences);
    if (cost >= limit) break;
  }
  return answered;
}

/** Whether the service itself answers with a status that usually comes from the network. Gap `v1-sync-failure`. */
const endpointCanAnswer = ({ target, status, response }: ReadExchange): boolean =>
  (target.name === "v1.startJourney" && status >= 500 && memberOf(response, "status") !== undefined) ||
  (target.name === "v1.startJourney" && JSON.stringify(response ?? "").includes("MODULE_FAILED"));

/** A scenario for modules that end by themselves: those of a synchronous start, and one that breaks. */
function scenarioOf(
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
        outcome === undefined
          ? []
          : [{ when: { ...(module && { module }), ...(variant && { variant }) }, then: { outcome, latency: 0 } }],
      );
      return { rules, otherwise: { outcome: lastResult(script), latency: 0 } };
    }
  }
  if (broken === undefined) return undefined;
  const { module, latency } = broken;
  return { rules: [{ when: { module }, then: { ends: "fail", latency } }], otherwise: { ends: "never" } };
}

const hasFailed = (body: unknown): boolean => ["Failed", "Error"].includes(statusIn(body) ?? "");

/** Ends the modules that were seen to finish. Returns whether there was one. */
async function resolveSeen(
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
  for (const { module, variant } of seen) {
    const key = module ?? variant ?? "";
    const number = 1 + (counts.get(key) ?? 0);
    counts.set(key, number);
    const due = state.running.find((one) => (module === undefined ? one.variant === variant : one.module === module));
    if (due === undefined || (module === undefined ? due.numberOfVariant : due.number) !== number) continue;
    isChanged = (await end(shadow, id, due, script)) !== undefined || isChanged;
  }
  return isChanged;
}

/** Ends a running module with the outcome that was seen, or else with `hidden` or another one. Returns the outcome. */
async function end(
  shadow: Shadow,
  id: string,
  { module, variant, number }: { readonly module: string; readonly variant: string; readonly number: number },
  script: Script,
  hidden: Result = "accept",
): Promise<OutcomeChoice | undefined> {
  const own = script.seen.filter(
    (one) => !one.isFailed && (one.module === undefined ? one.variant === variant : one.module === module),
  );
  const { outcome, classification } = own[number - 1] ?? own.at(-1) ?? {};
  const guessed =
    classOf(classification) ??
    ({ accept: "positive", reject: "negative", refer: "neutral" } as const)[lastResult(script)];
  const choices: readonly OutcomeChoice[] =
    outcome === undefined
      ? [hidden, "accept", "refer", "reject"]
      : [outcome, { name: outcome, classification: guessed }];
  for (const choice of choices) if (await shadow.resolve(id, module, choice)) return choice;
  return undefined;
}

const classOf = (word: string | undefined) =>
  (["positive", "neutral", "negative"] as const).find((one) => one === word);

/** Moves the shadow to where the service seems to be. Returns whether something changed. */
async function catchUp(
  shadow: Shadow,
  id: string,
  exchange: ReadExchange,
  answer: ShadowAnswer,
  script: Script,
  broken: BreaksAt | undefined,
): Promise<boolean> {
  const state = await shadow.state(id);
  if (state === undefined) return false;
  const progress = progressIn(exchange, answer);
  const evidence =
    progress === "ended" ? (script.states.find((one) => !isBefore(one, exchange)) ?? exchange) : exchange;
  const { response } = evidence;
  const status = statusIn(response);
  const endAll = async (hidden: Result): Promise<boolean> => {
    let left = hidden;
    let isChanged = false;
    for (const one of orderBySeen(state.running, script)) {
      const chosen = await end(shadow, id, one, script, left);
      if (chosen === left) left = "accept"; // one module is enough
      isChanged = chosen !== undefined || isChanged;
    }
    return isChanged;
  };
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
  if (status === "Paused")
    return (await resolveSeen(shadow, id, findRuns(response), script)) || shadow.change(id, "pause");
  if (state.phase !== "running") return false;
  if (await resolveSeen(shadow, id, findRuns(response), script)) return true;
  switch (progress) {
    case "ended":
      return endAll(status === "InProgress" ? "refer" : resultAt(script, exchange)); // it waits for a review
    case "next":
      return endAll("accept");
    case undefined:
      return false;
  }
}

const orderBySeen = (running: readonly RunningModule[], { seen }: Script): readonly RunningModule[] => {
  const rank = (due: RunningModule): number => {
    const places = seen.flatMap((one, i) => (isRunOf(one, due) ? [i] : []));
    return places[(seen[places[0] ?? 0]?.module === undefined ? due.numberOfVariant : due.number) - 1] ?? seen.length;
  };
  return running.toSorted((one, other) => rank(one) - rank(other));
};

/** Whether a run that a response shows can be a run of a module. */
const isRunOf = (seen: SeenRun, { module, variant }: Pick<RunningModule, "module" | "variant">): boolean =>
  seen.module === undefined ? seen.variant === variant : seen.module === module;

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

/** The name of the error in a body. Spec 7. */
const errorNameIn = (body: unknown): unknown =>
  memberOf(listOf(memberOf(body, "errors"))[0], "name") ?? memberOf(body, "error");

async function ask(
  shadow: Shadow,
  exchange: ReadExchange,
  ids: Ids,
): Promise<{ readonly answer: ShadowAnswer; readonly differences: readonly Difference[] }> {
  const request = await toShadowRequest(shadow, exchange, ids);
  const answer = await shadow.send(request, exchange.startedAt);
  return { answer, differences: compareAnswers(exchange, answer, ids) };
}

const shadowHost = (url: string): string => {
  const label = /^(eu|us|au)\./.exec(new URL(url).hostname)?.[1];
  return `http://${label === undefined ? "" : `${label}.`}shadow.localhost`;
};

async function toShadowRequest(shadow: Shadow, exchange: ReadExchange, ids: Ids) {
  const { method, url, target, requestHeaders, requestBody, startedAt, status } = exchange;
  const headers: Record<string, string> = {};
  for (const name of ["content-type", "accept", "x-request-id"]) {
    const value = requestHeaders[name];
    if (value !== undefined) headers[name] = value;
  }
  const { authorization } = requestHeaders;
  const isToken = endpointOf(target.name).world === "credentials";
  if (authorization !== undefined)
    headers.authorization = isToken ? toBasic(authorization) : ids.translate(authorization);
  const bearer = /^Bearer +(.+)$/i.exec(authorization ?? "")?.[1];
  if (!isToken && bearer !== undefined && ids.toShadow(bearer) === undefined && status !== 401)
    headers.authorization = `Bearer ${await shadow.token(startedAt)}`; // issued before the recording
  const body = requestBody === undefined ? undefined : isToken ? toShadowForm(requestBody) : ids.translate(requestBody);
  const isAnonymous =
    endpointOf(target.name).world === "bearer" && (bearer === undefined || headers.authorization === authorization);
  return {
    isAnonymous,
    method,
    url: `${shadowHost(url)}${ids.translate(target.path)}${new URL(url).search}`,
    headers,
    body,
  };
}

/** Basic credentials of the shadow's client, in the same form. */
function toBasic(header: string): string {
  return /^Basic /i.test(header) ? `Basic ${btoa(`${shadowClient}:any`)}` : header;
}

function toShadowForm(text: string): string {
  const form = new URLSearchParams(text);
  if (form.has("client_id")) form.set("client_id", shadowClient);
  if ((form.get("client_secret") ?? "") !== "") form.set("client_secret", "any");
  return `${form}`;
}

function compareAnswers(exchange: ReadExchange, answer: ShadowAnswer, ids: Ids): readonly Difference[] {
  const { status, response, requestHeaders, responseHeaders } = exchange;
  const differences: Difference[] = [];
  if (status !== answer.status) {
    const { kind, expected, received } = statusDifference(exchange, answer);
    return [{ kind, place: "status", expected, received, weight: statusWeight + countValues(response) }];
  }
  const sentId = requestHeaders["x-request-id"];
  const echoed = responseHeaders["x-request-id"];
  if (sentId !== undefined && echoed !== undefined) {
    const isEchoed = (id: string | null | undefined) => id === sentId;
    if (isEchoed(echoed) !== isEchoed(answer.headers.get("x-request-id"))) {
      const text = (is: boolean) =>
        is ? "It is the id of the request." : "It is another id than that of the request.";
      differences.push({
        kind: "value",
        place: "x-request-id",
        expected: text(!isEchoed(echoed)),
        received: text(isEchoed(echoed)),
        weight: 1,
      });
    }
  }
  if (response === undefined) return differences;
  return [...differences, ...compareBodies(response, answer.body, ids)];
}

/** Another status is worse than any other difference. */
const statusWeight = 1_000;

function statusDifference(
  { status, response }: ReadExchange,
  answer: ShadowAnswer,
): Omit<Difference, "place" | "weight"> {
  const describe = (code: number, body: unknown) => {
    const name = errorNameIn(body);
    return `The status is ${code}${typeof name === "string" ? ` (${name})` : ""}.`;
  };
  return { kind: "status", expected: describe(answer.status, answer.body), received: describe(status, response) };
}

interface Ids extends IdPairs {
  toShadow(real: string): string | undefined;
  /** Replaces the ids and tokens of the service in a text. */
  translate(text: string): string;
  /** Learns which ids and tokens of two responses belong together. */
  learn(real: unknown, shadow: unknown): void;
}

const sentMembers = new Set([
  "access_token",
  "connectToken",
  "endUserToken",
  "token",
  "instanceId",
  "interactionId",
  "taskId",
]);

function createIds(): Ids {
  const toShadow = new Map<string, string>();
  const sent: (readonly [real: string, shadow: string])[] = [];
  const toReal = new Map<string, string>();
  const pair = (real: string, shadow: string): boolean => {
    const isNew = !toShadow.has(real) && !toReal.has(shadow);
    if (isNew) {
      toShadow.set(real, shadow);
      toReal.set(shadow, real);
    }
    return toShadow.get(real) === shadow;
  };
  const translate = (text: string): string => {
    let result = text;
    for (const [real, shadow] of sent) result = result.replaceAll(real, shadow);
    return result;
  };
  const fits = (real: string, shadow: string): boolean => {
    if (real === shadow || translate(real) === shadow) return true;
    const known = toShadow.get(real);
    if (known !== undefined || toReal.has(shadow)) return known === shadow;
    return true;
  };
  const learn = (real: unknown, shadow: unknown, name = ""): void => {
    if (typeof real === "string" && typeof shadow === "string") {
      if (!sentMembers.has(name) || real === shadow || translate(real) === shadow) return;
      if (!pair(real, shadow)) return;
      sent.push([real, shadow]);
      sent.sort(([one], [other]) => other.length - one.length);
    } else if (Array.isArray(real) && Array.isArray(shadow))
      for (const [i, one] of real.entries()) learn(one, shadow[i], name);
    else if (isRecord(real))
      for (const [member, value] of Object.entries(real)) learn(value, memberOf(shadow, member), member);
  };
  const areEqual = (real: string, shadow: string): boolean => real === shadow || translate(real) === shadow;
  return { fits, areEqual, translate, learn, toShadow: (real) => toShadow.get(real) };
}
