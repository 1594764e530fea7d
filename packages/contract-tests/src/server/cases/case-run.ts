import { endpointOf, resolveReading } from "@journey-kit/schemas/endpoints";
import { type Profile, presets, type RuleId } from "@journey-kit/schemas/tables";
import { type ApiVersion, readWork, workRequest } from "../../service/journey.ts";
import { readAt } from "../../service/member.ts";
import { checkForm } from "../../service/response.ts";
import {
  type Answer,
  addressOf,
  createCaller,
  readAnswer,
  readToken,
  send,
  type Target,
} from "../../service/target.ts";
import type { CaseOptions, CaseRequest } from "./case.ts";

/** What differs between running cases and calibrating. */
export interface Mode {
  /**
   * Checks the form of every response.
   *
   * @throws {CaseFailure} If a response breaks a rule about all responses.
   */
  readonly check: (run: CaseRun, request: CaseRequest, answer: Answer) => void;
  /** Whether a preparation succeeded. */
  readonly isSuccess: (run: CaseRun, request: CaseRequest, answer: Answer) => boolean;
  /** Waits for running modules if the clock cannot be advanced; by default, polls until the modules have finished. */
  readonly settle?: (run: CaseRun) => Promise<void>;
  /** Returns the last name that leads to the outcomes of a scenario, if the target has no `control`. */
  readonly lastNameFor?: (scenario: string) => Promise<string | undefined>;
  /** The token to use if the target has no credentials. */
  readonly token?: string;
}

/** The state of one case: the target, and the values saved from responses. */
export interface CaseRun {
  readonly target: Target;
  readonly profile: Profile;
  readonly options: CaseOptions;
  readonly mode: Mode;
  /** The values of placeholders, by name without `$`. */
  readonly values: Map<string, string>;
  /** Tokens by client or instance; cleared when time passes. */
  readonly tokens: Map<string, string>;
}

/** Thrown if a case cannot run on a target. The message says what is missing. */
export class CaseSkip extends Error {
  override readonly name = "CaseSkip";
}

/** Thrown if a response breaks a rule about all responses, or a preparation fails. */
export class CaseFailure extends Error {
  override readonly name = "CaseFailure";
  readonly rule: RuleId | undefined;

  constructor(problem: string, rule?: RuleId) {
    super(problem);
    this.rule = rule;
  }
}

/** Starts a run of one case. By default, every response is checked. */
export const createCaseRun = (
  target: Target,
  options: CaseOptions,
  mode: Mode = { check: checkResponse, isSuccess: hasSuccessStatus },
): CaseRun => ({
  target,
  profile: target.profile ?? presets.specified,
  options,
  mode,
  values: new Map([
    ["client", target.clientId],
    ["secret", target.clientSecret],
    ["username", target.username ?? "user"],
    ["password", target.password ?? "password"],
    ["basic", btoa([target.clientId, target.clientSecret].map(encodeURIComponent).join(":"))],
  ]),
  tokens: new Map(),
});

/**
 * Sends a request and checks the form of its response.
 *
 * @throws {CaseSkip} If the options lack the client or region, or the target lacks the endpoint.
 * @throws {CaseFailure} If the response breaks a rule about all responses.
 */
export async function exchange(run: CaseRun, request: CaseRequest): Promise<Answer> {
  await saveWorkIds(run, request);
  const address = findAddress(run, request);
  const authorization = await authorize(run, request);
  const isToken = endpointOf(request.route).apiVersion === "token";
  const headers = {
    "content-type": isToken ? "application/x-www-form-urlencoded" : "application/json",
    ...(authorization !== undefined && { authorization }),
    ...request.headers,
  };
  const method = request.method ?? endpointOf(request.route).method;
  const body = method === "GET" ? {} : { body: request.text ?? encodeBody(fill(run, request.body), isToken) };
  const answer = await readAnswer(await send(run.target, new Request(address, { method, headers, ...body })));
  run.mode.check(run, request, answer);
  return answer;
}

const encodeBody = (body: unknown, isForm: boolean): string =>
  isForm ? new URLSearchParams(Object(body)).toString() : JSON.stringify(body);

function findAddress({ target, options }: CaseRun, { route, path, region }: CaseRequest): string {
  const baseUrl = region === undefined ? target.baseUrl : options.regions?.[region];
  if (baseUrl === undefined) throw new CaseSkip(`needs an address in the option regions.${region}`);
  const address = path === undefined ? addressOf({ ...target, baseUrl }, route) : baseUrl + path;
  if (address === undefined) throw new CaseSkip(`the target has no ${route} under its readings`);
  return address;
}

const placeholders: Readonly<Record<string, ApiVersion>> = { interaction: "v2", task: "v1" };

/** Saves the id of the current interaction or of the first open task if the request needs it and it is unknown. */
async function saveWorkIds(run: CaseRun, request: CaseRequest): Promise<void> {
  const text = JSON.stringify(request.body) ?? "";
  const { values } = run;
  for (const [name, apiVersion] of Object.entries(placeholders)) {
    if (!text.includes(`"$${name}"`) || values.has(name)) continue;
    const [work] = await fetchWork(run, apiVersion);
    values.set(name, work?.id ?? "none");
  }
}

/** Fetches the current interaction or the open tasks of the instance. Spec 4.2, 4.3. */
export const fetchWork = async (run: CaseRun, apiVersion: ApiVersion) =>
  readWork(apiVersion, (await exchange(run, workRequest(apiVersion, "$instance"))).body);

/** Replaces the placeholders in a value with saved values. */
export const fill = (run: CaseRun, value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (_, one) => (typeof one === "string" ? fillText(run, one) : one));

/** Replaces the placeholders in a string, such as a header or a path. */
export function fillText({ values, options }: CaseRun, text: string): string {
  const [, journey = "", version = ""] = /^\$resource:([^@]+)(@.*)?$/.exec(text) ?? [];
  if (journey !== "") return (options.journeys?.[journey] ?? journey) + version;
  return text.replaceAll(/\$(\w+)/g, (placeholder, name: string) => values.get(name) ?? placeholder);
}

/** Returns the `Authorization` header of a request; default a token of the kind that the endpoint requires. Spec 5. */
async function authorize(run: CaseRun, { route, authorization, client }: CaseRequest): Promise<string | undefined> {
  const isOpen = authorization === undefined && endpointOf(route).security === "none";
  if (authorization === null || isOpen) return undefined;
  if (authorization !== undefined) {
    if (/\$token$/.test(authorization)) run.values.set("token", await tokenOf(run));
    return fillText(run, authorization);
  }
  const isBound = endpointOf(route).security === "interaction" && run.profile["interaction-token"] === "end-user";
  return `Bearer ${isBound ? await endUserTokenOf(run, client) : await tokenOf(run, client)}`;
}

/** Requests a token for a client; default the client of the target. */
export async function fetchToken({ target, mode, options }: CaseRun, client?: CaseRequest["client"]): Promise<string> {
  if (client === undefined && mode.token !== undefined) return mode.token;
  const credentials = client === undefined ? {} : options.clients?.[client];
  if (credentials === undefined) throw new CaseSkip(`needs credentials in the option clients.${client}`);
  return readToken(await createCaller({ ...target, ...credentials }).token());
}

async function tokenOf(run: CaseRun, client?: CaseRequest["client"]): Promise<string> {
  const token = run.tokens.get(client ?? "") ?? (await fetchToken(run, client));
  run.tokens.set(client ?? "", token);
  return token;
}

/** Returns an end-user token for the current instance. Gaps `interaction-token`, `device-start`. */
async function endUserTokenOf(run: CaseRun, client: CaseRequest["client"]): Promise<string> {
  const instanceId = run.values.get("instance") ?? "";
  const known = run.tokens.get(instanceId);
  if (known !== undefined) return known;
  const by = client === undefined ? {} : { client };
  const device = await exchange(run, { route: "v2.startDevice", body: { instanceId }, ...by });
  const connectToken = readAt(device.body, "connectToken");
  const authorization = `Bearer ${connectToken}`; // sent in the body as well: gap `connect-token-place`
  const connected = await exchange(run, { route: "v2.connectDevice", body: { connectToken }, authorization });
  const token = String(readAt(connected.body, "endUserToken"));
  run.tokens.set(instanceId, token);
  return token;
}

function checkResponse({ profile }: CaseRun, { route }: CaseRequest, answer: Answer): void {
  const { apiVersion } = endpointOf(route);
  const isFailure = answer.status >= 400;
  const isOAuth = isFailure && apiVersion === "token" && profile["token-error-body"] === "oauth";
  const hasId = answer.headers.has("x-request-id");
  if (isOAuth && hasId && typeof readAt(answer.body, "error") === "string") return;
  const problem = checkForm(profile, route, answer);
  if (problem === undefined) return;
  const isOlder = apiVersion === "v1" && profile["v1-error-body"] === "older";
  const rule = isOlder ? "v1-error-older-form" : "error-body-form";
  throw new CaseFailure(problem, hasId ? (isFailure ? rule : undefined) : "request-id-always");
}

const hasSuccessStatus = ({ profile }: CaseRun, { route }: CaseRequest, { status }: Answer): boolean =>
  status === resolveReading(profile, endpointOf(route).status);
