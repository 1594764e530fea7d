import { parsePath, readPath } from "@journey-kit/schemas/calls";
import { endpointNames, endpointOf, isHosted, pathsUnder, refusalsOf } from "@journey-kit/schemas/endpoints";
import type { Profile } from "@journey-kit/schemas/tables";
import { errorKindOf, errorNames, gapIds, ruleIds, wireErrorOf } from "@journey-kit/schemas/tables";
import { expect } from "vitest";
import type { SimulatorContext } from "../src/context/context.ts";
import { createLocalWorld, type LocalWorld } from "../src/control/world.ts";
import { assembleService, type SimulatorOptions } from "../src/service.ts";
import { createSimulator, type Simulator } from "../src/simulator.ts";
import { image, join } from "./samples.ts";

export { image } from "./samples.ts";

/** A response with its body parsed. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  /** Rule ids and gap readings of `X-Sim-Basis`. */
  readonly basis: readonly string[];
  /** The value at a path of the body, such as `context.process.result` or `errors[0].name`. */
  at(path: string): unknown;
  /** The text at a path of the body. */
  text(path: string): string;
}

/** One world of a simulator, with a token and the most common requests. */
export interface Service {
  readonly simulator: Simulator;
  readonly world: LocalWorld;
  readonly token: string;
  /** Opens the same world with a new token. */
  renew(): Promise<Service>;
  /** Posts JSON to a path of the service, with the token. */
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  /** Sends a request without adding headers. */
  send(path: string, init: RequestInit): Promise<Reply>;
  /** Posts to a v2 endpoint, such as `journey/start`. */
  v2(path: string, body: unknown): Promise<Reply>;
  /** Posts to a v1 endpoint. */
  v1(path: string, body: unknown): Promise<Reply>;
  /** Starts a v2 instance and returns its id. */
  start(journey: string, subject?: unknown, config?: unknown): Promise<string>;
  /** Submits elements with valid data to the current interaction. */
  submit(instanceId: string, ...names: readonly string[]): Promise<Reply>;
}

/** The address that tests send requests to. */
export const address = "http://127.0.0.1:4010";

/** The time at which tests freeze clocks. */
export const noon = Date.UTC(2026, 0, 1, 12);

/** Valid data for the six elements, as a caller sends it. */
const sent: Readonly<Record<string, unknown>> = {
  FullName: { identity: { firstName: "Ada", lastNames: ["Lovelace"] } },
  DateOfBirth: { identity: { dateOfBirth: "1990-12-10" } },
  CurrentAddress: { identity: { currentAddress: { postalCode: "SW1Y 4JH" } } },
  SSN: { identity: { idNumbers: [{ type: "ssn", idNumber: "123-45-6789" }] } },
  PrimaryDocument: { documents: [{ type: "Primary", side1Image: image }] },
  Selfie: { biometrics: [{ selfieImage: image }] },
};

/** Creates a subject with valid data for the given elements, as a caller sends it. */
export const sentSubject = (...names: readonly string[]): Record<string, unknown> =>
  join(...names.map((name) => sent[name]));

/** Creates a token request from form fields. */
export const form = (fields: Readonly<Record<string, string>>): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields).toString(),
});

const grant = {
  grant_type: "client_credentials",
  client_id: "tester",
  client_secret: "secret",
  scope: "service.token",
};

/** Opens a world on a new simulator whose clock is frozen at {@link noon}. */
export async function openService(options: SimulatorOptions = {}, clientId = "tester"): Promise<Service> {
  return enterService(createSimulator({ clock: { mode: "frozen", at: noon }, ...options }), clientId);
}

/** Opens a world on an existing simulator. */
export async function enterService(simulator: Simulator, clientId: string): Promise<Service> {
  const send = async (path: string, init: RequestInit) => {
    const reply = await toReply(await simulator.fetch(new Request(address + path, init)));
    if (reply.status >= 400) await checkRefusal(simulator, clientId, { path, method: init.method ?? "GET", reply });
    return reply;
  };
  const issued = await send("/as/token.oauth2", form({ ...grant, client_id: clientId }));
  const token = issued.text("access_token");
  const post: Service["post"] = (path, body, headers = {}) =>
    send(path, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const v2: Service["v2"] = (path, body) => post(`/v2/captain/${path}`, body);
  return {
    simulator,
    world: simulator.world(clientId),
    token,
    renew: () => enterService(simulator, clientId),
    post,
    send,
    v2,
    v1: (path, body) => post(`/captain/api/${path}`, body),
    start: async (journey, subject = {}, config = { delivery: "api" }) =>
      (await v2("journey/start", { resourceId: journey, context: { config, subject } })).text("instanceId"),
    submit: async (instanceId, ...names) => {
      const fetched = await v2("journey/interaction/fetch", { instanceId });
      return v2("journey/interaction/submit", {
        instanceId,
        interactionId: fetched.text("interactionId"),
        participants: names.map((domainElementId) => ({ domainElementId })),
        context: { subject: sentSubject(...names) },
      });
    },
  };
}

/** Opens a world of a simulator, and returns the parts of the simulator too, so that a test can replace them. */
export async function openContext(options: SimulatorOptions = {}): Promise<Service & { context: SimulatorContext }> {
  const { context, ...service } = assembleService(options);
  const fetch = async (input: string | URL | Request, init?: RequestInit) =>
    service.app.fetch(new Request(input, init));
  const world = (id: string) => createLocalWorld(context, id);
  return { context, ...(await enterService({ ...service, fetch, world, events: () => () => undefined }, "tester")) };
}

/** Refusals that do not depend on the endpoint, so no table lists them for it. */
const general: readonly string[] = ["UNKNOWN_PATH", "METHOD_NOT_ALLOWED", "MALFORMED_REQUEST", "INTERNAL_ERROR"];

/** Checks that the table of refusals contains a refusal of an endpoint. Faults and limits can cause any other error. */
async function checkRefusal(
  simulator: Simulator,
  clientId: string,
  { path, method, reply }: { readonly path: string; readonly method: string; readonly reply: Reply },
): Promise<void> {
  const sent = reply.at("errors[0].name") ?? reply.at("error");
  const kind = errorNames.find((one) => one === sent);
  if (kind === undefined || general.includes(kind) || errorKindOf(kind).isOfSimulator) return;
  if (/This error is a planned fault/.test(JSON.stringify(reply.body))) return;
  const { readings } = await simulator.world(clientId).profile.read();
  const profile = readings as Profile; // the state of a world lists every gap
  const bare = path.replace(/^\/(eu|us|au)(?=\/)/, "").replace(/\?.*$/, "");
  const name = endpointNames.find((one) => {
    const forms = pathsUnder(profile, endpointOf(one)).map((pattern) => pattern.replaceAll(/:\w+/g, "[^/]+"));
    return endpointOf(one).method === method && forms.some((form) => new RegExp(`^${form}$`).test(bare));
  });
  if (name === undefined || isHosted(name)) return;
  const known = [...refusalsOf(endpointOf(name), profile)].flatMap(([status, names]) =>
    names.map((one) => `${status} ${wireErrorOf(one, (gap) => profile[gap]).name}`),
  );
  expect(known, `${name} refuses a request in a way that \`refusalsOf\` does not list`).toContain(
    `${reply.status} ${sent}`,
  );
}

async function toReply(response: Response): Promise<Reply> {
  const text = await response.text();
  const body: unknown = response.headers.get("content-type") === "application/json" ? JSON.parse(text) : text;
  const at = (path: string) => readPath(body, parsePath(path) ?? []);
  return {
    status: response.status,
    headers: response.headers,
    body,
    basis: (response.headers.get("x-sim-basis") ?? "").split(", "),
    at,
    text: (path) => String(at(path)),
  };
}

/** Checks whether a basis refers to an existing rule or gap. */
export const isKnownBasis = (basis: string): boolean =>
  (ruleIds as readonly string[]).includes(basis) ||
  (gapIds as readonly string[]).includes(basis.split("=", 1)[0] ?? "");
