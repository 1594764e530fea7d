import { type Element, elements } from "@journey-kit/schemas/elements";
import { endpointFor } from "@journey-kit/schemas/endpoints";
import type { RouteName } from "@journey-kit/schemas/routes";
import { parsePath, readPath } from "@journey-kit/schemas/subject-path";
import type { GeneratedSituation } from "../arbitraries/situation.ts";
import {
  exchangesOf,
  isError,
  isPlainError,
  isPoll,
  isSubmit,
  isTokenRefused,
  isTokenRequest,
  isUnanswered,
} from "../service/exchanges.ts";
import { readAt } from "../service/member.ts";
import { compareReport, matchReports, toHang } from "../service/reports.ts";
import type { Ending } from "../service/run-client.ts";
import { broken, type CheckResult, type Evidence, kept, notShown } from "./evidence.ts";
import { burst, checkBackoff, checkInterval } from "./polling-checks.ts";
import { checkRepeats, type RequirementId, requirements } from "./requirements.ts";

/** A request as the client sent it, with personal data. */
export interface SentRequest {
  readonly endpoint: RouteName;
  readonly body: unknown;
  /** Whether the request repeats the first token that was refused for its instance. */
  readonly repeatsRefusedToken: boolean;
}

/** What a client did in a generated situation. */
export interface Observation extends Evidence {
  readonly situation: GeneratedSituation;
  /** The requests that the client sent to the base URL in its settings. */
  readonly sent: readonly SentRequest[];
}

/** Requirements that apply only to generated situations. */
const generatedRequirements = {
  "sends-valid-requests": { spec: "2.7", text: "Sends only requests that match their schemas.", check: checkSchemas },
  "sends-given-data": {
    spec: "2.8",
    text: "Sends each element with all data that the person gave, and no other data.",
    check: checkData,
  },
  ends: { spec: "4.4", text: "Stops when the journey has ended.", check: checkEnds },
} as const;

/** Id of a requirement that {@link checkClient} checks. */
export type CheckId = RequirementId | keyof typeof generatedRequirements;

/** A broken requirement. */
export interface Violation {
  readonly id: CheckId;
  readonly spec: string;
  readonly text: string;
  readonly problem: string;
  /** The `sequence` of the request that broke the requirement. */
  readonly exchange?: number | undefined;
}

const all = { ...requirements, ...generatedRequirements };

/** Every requirement that {@link findViolation} checks. */
export const checkIds: readonly CheckId[] = Object.keys(all) as CheckId[]; // `Object.keys` loses the key types

/** The requirements about the data in requests, which the simulator does not record. */
export const checksOfSent: readonly CheckId[] = ["sends-valid-requests", "sends-given-data"];

type Mistake = Pick<Violation, "id" | "problem" | "exchange">;

type Check = (observation: Observation) => CheckResult;

const by =
  (id: CheckId, check: Check) =>
  (observation: Observation): Mistake | undefined => {
    const result = check(observation);
    return result.status === "broken" ? { id, problem: result.problem, exchange: result.exchange } : undefined;
  };

const own = (id: CheckId) => by(id, all[id].check);

/** The checks, in an order that finds a cause before its consequences. */
const checks: readonly ((observation: Observation) => Mistake | undefined)[] = [
  own("keeps-secrets"),
  own("uses-base-url"),
  own("documents-in-subject"),
  own("participants-match"),
  by("no-v1-for-v2", (one) => (isV2(one) ? requirements["no-v1-for-v2"].check(one) : notShown("The journey is v1."))),
  own("start-sent-once"),
  own("sends-valid-requests"),
  own("sends-given-data"),
  by("repeats-no-submit", forEachInstance(checkRepeats(isError))),
  by("one-token", checkTokens),
  by("refreshes-in-time", (one) =>
    areTokensReplaced(one) ? tokensChange : requirements["refreshes-in-time"].check(one),
  ),
  by("replaces-refused-token", checkRefusedTokens),
  by("polls-at-interval", forEachInstance(checkPauses)),
  by("backs-off", forEachInstance(checkBursts)),
  findWrongReport,
  by("stops-when-final", forEachInstance(requirements["stops-when-final"].check)),
  own("ends"),
];

/** Finds the first broken requirement. Ignores the requirements in `except`. */
export function findViolation(observation: Observation, except: readonly CheckId[] = []): Violation | undefined {
  for (const check of checks) {
    const mistake = check(observation);
    if (mistake === undefined || except.includes(mistake.id)) continue;
    const { spec, text } = all[mistake.id];
    return { ...mistake, spec, text };
  }
  return undefined;
}

const isV2 = ({ situation }: Observation): boolean => situation.journeys.every(({ generation }) => generation === "v2");

/** Checks the requests of each instance separately. */
function forEachInstance(check: (evidence: Evidence) => CheckResult): Check {
  return (observation) => {
    const results = observation.instances.map((instance) =>
      check({ ...observation, exchanges: exchangesOf(observation, instance) }),
    );
    const isBroken = ({ status }: CheckResult) => status === "broken";
    return results.find(isBroken) ?? results[0] ?? notShown("No instance was started.");
  };
}

// The following checks apply only to generated situations.

/** Whether tokens expire early, or expire by the world's clock, which a client with its own timers cannot see. */
const areTokensReplaced = ({ exchanges, time }: Evidence): boolean =>
  time === "real" ||
  exchanges.some(({ fault }) => fault !== undefined && ("token" in fault.action || "clockSkew" in fault.action));
const tokensChange = notShown("Tokens expire early in this situation.");

function checkSchemas({ sent, profile }: Observation): CheckResult {
  for (const { endpoint, body } of sent) {
    const { error } = endpointFor(endpoint, profile).request.safeParse(body);
    const [issue] = error?.issues ?? [];
    if (issue !== undefined)
      return broken(`It sent ${endpoint} with an invalid ${issue.path.join(".") || "body"}: ${issue.message}.`);
  }
  return kept;
}

function checkData({ sent, situation: { runs } }: Observation): CheckResult {
  const persons = new Map<unknown, readonly unknown[]>();
  for (const { endpoint, body } of sent) {
    const data = readAt(body, "context.subject");
    const instance = readAt(body, "instanceId");
    const before = persons.get(instance) ?? runs.map(({ subject }) => subject);
    const foreign = before.map((person) => findForeign(data, person));
    const possible = before.filter((_, i) => foreign[i] === undefined);
    if (possible.length === 0) return broken(`It sent ${endpoint} with data that is not the person's: ${foreign[0]}.`);
    const cut = possible.map((person) => findCut(data, person));
    if (isSubmit({ endpoint }) && !cut.includes(undefined))
      return broken(`It sent ${endpoint} with only part of the person's data for ${cut[0]}.`);
    if (instance !== undefined) persons.set(instance, possible);
  }
  return kept;
}

/** Finds an element that was sent with only part of the given data. Spec 2.6. */
const findCut = (sent: unknown, given: unknown): string | undefined =>
  Object.entries(elements).find(([, element]) => {
    const data = dataOf(sent, element);
    return data !== undefined && findForeign(dataOf(given, element), data) !== undefined;
  })?.[0];

/** The data of an element in a subject; undefined if there is none. Spec 2.6. */
function dataOf(subject: unknown, { path, leaves }: Element): unknown {
  const value = readPath(subject, parsePath(path) ?? []);
  if (leaves === undefined) return value;
  const data = leaves.map((leaf) => [leaf, readAt(Array.isArray(value) ? value[0] : value, leaf)]);
  return data.some(([, member]) => member !== undefined) ? Object.fromEntries(data) : undefined;
}

/**
 * Finds the path of a value in `sent` that is not in `given`. Ignores empty strings and members named `type`. A list of
 * strings must match as a whole.
 */
function findForeign(sent: unknown, given: unknown, path = "context.subject"): string | undefined {
  if (sent === undefined || sent === "") return undefined;
  if (typeof sent !== "object" || sent === null) return sent === given ? undefined : path;
  const isFound = (found: string | undefined) => found !== undefined;
  if (!Array.isArray(sent)) {
    const members = Object.entries(sent).filter(([name]) => name !== "type");
    return members.map(([name, member]) => findForeign(member, readAt(given, name), `${path}.${name}`)).find(isFound);
  }
  if (!Array.isArray(given)) return sent.length === 0 ? undefined : path;
  if (sent.length > 0 && sent.every((entry) => typeof entry !== "object"))
    return JSON.stringify(sent) === JSON.stringify(given) ? undefined : path;
  const i = sent.findIndex((entry) => given.every((one) => isFound(findForeign(entry, one))));
  return i < 0 ? undefined : (findForeign(sent[i], given[i], `${path}[${i}]`) ?? `${path}[${i}]`);
}

function checkRefusedTokens({ sent }: Observation): CheckResult {
  const again = sent.find(({ repeatsRefusedToken }) => repeatsRefusedToken);
  return again === undefined ? kept : broken(`It sent ${again.endpoint} with a token that had been refused.`);
}

/** The fraction of a token's lifetime after which a client may refresh the token. */
const earliestRefresh = 0.5;

function checkTokens(observation: Observation): CheckResult {
  const { exchanges, profile } = observation;
  const isReplaced = exchanges.some(
    (exchange) => isTokenRefused(exchange) || (isTokenRequest(exchange) && exchange.fault !== undefined),
  );
  const [first, last] = [exchanges[0], exchanges.at(-1)].map((exchange) => Date.parse(exchange?.at ?? ""));
  const lifetime = Number.parseInt(profile["token-lifetime"], 10) * 1_000;
  const isLong = (last ?? 0) - (first ?? 0) >= lifetime * earliestRefresh;
  return isReplaced || isLong || areTokensReplaced(observation)
    ? tokensChange
    : requirements["one-token"].check(observation);
}

function checkPauses(evidence: Evidence): CheckResult {
  return evidence.exchanges.some(isUnanswered)
    ? notShown("The client had to retry requests.")
    : checkInterval(evidence);
}

/**
 * Applies {@link checkBackoff} to each series of at least {@link burst} failed polls of the state that is followed by a
 * poll without a fault. Spec 4.4.
 */
function checkBursts(evidence: Evidence): CheckResult {
  const polls = evidence.exchanges.filter(isPoll);
  for (let from = 0; from < polls.length; from += 1) {
    let to = from;
    while (isPlainError(polls[to])) to += 1;
    const [first, next] = [polls[from], polls[to]];
    if (first === undefined || next === undefined || to - from < burst || next.fault !== undefined) continue;
    const exchanges = evidence.exchanges.filter(
      ({ sequence }) => sequence >= first.sequence && sequence <= next.sequence,
    );
    const result = checkBackoff({ ...evidence, exchanges });
    if (result.status === "broken") return result;
    from = to;
  }
  return kept;
}

function checkEnds(observation: Observation): CheckResult {
  const problem = toHang(observation);
  return problem === undefined ? kept : broken(problem);
}

/** Finds a wrong report. Reports without an instance id may belong to any of the remaining instances. */
function findWrongReport(observation: Observation): Mistake | undefined {
  const { endings, situation } = observation;
  let left = observation.instances;
  for (const [i, ending] of endings.entries()) {
    const id = idOf(ending);
    if (id === undefined) continue;
    const { id: journey } = situation.journeys[situation.runs[i]?.journey ?? 0] ?? {};
    const instance = left.find((one) => one.instanceId === id && one.journey === journey);
    left = left.filter((one) => one !== instance);
    const wrong = compareReport(observation, ending, instance);
    if (wrong !== undefined) return wrong;
  }
  return matchReports(
    observation,
    endings.filter((ending) => idOf(ending) === undefined),
    left,
  );
}

const idOf = (ending: Ending): string | undefined =>
  ending.kind === "reported" ? ending.report.instanceId : undefined;
