import { memberOf } from "@journey-kit/schemas/calls";
import { endpointOf } from "@journey-kit/schemas/endpoints";
import type { Profile } from "@journey-kit/schemas/tables";
import { BreaksAt, catchUp, endWaiting, hasFailed, resolveSeen, scenarioOf } from "./catch-up.ts";
import { compareBodies, countValues, type Difference } from "./compare.ts";
import { createIds, type Ids } from "./ids.ts";
import { errorNameIn, isDisturbed, type Script } from "./script.ts";
import { type Shadow, type ShadowAnswer, shadowClient } from "./shadow.ts";
import { isReading, type ReadExchange, type Unit } from "./unit.ts";

/** How the shadow answered one exchange. */
export interface Answered {
  readonly exchange: ReadExchange;
  readonly differences: readonly Difference[];
  /** What the shadow's response depends on. */
  readonly basis: readonly string[];
  /**
   * What the shadow's first responses depend on, if they made it move on. If only one of the two refused a token, also
   * what its issue depends on.
   */
  readonly movedBy: readonly string[];
}

/** How much a response differs. */
const costOf = (differences: readonly Difference[]): number => differences.reduce((sum, { weight }) => sum + weight, 0);

/** How much all responses of a run differ. */
export const totalOf = (answered: readonly Pick<Answered, "differences">[]): number =>
  answered.reduce((sum, { differences }) => sum + costOf(differences), 0);

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
  const issuing: string[] = [];
  let isBroken = false;
  let cost = 0;
  for (const exchange of unit.exchanges) {
    const isLost = isDisturbed(exchange) && !endpointCanAnswer(exchange);
    if (isLost && !script.executed.has(exchange)) {
      answered.push({ exchange, differences: [], basis: [], movedBy: [] });
      continue;
    }
    const id = unit.instanceId === undefined ? undefined : ids.toShadow(unit.instanceId);
    if (!isBroken && id !== undefined && hasFailed(exchange.response)) {
      isBroken = true;
      if (broken !== undefined) await resolveSeen(shadow, id, script.seen, script, exchange.startedAt - 1);
    }
    let result = await ask(shadow, exchange, ids, script);
    const movedBy: string[] = [];
    for (let round = 0; round < 8 && result.differences.length > 0 && id !== undefined; round += 1) {
      if (!(await catchUp(shadow, id, { unit, exchange, script, broken, profile }, result.answer))) break;
      movedBy.push(...result.answer.basis);
      result = await ask(shadow, exchange, ids, script);
    }
    // A read that differs may show another interaction than the shadow's.
    if (result.differences.length === 0 || !isReading(exchange)) ids.learn(exchange.response, result.answer.body);
    const { differences, answer } = result;
    const isContext = unit.context.has(exchange);
    if (isContext) issuing.push(...answer.basis);
    else if (differences.length > 0 && [answer.status, exchange.status].includes(401)) movedBy.push(...issuing);
    answered.push({
      exchange,
      differences: isLost || isContext ? [] : differences,
      basis: isContext ? [] : answer.basis,
      movedBy,
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

async function ask(
  shadow: Shadow,
  exchange: ReadExchange,
  ids: Ids,
  script: Script,
): Promise<{ readonly answer: ShadowAnswer; readonly differences: readonly Difference[] }> {
  const request = await toShadowRequest(shadow, exchange, ids);
  const isStarted = exchange.target.name === "v1.startJourney" && exchange.status < 300;
  const whileWaiting = isStarted ? (id: string) => endWaiting(shadow, id, script) : undefined;
  const answer = await shadow.send(request, exchange.startedAt, whileWaiting);
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
