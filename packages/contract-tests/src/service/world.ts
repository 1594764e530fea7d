import { createSimulatorControl } from "@journey-kit/client/control";
import type { FaultPlan, Scenario, World } from "@journey-kit/schemas/control";
import { type ProfileInput, type Region, resolveProfile } from "@journey-kit/schemas/tables";
import type { ServiceSettings } from "./client-adapter.ts";
import { createSleep, watchTraffic } from "./virtual-time.ts";

/** The address of a simulator and how to reach it. */
export interface SimulatorAddress {
  /** The address, for example `http://127.0.0.1:4010`. */
  readonly baseUrl: string;
  /** Used instead of the global `fetch`, for example the `fetch` of a simulator in this process. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** The simulator's control token. Callers on the same machine need none. */
  readonly controlToken?: string | undefined;
}

/** Options for a world. */
export interface WorldOptions {
  /** The client id. Pass one if the simulator accepts only certain clients; default a new one. */
  readonly clientId?: string;
  /** The client secret; default a random one. */
  readonly clientSecret?: string;
  /** The service's region; default that of the simulator. Spec 1. */
  readonly region?: Region | undefined;
  /** The world's readings; default `specified`. */
  readonly profile?: ProfileInput | undefined;
  /** The scenario of every instance: your own, or the name of one on the simulator. */
  readonly scenario?: string | Scenario | undefined;
  /** The world's clock; default `frozen`, so that a client that calls `settings.sleep` never really waits. */
  readonly clock?: "frozen" | "auto" | "real";
  /** Milliseconds between two polls, passed in the settings; default the recommended 10,000. Spec 4.4. */
  readonly pollIntervalMs?: number;
  /** The world's fault plan. */
  readonly faults?: FaultPlan | undefined;
  /** Real milliseconds after which a pending response no longer keeps the clock from advancing; default 1,000. */
  readonly timeoutMs?: number;
}

/** A world on a simulator, set up for a client. */
export interface OpenWorld {
  /** What a client needs to use the world. */
  readonly settings: ServiceSettings;
  /** Controls the world from the test. */
  readonly control: World;
  /** Resets the world: deletes its instances, settings and recorded requests, and revokes its tokens. */
  close(): Promise<void>;
}

/**
 * Opens a world on a simulator, with a new client id unless you pass one. `settings.sleep` advances the world's clock
 * once no client is waiting for a response.
 *
 * @throws {ApiError} When the simulator refuses the options.
 * @throws {ProfileError} When a preset, gap or reading in the profile is unknown, or readings conflict.
 * @example
 * const { settings, control, close } = await openWorld({ baseUrl: "http://127.0.0.1:4010" }, { scenario: "referred" });
 */
export async function openWorld(simulator: SimulatorAddress, options: WorldOptions = {}): Promise<OpenWorld> {
  const { baseUrl, fetch = (request) => globalThis.fetch(request), controlToken: token } = simulator;
  const { clientId = `kit-${crypto.randomUUID()}`, clientSecret = crypto.randomUUID(), clock = "frozen" } = options;
  const remote = createSimulatorControl({ baseUrl, fetch, token }).world(clientId);
  const profile = resolveProfile(options.profile);
  await remote.profile.set({ readings: profile });
  if (options.scenario !== undefined) await armScenario(remote, options.scenario);
  if (options.faults !== undefined) await remote.faults.set(options.faults);
  const { control, now, moveTo } = followClock(remote, Date.parse((await remote.clock.set({ mode: clock })).now));
  const traffic = watchTraffic(fetch);
  const address = baseUrl.replace(/\/+$/, "");
  const sleep = createSleep({ now, moveTo, quiet: () => traffic.quiet(options.timeoutMs ?? 1_000) });
  const settings: ServiceSettings = {
    baseUrl: options.region === undefined ? address : `${address}/${options.region}`,
    authUrl: address,
    clientId,
    clientSecret,
    fetch: traffic.fetch,
    pollIntervalMs: options.pollIntervalMs ?? 10_000,
    profile,
    ...(clock !== "real" && { now, sleep }),
  };
  return { settings, control, close: async () => void (await control.reset()) };
}

/** Arms a scenario for every instance that a world will start. Stores the scenario first unless it is a name. */
export async function armScenario(control: World, scenario: string | Scenario): Promise<void> {
  if (typeof scenario === "object") await control.scenarios.put(scenario);
  await control.scenarios.arm({
    scenario: typeof scenario === "object" ? scenario.name : scenario,
    times: 1_000_000, // more than any world starts
  });
}

/** Tracks a clock that is moved only through `control`; moves run one at a time. */
function followClock(remote: World, shown: number) {
  let at = shown;
  let last: Promise<unknown> = Promise.resolve();
  const note = <State extends { readonly now: string }>(move: () => Promise<State>): Promise<State> => {
    const moved = last.then(move).then((state) => {
      at = Date.parse(state.now);
      return state;
    });
    last = moved.catch(() => undefined);
    return moved;
  };
  const thenRead =
    <Argument, Result>(change: (argument: Argument) => Promise<Result>) =>
    async (argument: Argument): Promise<Result> => {
      const changed = await change(argument);
      await note(remote.clock.read);
      return changed;
    };
  const control: World = {
    ...remote,
    clock: {
      read: () => note(remote.clock.read),
      set: (change) => note(() => remote.clock.set(change)),
      advance: (by) => note(() => remote.clock.advance(by)),
    },
    snapshot: { ...remote.snapshot, open: thenRead(remote.snapshot.open) },
    checkpoints: { ...remote.checkpoints, restore: thenRead(remote.checkpoints.restore) },
  };
  return {
    control,
    now: () => at,
    moveTo: async (instant: number) => {
      const ms = Math.max(0, Math.ceil(instant - at)); // the clock needs whole milliseconds; jitter adds fractions
      await note(() => remote.clock.advance({ ms }));
    },
  };
}
