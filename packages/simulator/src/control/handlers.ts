import type {
  Arming,
  ClientPermissions,
  ClockAdvance,
  ClockChange,
  FaultPlan,
  Fork,
  InstanceAdvance,
  ProfileChange,
  Rate,
  Resolution,
  Review,
  Scenario,
} from "@journey-kit/schemas/control";
import type { ControlRouteName } from "@journey-kit/schemas/control-routes";
import { gaps } from "@journey-kit/schemas/gaps";
import { type ModuleName, moduleNames } from "@journey-kit/schemas/modules";
import type { Readings } from "@journey-kit/schemas/profile";
import type { Deps } from "../http/deps.ts";
import { toHar } from "../journal/har.ts";
import { checkScenario } from "./check-scenario.ts";
import { ControlError } from "./error.ts";
import type { InstanceControl } from "./instance.ts";
import type { DocumentRoute } from "./journal.ts";
import { createWorld, type World } from "./world.ts";

/** A request to the control plane whose body has the shape that its row asks for. */
export interface ControlRequest {
  readonly deps: Deps;
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
export const controlHandlers: Readonly<Record<Exclude<ControlRouteName, DocumentRoute>, Handler>> = {
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
    checkScenario(scenario);
    await world.putScenario(scenario);
  }, scenarios),
  arm: onWorld<Arming>((world, { scenario, times }) => world.arm(scenario, times), scenarios),
  readPermissions: (request) => granted(worldOf(request)),
  changePermissions: onWorld<ClientPermissions>((world, body) => world.permit(body), granted),
  readRate: (request) => rate(worldOf(request)),
  changeRate: onWorld<Rate>((world, body) => world.limitTo(body), rate),
  readFaults: (request) => faults(worldOf(request)),
  putFaults: onWorld<FaultPlan>((world, plan) => world.faults.plan(plan), faults),
  readLedger: async (request) => ({ strikes: await worldOf(request).faults.ledger() }),
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
