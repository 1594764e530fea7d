import {
  type Arming,
  type ClientPermissions,
  type ClockAdvance,
  type ClockChange,
  type ControlEndpoint,
  controlEndpoints,
  type FaultPlan,
  type Fork,
  type InstanceAdvance,
  type ProfileChange,
  type Rate,
  type Resolution,
  type Review,
  type Scenario,
} from "@journey-kit/schemas/control";
import { type ControlRouteName, controlRouteNames, controlRouteOf } from "@journey-kit/schemas/control-routes";
import { gaps } from "@journey-kit/schemas/gaps";
import { type ModuleName, moduleNames } from "@journey-kit/schemas/modules";
import { ProfileError, type Readings } from "@journey-kit/schemas/profile";
import type { SimulatorContext } from "../../context/context.ts";
import { ControlError } from "../../control/error.ts";
import type { InstanceControl } from "../../control/instance.ts";
import { createWorld, type World } from "../../control/world.ts";
import { streamExchanges } from "../../journal/exchange.ts";
import { toCoverageText, toHar, toJunit } from "../../journal/export.ts";
import { findScenarioProblems } from "../../journeys/validation.ts";
import type { Call, HandlerResult } from "../app.ts";
import { parseBody, parseEnvelope, readText } from "../body.ts";
import { RefusalError } from "../errors.ts";

/** Whether a path belongs to the control plane. */
export const isControlPath = (path: string): boolean => path === "/_sim" || path.startsWith("/_sim/");

/**
 * Answers a call of the control plane.
 *
 * @throws {RefusalError} In the form of v2, with the path of what is wrong; then nothing has changed.
 */
export async function answerControl(deps: SimulatorContext, call: Call, path: string): Promise<HandlerResult> {
  const match = findControlRoute(path);
  if (match === undefined) throw new RefusalError("UNKNOWN_PATH", "The control plane has no such path.");
  const name = match.byMethod.get(call.method);
  if (name === undefined) {
    const allow = [...match.byMethod.keys()].join(", ");
    throw new RefusalError("METHOD_NOT_ALLOWED", `The endpoint takes ${allow}.`, [], { allow });
  }
  const { parameters } = match;
  refuseUnknownClient(deps, parameters.world);
  const body = call.method === "GET" ? undefined : await readBody(deps, call, name);
  try {
    const request = { deps, parameters, body, query: readQuery(call, name), lastEventId: call.header("last-event-id") };
    if (isDocument(name)) return await documentHandlers[name](request);
    return { status: controlEndpoints[name].status, body: await controlHandlers[name](request) };
  } catch (error) {
    throw toRefusal(error);
  }
}

/** A page of another site may not change anything, whatever it sends. */
function refuseForeign(call: Call): void {
  const origin = call.header("origin");
  const site = call.header("sec-fetch-site");
  const isForeign = origin !== undefined && origin !== call.origin;
  if (!isForeign && (site === undefined || site === "same-origin" || site === "none")) return;
  throw new RefusalError("CONTROL_NOT_ALLOWED", "The control plane takes no changes from a foreign page.");
}

async function readBody({ profile }: SimulatorContext, call: Call, name: ControlRouteName): Promise<unknown> {
  refuseForeign(call);
  const { request }: ControlEndpoint = controlEndpoints[name];
  if (request === undefined) return undefined;
  return parseEnvelope(request, parseBody(await readText(call, profile, "application/json")), () => []);
}

function readQuery(call: Call, name: ControlRouteName): Readonly<Record<string, string>> {
  const { query }: ControlEndpoint = controlEndpoints[name];
  const sent = Object.fromEntries(new URLSearchParams(call.query));
  if (query !== undefined) parseEnvelope(query, sent, () => []);
  return sent;
}

function refuseUnknownClient({ clients }: SimulatorContext, world: string | undefined): void {
  if (world === undefined || clients === undefined || clients.has(world)) return;
  throw new RefusalError("UNKNOWN_PATH", "There is no such client.");
}

function toRefusal(error: unknown): unknown {
  if (error instanceof ControlError) return new RefusalError(error.kind, error.message);
  if (error instanceof ProfileError) return new RefusalError("MISSING_FIELD", error.message);
  return error;
}

/** A request to the control plane whose body has the shape that its row asks for. */
interface ControlRequest {
  readonly deps: SimulatorContext;
  readonly parameters: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Has the shape that the row asks for. */
  readonly query: Readonly<Record<string, string>>;
  /** Where a stream of events is to go on. */
  readonly lastEventId: string | undefined;
}

type Handler = (request: ControlRequest) => Promise<object>;

const worldOf = ({ deps, parameters: { world = "" } }: ControlRequest): World => createWorld(deps, world);
const instanceOf = (request: ControlRequest): InstanceControl =>
  worldOf(request).instance(request.parameters.instance ?? "");

/** Does something to an instance and tells where it then is. */
const onInstance =
  <Body>(act: (instance: InstanceControl, body: Body, request: ControlRequest) => Promise<void>): Handler =>
  async (request) => {
    const instance = instanceOf(request);
    await act(instance, request.body as Body, request); // the row's schema has checked the body
    return instance.explain();
  };

/** Does something to a world and gives a view of it. */
const onWorld =
  <Body>(
    act: (world: World, body: Body, request: ControlRequest) => Promise<void>,
    view: (world: World) => Promise<object>,
  ): Handler =>
  async (request) => {
    const world = worldOf(request);
    await act(world, request.body as Body, request); // the row's schema has checked the body
    return view(world);
  };

const clock = (world: World) => world.clock.read();
const profile = async (world: World) => ({ readings: await world.profile() });
const granted = (world: World) => world.permissions();
const rate = (world: World) => world.rate();
const faults = (world: World) => world.faults.read();
const scenarios = (world: World) => world.scenarios();
const summary = (world: World) => world.summary();

/** What each endpoint of the control plane does. */
const controlHandlers: Readonly<Record<Exclude<ControlRouteName, DocumentRoute>, Handler>> = {
  readHealth: async () => ({ status: "ready" }),
  listGaps: async () => gaps,
  listWorlds: async ({ deps }) => ({
    worlds: await Promise.all((await deps.store.worlds()).map((id) => createWorld(deps, id).summary())),
  }),
  readWorld: (request) => worldOf(request).summary(),
  resetWorld: onWorld((world) => world.reset(), summary),
  readClock: (request) => clock(worldOf(request)),
  changeClock: onWorld<ClockChange>((world, { mode }) => world.clock.switchTo(mode), clock),
  advanceClock: onWorld<ClockAdvance>(advanceClock, clock),
  readProfile: (request) => profile(worldOf(request)),
  changeProfile: onWorld<ProfileChange>((world, { preset = "specified", readings = {} }) => {
    return world.use({ preset, readings: readings as Readings }); // `use` refuses what is no reading
  }, profile),
  listScenarios: (request) => scenarios(worldOf(request)),
  putScenario: onWorld<Scenario>(async (world, scenario, { parameters }) => {
    if (scenario.name !== parameters.scenario) throw new ControlError("MISSING_FIELD", "name: not the one of the path");
    const [problem] = findScenarioProblems(scenario);
    if (problem !== undefined) throw new ControlError("MISSING_FIELD", `${problem.path}: ${problem.message}`);
    await world.putScenario(scenario);
  }, scenarios),
  arm: onWorld<Arming>((world, { scenario, times }) => world.arm(scenario, times), scenarios),
  readPermissions: (request) => granted(worldOf(request)),
  changePermissions: onWorld<ClientPermissions>((world, body) => world.permit(body), granted),
  readRate: (request) => rate(worldOf(request)),
  changeRate: onWorld<Rate>((world, body) => world.limitTo(body), rate),
  readFaults: (request) => faults(worldOf(request)),
  putFaults: onWorld<FaultPlan>((world, plan) => world.faults.plan(plan), faults),
  readFaultHits: async (request) => ({ hits: await worldOf(request).faults.ledger() }),
  saveCheckpoint: async (request) => {
    const world = worldOf(request);
    const checkpoint = await world.checkpoint();
    return { checkpoint, instances: (await world.summary()).instances };
  },
  restoreCheckpoint: onWorld((world, _, { parameters }) => world.restore(parameters.checkpoint ?? ""), summary),
  forkCheckpoint: async (request) => {
    const { as } = request.body as Fork; // the row's schema has checked the body
    await worldOf(request).fork(request.parameters.checkpoint ?? "", as);
    return createWorld(request.deps, as).summary();
  },
  listExchanges: (request) => worldOf(request).exchanges(request.query),
  archiveExchanges: async (request) => toHar((await worldOf(request).exchanges(request.query)).exchanges),
  listInstances: async (request) => ({ instances: await worldOf(request).instances() }),
  explainInstance: (request) => instanceOf(request).explain(),
  advanceInstance: onInstance<InstanceAdvance>((instance, body) => instance.advance("ms" in body ? body.ms : body.to)),
  reviewInstance: onInstance<Review>((instance, { outcome }) => instance.review(outcome)),
  pauseInstance: onInstance((instance) => instance.pause()),
  resumeInstance: onInstance((instance) => instance.resume()),
  failInstance: onInstance((instance) => instance.fail()),
  resolveModule: onInstance<Resolution>((instance, { outcome, advice }, { parameters }) =>
    instance.resolve(toModule(parameters.module ?? ""), outcome, advice),
  ),
};

async function advanceClock(world: World, body: ClockAdvance): Promise<void> {
  if ("ms" in body) return world.clock.advance(body.ms);
  if (body.to === "next-event") return world.clock.advance("next-event");
  const by = Date.parse(body.to) - (await world.clock.now());
  if (by < 0) throw new ControlError("MISSING_FIELD", "to: is in the past, and a clock moves forward alone");
  return world.clock.advance(by);
}

function toModule(name: string): ModuleName {
  const module = moduleNames.find((one) => one === name);
  if (module === undefined)
    throw new ControlError("UNKNOWN_PATH", `There is no such module; they are ${moduleNames.join(", ")}.`);
  return module;
}

/** Endpoints of the control plane whose answers are not always JSON. */
type DocumentRoute = Extract<ControlRouteName, "streamExchanges" | "readCoverage">;

/** What these endpoints answer. */
const documentHandlers: Readonly<Record<DocumentRoute, (request: ControlRequest) => Promise<HandlerResult>>> = {
  streamExchanges: async ({ deps, parameters: { world = "" }, query, lastEventId }) => {
    const after = /^\d{1,15}$/.exec(lastEventId ?? "")?.[0];
    const body = streamExchanges(deps.journals.of(world), after === undefined ? query : { ...query, after });
    return { status: 200, body, headers: { "content-type": "text/event-stream", "cache-control": "no-store" } };
  },
  readCoverage: async ({ deps, parameters: { world = "" }, query: { format, min } }) => {
    const coverage = await createWorld(deps, world).coverage(min === undefined ? undefined : Number(min));
    if (format === "text") return written(toCoverageText(coverage), "text/plain; charset=utf-8");
    if (format === "junit") return written(toJunit(coverage), "application/xml; charset=utf-8");
    return { status: 200, body: coverage };
  },
};

const written = (body: string, contentType: string): HandlerResult => ({
  status: 200,
  body,
  headers: { "content-type": contentType },
});

/** Whether an endpoint is one of these. */
const isDocument = (name: ControlRouteName): name is DocumentRoute => Object.hasOwn(documentHandlers, name);

/** The endpoints of the control plane at a path, by method, and what the path's `:name` parts say. */
export interface ControlMatch {
  readonly byMethod: ReadonlyMap<string, ControlRouteName>;
  readonly parameters: Readonly<Record<string, string>>;
}

interface Place {
  readonly form: RegExp;
  readonly names: readonly string[];
  readonly byMethod: Map<string, ControlRouteName>;
}

const places = new Map<string, Place>();
for (const name of controlRouteNames) {
  const { path, method } = controlRouteOf(name);
  const names = [...path.matchAll(/:(\w+)/g)].map(([, part = ""]) => part);
  const form = new RegExp(`^${path.replaceAll(/:\w+/g, "([^/]{1,1024})")}$`);
  const place = places.get(path) ?? { form, names, byMethod: new Map() };
  places.set(path, place);
  place.byMethod.set(method, name);
}

/** Finds what the control plane has at a path; undefined when it has nothing there. */
export function findControlRoute(path: string): ControlMatch | undefined {
  for (const { form, names, byMethod } of places.values()) {
    const values = form.exec(path)?.slice(1).map(decode);
    if (values === undefined || values.includes(undefined)) continue;
    return { byMethod, parameters: Object.fromEntries(names.map((name, i) => [name, values[i] ?? ""])) };
  }
  return undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
