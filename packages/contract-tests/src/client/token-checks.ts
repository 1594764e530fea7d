import type { Exchange } from "@journey-kit/schemas/control";
import { endpointOf } from "@journey-kit/schemas/endpoints";
import { type FaultActionType, faultActionOf } from "@journey-kit/schemas/tables";
import { type Check, type Evidence, fail, pass, untested } from "./evidence.ts";
import { isTokenRefused, isTokenRequest, timeOf } from "./exchanges.ts";
import { describeEnding } from "./reports.ts";

const clockHint =
  "It waits with settings.sleep but never calls settings.now. Use settings.now instead of Date.now to decide when the token expires.";

/** The lifetime that a token was given, in milliseconds. Spec 2.11; gaps `token-lifetime`, `expires-in-unit`. */
const lifetimeOf = ({ profile }: Evidence, { fault }: Exchange): number =>
  fault?.action.type === "tokenLifetime"
    ? fault.action.expiresIn * 1_000
    : Number.parseInt(profile["token-lifetime"], 10) * 1_000;

/** Whether a fault treats the token of one request as invalid. */
const isTokenRefusal = (type: FaultActionType | undefined): boolean => type === "expireToken" || type === "revokeToken";

/** Milliseconds that a request may arrive after its token has expired: on a busy machine, it may have left in time. */
const lateness = 60;

/** Whether tokens expire unexpectedly, or by the world's clock, which a client with its own timers cannot see. */
const expireUnseen = ({ exchanges, time, condition }: Evidence): boolean =>
  (time === "real" && condition.isTimed !== true) ||
  exchanges.some(({ fault }) => fault !== undefined && faultActionOf(fault.action).changes === "token");

/** Checks that the client sends no expired token. Spec 5. */
export const checkRefresh: Check = (evidence) => {
  const { exchanges, time, readsClock } = evidence;
  if (expireUnseen(evidence)) return untested("No token expired during the run.");
  const refused = exchanges.filter(({ refusal, fault }) => fault === undefined && refusal?.kind === "EXPIRED_TOKEN");
  const [first] = refused;
  const tokens = exchanges.filter((one) => isTokenRequest(one) && one.response.status === 200);
  const isLate = (one: Exchange) => {
    const token = tokens.findLast(({ sequence }) => sequence < one.sequence);
    return (
      token !== undefined && timeOf(evidence, one) - timeOf(evidence, token) - lifetimeOf(evidence, token) > lateness
    );
  };
  const hint = time === "virtual" && !readsClock ? ` ${clockHint}` : "";
  if (first !== undefined && (time === "virtual" || refused.length > 1 || isLate(first)))
    return fail(`It sent an expired token.${hint}`, first);
  return tokens.length < 2 ? untested("No token expired during the run.") : pass;
};

/** The fraction of a token's lifetime after which a client may refresh the token. */
const earliestRefresh = 0.5;

/** Requests in a row with one token that show that a client reuses tokens of this lifetime. */
const reuses = 4;

/**
 * Checks that each client requests a token only if it has none that is valid. Tokens that live less than a minute may be
 * shorter than the client's safety margin: then the client must treat all of them alike. Spec 5.
 */
export const checkTokenCount: Check = (evidence) => {
  const { exchanges, sent, condition } = evidence;
  const isReplaced = (one: Exchange) => isTokenRefused(one) || (isTokenRequest(one) && one.response.status !== 200);
  if (exchanges.some((one) => isReplaced(one) || one.fault?.action.type === "clockSkew"))
    return untested("A token was refused.");
  if (
    exchanges.some((one) => isTokenRequest(one) && one.fault !== undefined && one.fault.action.type !== "tokenLifetime")
  )
    return untested("A token request failed.");
  const issued = exchanges.filter((one) => isTokenRequest(one) && one.response.status === 200);
  const [token, second] = issued;
  if (token === undefined) return untested("No token was requested.");
  const lifetime = lifetimeOf(evidence, token);
  const [from, to] = [token, exchanges.at(-1) ?? token].map((one) => timeOf(evidence, one));
  const needed =
    evidence.time === "real" && condition.isTimed !== true
      ? 1
      : 1 + Math.floor(((to ?? 0) - (from ?? 0)) / (lifetime * earliestRefresh));
  for (const number of new Set(sent.map(({ connection }) => connection))) {
    const requests = sent.filter(({ connection }) => connection === number);
    const uses = usesOf(requests.map(isTokenRequest));
    if (lifetime < 60_000) {
      const isReused = (uses[0] ?? 0) >= reuses && uses.length > reuses;
      if (isReused && uses.slice(1, -1).every((count) => count <= 2))
        return fail(`Its first token served ${uses[0]} requests, and each later one at most two.`, issued[1]);
      continue;
    }
    if (uses.length <= needed) continue;
    const journeys = evidence.runs.length === 1 ? "one journey" : `${evidence.runs.length} journeys`;
    const enough = needed === 1 ? "one is enough" : `${needed} are enough`;
    return fail(`It requested ${uses.length} tokens for ${journeys}; ${enough}.`, second);
  }
  return pass;
};

/** How many requests each token served, in order. */
function usesOf(isToken: readonly boolean[]): readonly number[] {
  const uses: number[] = [];
  for (const one of isToken) {
    if (one) uses.push(0);
    else if (uses.length > 0) uses.push((uses.pop() ?? 0) + 1);
  }
  return uses;
}

/** Checks that the client requests a new token after a 401, and does not send the refused one again. Spec 5. */
export const checkRefusedToken: Check = ({ exchanges, endings, sent, condition }) => {
  const again = sent.find(({ repeatsRefusedToken }) => repeatsRefusedToken);
  if (again !== undefined) return fail(`It sent ${again.endpoint} with a token that had been refused.`);
  const refused = exchanges.filter(
    (one) => isTokenRefusal(one.fault?.action.type) && isTokenRefused(one) && !isTokenRequest(one),
  );
  const [first] = refused;
  if (first === undefined || condition.isHopeless === true) return untested("No token was refused.");
  if (endings.length > 1) return untested("Another journey may have requested the new token.");
  // After a second refusal in a row, the client may give up.
  const isSecond = (one: Exchange) => {
    const before = exchanges.filter((other) => other.endpoint === one.endpoint && other.sequence < one.sequence).at(-1);
    return before !== undefined && isTokenRefused(before);
  };
  const isReplaced = ({ sequence }: Exchange) =>
    exchanges.some((one) => isTokenRequest(one) && one.sequence > sequence);
  const kept = refused.find((one) => !isSecond(one) && !isReplaced(one));
  if (kept === undefined) return pass;
  return fail(`It requested no new token after a 401; it ${endings.map(describeEnding).join("; ")}.`, kept);
};

/** Token requests after which a client that is always refused must have stopped. */
const mostRenewals = 20;

/** Checks that the client does not request tokens without end if every request is refused. Spec 5. */
export const checkRenewals: Check = ({ exchanges, condition }) => {
  const refused = exchanges.filter((one) => isTokenRefused(one) && !isTokenRequest(one));
  if (refused.length < (condition.isHopeless === true ? 1 : 2))
    return untested("The service did not refuse request after request.");
  const tokens = exchanges.filter(isTokenRequest);
  return tokens.length <= mostRenewals
    ? pass
    : fail(
        `The service refused ${refused.length} requests; the client requested ${tokens.length} tokens.`,
        tokens.at(-1),
      );
};

/** Checks that every request has a token that the service issued. Spec 4, 5. */
export const checkBearer: Check = ({ sent }) => {
  const requests = sent.filter(({ endpoint }) => endpointOf(endpoint).world === "bearer");
  if (requests.length === 0) return untested("No request with a token was sent.");
  const wrong = requests.find(({ bearer }) => bearer !== "issued");
  if (wrong === undefined) return pass;
  const what = wrong.bearer === "none" ? "without a bearer token" : "with a token that the service did not issue";
  return fail(`It sent ${wrong.endpoint} ${what}.`);
};

/** Checks how a client requests tokens: as a form, with its own credentials and one of the two grants. Spec 4.1. */
export const checkTokenForm: Check = ({ exchanges, sent, profile }) => {
  const forms = sent.flatMap(({ form }) => form ?? []);
  if (forms.length === 0) return untested("No token was requested.");
  const type = exchanges.filter(isTokenRequest).map(({ request }) => request.headers["content-type"] ?? "none");
  const other = type.find((one) => !/^application\/x-www-form-urlencoded\b/i.test(one));
  if (other !== undefined) return fail(`It requested a token with the content type ${other}.`);
  for (const { grant, hasScope, hasUser, hasCredentials } of forms) {
    if (!hasCredentials) return fail("It requested a token without its own client id and secret.");
    const isComplete =
      grant === "client_credentials" ? hasScope || profile["token-scope"] === "any" : grant === "password" && hasUser;
    if (!isComplete) return fail(`It requested a token with the grant "${grant}" and without what the grant needs.`);
  }
  return pass;
};
