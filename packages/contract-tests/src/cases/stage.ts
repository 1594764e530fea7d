import { ErrorBody, schemaFor, V1ErrorBody } from "@journey-kit/schemas";
import { endpointFor } from "@journey-kit/schemas/endpoints";
import { type Profile, presets } from "@journey-kit/schemas/profile";
import { routeOf } from "@journey-kit/schemas/routes";
import type { RuleId } from "@journey-kit/schemas/rules";
import { type Answer, addressOf, createCaller, parse, readToken, send, type Target } from "../target/target.ts";
import type { Ask } from "./case.ts";
import type { CaseOptions } from "./options.ts";
import { readAt } from "./shape.ts";

/** A target while one case runs on it, and what has been noted of its answers. */
export interface Stage {
  readonly target: Target;
  readonly profile: Profile;
  readonly options: CaseOptions;
  /** Texts by the names under which a request asks for them. */
  readonly values: Map<string, string>;
  /** Tokens by what they open; forgotten when time passes. */
  readonly tokens: Map<string, string>;
}

/** A case that cannot be run on a target; the message says what it lacks. */
export class CaseSkip extends Error {
  override readonly name = "CaseSkip";
}

/** An answer that breaks a rule: the one that the case is about, or one that every answer must keep. */
export class CaseFailure extends Error {
  override readonly name = "CaseFailure";
  readonly rule: RuleId | undefined;

  constructor(problem: string, rule?: RuleId) {
    super(problem);
    this.rule = rule;
  }
}

/** Sets a stage for one case. */
export const createStage = (target: Target, options: CaseOptions): Stage => ({
  target,
  profile: target.profile ?? presets.specified,
  options,
  values: new Map([
    ["client", target.clientId],
    ["secret", target.clientSecret],
    ["username", target.username ?? "user"],
    ["password", target.password ?? "password"],
  ]),
  tokens: new Map(),
});

/**
 * Sends a request and holds its answer to what every answer must keep: the request id and the form of the body. Spec 7.
 *
 * @throws {CaseSkip} When the target lends no such client or region, or has no such journey.
 * @throws {CaseFailure} When the answer breaks a rule of all answers.
 */
export async function exchange(stage: Stage, ask: Ask): Promise<Answer> {
  await resolve(stage, ask);
  const address = toAddress(stage, ask);
  const authorization = await authorize(stage, ask);
  const isToken = routeOf(ask.route).generation === "token";
  const headers = {
    "content-type": isToken ? "application/x-www-form-urlencoded" : "application/json",
    ...(authorization !== undefined && { authorization }),
    ...ask.headers,
  };
  const method = ask.method ?? routeOf(ask.route).method;
  const body = method === "GET" ? {} : { body: ask.text ?? toBody(fill(stage, ask.body), isToken) };
  const response = await send(stage.target, new Request(address, { method, headers, ...body }));
  const answer = { status: response.status, headers: response.headers, body: parse(await response.text()) };
  checkForm(stage, ask, answer);
  return answer;
}

const toBody = (body: unknown, isForm: boolean): string =>
  isForm ? new URLSearchParams(Object(body)).toString() : JSON.stringify(body);

function toAddress({ target, options }: Stage, { route, path, region }: Ask): string {
  const baseUrl = region === undefined ? target.baseUrl : options.regions?.[region];
  if (baseUrl === undefined) throw new CaseSkip(`needs the address of region ${region} in regions`);
  const address = path === undefined ? addressOf({ ...target, baseUrl }, route) : baseUrl + path;
  if (address === undefined) throw new CaseSkip(`the readings of the target do without ${route}`);
  return address;
}

/** Fetches what a request asks for and nothing has noted: the current interaction, the first open task. */
async function resolve(stage: Stage, ask: Ask): Promise<void> {
  const text = JSON.stringify(ask.body) ?? "";
  const { values } = stage;
  if (text.includes('"$interaction"') && !values.has("interaction")) {
    const { body } = await exchange(stage, { route: "v2.fetchInteraction", body: { instanceId: "$instance" } });
    values.set("interaction", String(readAt(body, "interactionId") ?? "none"));
  }
  if (text.includes('"$task"') && !values.has("task")) {
    const { body } = await exchange(stage, { route: "v1.listTasks", body: { instanceId: "$instance" } });
    values.set("task", String(readAt(body, "tasks[0].taskId") ?? "none"));
  }
}

/** Puts what was noted in the place of texts that begin with `$`. */
export function fill(stage: Stage, value: unknown): unknown {
  if (typeof value === "string") return fillText(stage, value);
  if (Array.isArray(value)) return value.map((one) => fill(stage, one));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(stage, one)]));
}

function fillText({ values, options }: Stage, text: string): string {
  const [, journey = "", version = ""] = /^\$resource:([^@]+)(@.*)?$/.exec(text) ?? [];
  if (journey !== "") return (options.journeys?.[journey] ?? journey) + version;
  const [, before = "", name = ""] = /^(Bearer )?\$(\w+)$/.exec(text) ?? [];
  return values.has(name) ? `${before}${values.get(name)}` : text;
}

/** Fills the names that stand in the place of a shape, such as a variant that was noted. */
export const fillPlace = ({ values }: Stage, place: string): string =>
  place.replaceAll(/\$(\w+)/g, (text, name: string) => values.get(name) ?? text);

/** The header that a request wants: its own, or a good token of the kind that its endpoint takes. Spec 5. */
async function authorize(stage: Stage, { route, authorization, client }: Ask): Promise<string | undefined> {
  const isOpen = authorization === undefined && routeOf(route).security === "none";
  if (authorization === null || isOpen) return undefined;
  if (authorization !== undefined) {
    if (/\$token$/.test(authorization)) stage.values.set("token", await tokenOf(stage));
    return authorization.replace(/\$(\w+)$/, (text, name: string) => stage.values.get(name) ?? text);
  }
  const isBound = routeOf(route).security === "interaction" && stage.profile["interaction-token"] === "end-user";
  return `Bearer ${isBound && client === undefined ? await endUserTokenOf(stage) : await tokenOf(stage, client)}`;
}

/** A token of the target's client, or of another. */
async function tokenOf(stage: Stage, client?: Ask["client"]): Promise<string> {
  const known = stage.tokens.get(client ?? "");
  if (known !== undefined) return known;
  const credentials = client === undefined ? {} : stage.options.clients?.[client];
  if (credentials === undefined) throw new CaseSkip(`needs the credentials of clients.${client}`);
  const token = readToken(await createCaller({ ...stage.target, ...credentials }).token());
  stage.tokens.set(client ?? "", token);
  return token;
}

/** A token of the end user, bound to the instance. Gaps `interaction-token`, `device-start`. */
async function endUserTokenOf(stage: Stage): Promise<string> {
  const instanceId = stage.values.get("instance") ?? "";
  const known = stage.tokens.get(instanceId);
  if (known !== undefined) return known;
  const device = await exchange(stage, { route: "v2.startDevice", body: { instanceId } });
  const connectToken = readAt(device.body, "connectToken");
  const authorization = `Bearer ${connectToken}`; // also in the body: gap `connect-token-place`
  const connected = await exchange(stage, { route: "v2.connectDevice", body: { connectToken }, authorization });
  const token = String(readAt(connected.body, "endUserToken"));
  stage.tokens.set(instanceId, token);
  return token;
}

function checkForm(stage: Stage, ask: Ask, { status, headers, body }: Answer): void {
  if (!headers.get("x-request-id")) throw new CaseFailure(`${ask.route} has no X-Request-ID`, "request-id-always");
  const { generation } = routeOf(ask.route);
  if (status >= 400 && generation === "token" && stage.profile["token-error-body"] === "oauth") {
    if (typeof readAt(body, "error") !== "string") throw new CaseFailure("the token error is not that of RFC 6749");
    return;
  }
  const isOlder = generation === "v1" && stage.profile["v1-error-body"] === "older";
  const schema =
    status < 400
      ? endpointFor(ask.route, stage.profile).response
      : isOlder
        ? V1ErrorBody
        : schemaFor(stage.profile, ErrorBody);
  const issue = schema.safeParse(body).error?.issues[0];
  if (issue === undefined) return;
  const problem = `${ask.route} answered ${status} with a body of another form: ${issue.path.join(".")} ${issue.message}`;
  throw new CaseFailure(problem, status < 400 ? undefined : isOlder ? "v1-error-older-form" : "error-body-form");
}
