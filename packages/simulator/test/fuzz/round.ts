import { ErrorBody } from "@journey-kit/schemas";
import type { ControlRouteName } from "@journey-kit/schemas/calls";
import { isRecord, memberOf } from "@journey-kit/schemas/calls";
import { type ControlEndpoint, controlEndpoints, WorldList } from "@journey-kit/schemas/control";
import { endpointOf } from "@journey-kit/schemas/endpoints";
import { fileSchemaNames, type Profile, presets, resolveProfile } from "@journey-kit/schemas/tables";
import fc from "fast-check";
import type { AnsweredRequest } from "../../src/context/context.ts";
import type { SimulatorOptions } from "../../src/service.ts";
import { createSimulator, type Simulator } from "../../src/simulator.ts";
import { draw } from "../../src/world/random.ts";
import { bodiesFor, openTargets, type Targets } from "../bodies.ts";
import { mutate, pathUnder, profile, replaceAt, toRequest } from "../hostile.ts";
import { problemOf } from "../response-check.ts";
import { address, enterService, noon, type Service } from "../service.ts";
import { type ControlStep, type ServiceStep, step } from "./steps.ts";

/** A response, or its absence, that breaks the contract. */
export interface Finding {
  readonly problem: string;
  readonly request: string;
  readonly response: string;
}

/** A simulator under test. Its time only moves with requests, so that a round can be replayed. */
export interface Subject {
  readonly simulator: Simulator;
  /** The latest request that the simulator reported. */
  readonly last: () => AnsweredRequest | undefined;
  readonly errors: readonly unknown[];
  readonly requests: () => number;
  readonly wait: (duration: number) => void;
  /** Number of responses by endpoint and status. */
  readonly counts: Map<string, number>;
}

/** Creates a simulator for many rounds. */
export function createSubject(counts: Map<string, number>, options: SimulatorOptions = {}): Subject {
  let last: AnsweredRequest | undefined;
  let requests = 0;
  let now = noon;
  const errors: unknown[] = [];
  const simulator = createSimulator({
    clock: { mode: "frozen", at: noon },
    key: new Uint8Array(32),
    now: () => now,
    sleep: async () => undefined,
    onRequest: (request) => {
      last = request;
      requests += 1;
      now += 1;
    },
    onError: (error) => errors.push(error),
    callTool: async () => Response.json({ jsonrpc: "2.0" }),
    ...options,
  });
  const wait = (duration: number) => {
    now += duration;
  };
  return { simulator, last: () => last, errors, requests: () => requests, wait, counts };
}

/** The world that a round plays in, and what its responses contained. */
interface World {
  readonly id: string;
  service: Service;
  profile: Profile;
  targets: Targets;
  readonly instances: string[];
  readonly interactions: Map<string, { readonly id: string; readonly outstanding: readonly string[] }>;
  readonly checkpoints: string[];
  snapshot: unknown;
  endUserToken: string;
}

/** A person whose age check is referred. */
const referred = { identity: { firstName: "Ada", lastNames: ["Testrefer"], dateOfBirth: "1990-12-10" } };

const steps = 60;
const worldIds = ["world-1", "world-2"] as const;

/** Resets every world that a round may have used. */
export async function resetWorlds({ simulator }: Subject): Promise<void> {
  for (const id of [...worldIds, "nobody", "raw"]) await simulator.world(id).reset();
}

/** Returns the seed of a round. */
export const seedOf = (seed: number, round: number): number => Math.floor(draw(seed, round) * 2 ** 31);

/** Plays one round in two worlds, which it resets first. Returns the first finding, if any. */
export async function playRound(subject: Subject, seed: number): Promise<Finding | undefined> {
  const [chosen = presets.specified] = fc.sample(profile, { seed, numRuns: 1 });
  const [own, other] = [
    await openWorld(subject, worldIds[0], chosen, seed % 2 === 0 ? "auto" : "frozen"),
    await openWorld(subject, worldIds[1], presets.specified, "frozen"),
  ];
  for (const one of fc.sample(step, { seed, numRuns: steps })) {
    if (one.kind === "time") {
      subject.wait(one.by);
      continue;
    }
    const finding = await (one.kind === "service"
      ? callService(subject, own, other, one)
      : callControl(subject, own, other, one));
    if (finding !== undefined) return finding;
    if (subject.errors.length > 0)
      return {
        problem: `an unexpected error: ${describe(subject.errors[0])}`,
        request: `after ${JSON.stringify(one).slice(0, 2_000)}`,
        response: "",
      };
  }
  return undefined;
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

async function openWorld({ simulator }: Subject, id: string, chosen: Profile, mode: "auto" | "frozen"): Promise<World> {
  await simulator.world(id).reset();
  const service = await enterService(simulator, id);
  await service.world.profile.set({ readings: chosen });
  await service.world.clock.set({ mode });
  const targets = await openTargets(service, chosen);
  return {
    id,
    service,
    profile: chosen,
    targets,
    instances: [targets.v2, targets.v1, await service.start("age-check@latest", referred)],
    interactions: new Map(),
    checkpoints: [],
    snapshot: undefined,
    endUserToken: "",
  };
}

const pickFrom = <T>(list: readonly T[], pick: number): T | undefined => list[pick % list.length];

const journeys = [
  "age-check",
  "identity-check",
  "document-and-selfie",
  "full-kyc",
  "onboarding",
  "fuzz-0",
  "fuzz-1",
  "hostile",
];
const elements = ["FullName", "DateOfBirth", "CurrentAddress", "SSN", "PrimaryDocument", "Selfie"];

/** Sends a request to the service, and checks the response against the schemas of its endpoint. Spec 7. */
async function callService(
  subject: Subject,
  own: World,
  other: World,
  { request: hostile, ...given }: ServiceStep,
): Promise<Finding | undefined> {
  const { simulator } = subject;
  const { name } = hostile;
  const method = hostile.method === "" ? endpointOf(name).method : hostile.method;
  const id = pickFrom(own.instances.slice(-6), given.pick) ?? own.targets.v2;
  const request = toRequest(
    {
      path: pathUnder(own.profile, name, id),
      body: bodyOf(own, id, name, given),
      token: tokenOf(own, other, given.caller),
    },
    { ...hostile, method },
  );
  if (given.scenario !== undefined) request.headers.set("x-sim-scenario", given.scenario);
  const text = await request.clone().text();
  const shown = `${method} ${request.url}\n${JSON.stringify([...request.headers])}\n${text.slice(0, 4_000)}`;
  const response = await simulator.fetch(request).catch((error: unknown) => error);
  const report = subject.last();
  const status = response instanceof Response ? response.status : "broken";
  count(subject, name, status);
  if (report?.fault !== undefined) {
    if (response instanceof Response) await response.text().catch(() => undefined);
    return undefined;
  }
  if (!(response instanceof Response)) return { problem: "no response", request: shown, response: describe(response) };
  const body = await response.text();
  const path = new URL(request.url).pathname;
  const isAsked = report?.error === "MODULE_FAILED" || status === 507;
  const answer = { method, path, status: isAsked ? 400 : response.status, headers: response.headers, text: body };
  const profiles = await profilesOf(subject, [own, other], report?.world);
  const problems = profiles.map((one) => problemOf(answer, one));
  if (!problems.includes(undefined))
    return { problem: problems[0] ?? "", request: shown, response: `${status} ${body.slice(0, 4_000)}` };
  if (response.headers.get("content-type") === "application/json") remember(own, id, JSON.parse(body || "null"));
  if (status === 401 && hostile.token === "good") await renewToken(own);
  return undefined;
}

/** The profiles that may have decided a response. A report hides the id of its world if it is no name. */
async function profilesOf(
  { simulator }: Subject,
  worlds: readonly World[],
  id: string | undefined,
): Promise<readonly Profile[]> {
  if (id === undefined) return [presets.specified];
  const known = worlds.find((world) => world.id === id)?.profile;
  if (known !== undefined) return [known];
  const response = await simulator.fetch(new Request(`${address}/_sim/worlds`));
  const listed = WorldList.parse(await response.json()).worlds.map(({ world }) =>
    simulator.world(world).profile.read(),
  );
  return (await Promise.all(listed)).map((state) => resolveProfile(state));
}

/** Gets a new token, unless a planned fault prevents it. */
async function renewToken(world: World): Promise<void> {
  world.service = await world.service.renew().catch(() => world.service);
}

const tokenOf = (own: World, other: World, caller: ServiceStep["caller"]): string => {
  switch (caller) {
    case "own":
      return own.service.token;
    case "other":
      return other.service.token;
    case "end-user":
      return own.endUserToken;
    case "connect":
      return own.targets.connectToken;
  }
};

/** A valid body for an instance. Most submits contain what the interaction asks for. */
function bodyOf(
  world: World,
  id: string,
  name: ServiceStep["request"]["name"],
  { lastName, pick }: Omit<ServiceStep, "request">,
): unknown {
  const interaction = world.interactions.get(id);
  const targets = {
    ...world.targets,
    v2: id,
    v1: id,
    taskId: `${id}.${(pick % 3) + 1}`,
    ...(interaction && { interactionId: interaction.id }),
  };
  let body: unknown = bodiesFor(targets)[name];
  if (memberOf(memberOf(memberOf(body, "context"), "subject"), "identity") !== undefined) {
    body = replaceAt(body, ["context", "subject", "identity", "lastNames"], [lastName]);
  }
  if (name === "v2.startJourney" || name === "v1.startJourney") {
    const journey = pickFrom(journeys, pick) ?? "";
    body = replaceAt(body, ["resourceId"], `${journey}${name === "v1.startJourney" ? "-v1" : ""}@latest`);
    if (pick % 3 > 0)
      body = replaceAt(body, ["context", "subject"], pick % 3 === 1 ? {} : { identity: { lastNames: [lastName] } });
    if (pick % 2 > 0) body = replaceAt(body, ["context", "config"], { delivery: "api" });
  }
  if (name === "v2.submitInteraction" && pick % 4 > 0) {
    const names = (interaction?.outstanding.length ? interaction.outstanding : elements).filter(
      (_, i) => pick % 4 > 1 || i === pick % 7,
    );
    body = replaceAt(
      body,
      ["participants"],
      names.map((domainElementId) => ({ domainElementId })),
    );
  }
  return body;
}

/** Remembers the ids in a response for later requests. */
function remember(world: World, id: string, body: unknown): void {
  if (!isRecord(body)) return;
  const { instanceId, interactionId, outstanding, connectToken, endUserToken, checkpoint } = body;
  if (typeof instanceId === "string" && !world.instances.includes(instanceId)) world.instances.push(instanceId);
  if (typeof interactionId === "string") {
    const names = Array.isArray(outstanding) ? outstanding.map((name) => `${name}`.split("/")[0] ?? "") : [];
    world.interactions.set(id, { id: interactionId, outstanding: [...new Set(names)] });
  }
  if (typeof connectToken === "string") world.targets = { ...world.targets, connectToken };
  if (typeof endUserToken === "string") world.endUserToken = endUserToken;
  if (typeof checkpoint === "string") world.checkpoints.push(checkpoint);
  if (body.format === "journey-snapshot") world.snapshot = body;
}

/** Sends a request to the control API, and checks the response against the schemas of its endpoint. */
async function callControl(
  subject: Subject,
  own: World,
  other: World,
  given: ControlStep,
): Promise<Finding | undefined> {
  const { simulator } = subject;
  const { name, pick, query } = given;
  const endpoint: ControlEndpoint = controlEndpoints[name];
  const body =
    endpoint.request === undefined
      ? null
      : given.toText(
          JSON.stringify(given.mutations.reduce(mutate, given.body ?? offeredBody(subject, own, name, pick))) ?? "",
        );
  const path = fillIn(endpoint.path, own, other, given);
  const url = `${address}${path}${query === "" ? "" : `?${query}`}`;
  const shown = `${endpoint.method} ${url}\n${typeof body === "string" ? body.slice(0, 4_000) : (body ?? "")}`;
  const headers = { "content-type": "application/json" };
  const request = new Request(url, { method: endpoint.method, ...(body !== null && { headers, body }) });
  const response = await simulator.fetch(request).catch((error: unknown) => error);
  if (!(response instanceof Response)) return { problem: "no response", request: shown, response: describe(response) };
  const { status } = response;
  count(subject, name, status);
  if (response.headers.get("content-type") === "text/event-stream") return readStream(response, shown);
  const text = await response.text();
  const isThere = new URL(url).pathname === path;
  const problem = controlProblem(name, isThere, response, text);
  if (problem !== undefined) return { problem, request: shown, response: `${status} ${text.slice(0, 4_000)}` };
  if (status >= 400 || response.headers.get("content-type") !== "application/json") return undefined;
  const answer: unknown = JSON.parse(text);
  remember(own, "", answer);
  const listed = name === "listInstances" ? memberOf(answer, "instances") : undefined;
  if (Array.isArray(listed)) for (const each of listed.slice(-6)) remember(own, "", each);
  if (endpoint.method !== "GET") for (const world of [own, other]) await refresh(world, name);
  return undefined;
}

/** Reads the readings of a world again, and gets a token after a reset. */
async function refresh(world: World, name: ControlRouteName): Promise<void> {
  const { readings } = await world.service.world.profile.read();
  if (Object.entries(readings).some(([id, reading]) => world.profile[id as keyof Profile] !== reading)) {
    world.profile = resolveProfile({ readings });
  }
  if (name === "resetWorld") await renewToken(world);
}

async function readStream(response: Response, request: string): Promise<Finding | undefined> {
  const reader = response.body?.getReader();
  const first = new TextDecoder().decode((await reader?.read())?.value);
  await reader?.cancel();
  return first.startsWith(":") ? undefined : { problem: "a stream without a first line", request, response: first };
}

function controlProblem(
  name: ControlRouteName,
  isThere: boolean,
  { status, headers }: Response,
  text: string,
): string | undefined {
  if (status >= 500 && status !== 507) return "a 5xx status";
  if (headers.get("x-request-id") === null) return "no X-Request-ID";
  if (status >= 400) return ErrorBody.safeParse(parse(text)).error?.message;
  if (!isThere || headers.get("content-type") !== "application/json") return undefined;
  return controlEndpoints[name].response.safeParse(parse(text)).error?.message;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A body made of what the world contains; by default, an empty one. */
function offeredBody({ simulator }: Subject, own: World, name: ControlRouteName, pick: number): unknown {
  if (name === "forkCheckpoint") return { as: pickFrom(worldIds, pick) };
  if (name === "importSnapshot") return pick % 3 === 0 ? lengthen(own.snapshot, pick) : (own.snapshot ?? {});
  if (name !== "publishJourney") return {};
  const definition = pickFrom(simulator.published(), pick)?.definition;
  if (definition === undefined) return {};
  const { version: _, environments: __, ...rest } = definition;
  const segments = rest.segments.map((segment) => ({
    ...segment,
    modules: segment.modules.map((use) => ({ ...use, attempts: (pick % 3) + 1 })),
  }));
  return { journey: { ...rest, id: `fuzz-${pick % 4}${rest.apiVersion === "v1" ? "-v1" : ""}`, segments } };
}

const lists = ["armed", "usedTokens", "scenarios", "terms", "instances", "requests"];

/** Repeats the entries of a list in a snapshot, or the commands of every instance, some hundred times. */
function lengthen(snapshot: unknown, pick: number): unknown {
  const repeat = (list: unknown) =>
    Array.isArray(list)
      ? Array(pick % 300)
          .fill(list)
          .flat()
      : list;
  const name = lists[pick % (lists.length + 1)];
  if (name !== undefined) return replaceAt(snapshot, [name], repeat(memberOf(snapshot, name)));
  const instances = memberOf(snapshot, "instances");
  const longer = Array.isArray(instances)
    ? instances.map((one) => replaceAt(one, ["commands"], repeat(memberOf(one, "commands"))))
    : instances;
  return replaceAt(snapshot, ["instances"], longer);
}

const modules = ["Age Verification", "Data Verification", "Liveness", "Document Authentication"];

function fillIn(path: string, own: World, other: World, { world, parameter, pick }: ControlStep): string {
  const values: Readonly<Record<string, string | undefined>> = {
    world: world === "own" ? own.id : world === "other" ? other.id : "nobody",
    instance: pickFrom(own.instances.slice(-6), pick),
    checkpoint: pickFrom(own.checkpoints, pick),
    scenario: pick % 2 === 0 ? "mine" : "rejected",
    module: pickFrom(modules, Math.floor(pick / 7)), // independent of the instance
    journey: pickFrom(journeys, pick),
    schema: pickFrom([...fileSchemaNames.map((name) => `${name}.json`), "Other.json"], pick),
    document: pickFrom(["v1.json", "v2.json", "token.json", "control.json", "v3.json"], pick),
  };
  return path.replaceAll(/:(\w+)/g, (_, key: string) => parameter ?? encodeURIComponent(values[key] ?? "nothing"));
}

function count({ counts }: Subject, name: string, status: number | string): void {
  const key = `${name} ${status}`;
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
