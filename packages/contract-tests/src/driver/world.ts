import { createSimulatorControl } from "@journey-kit/client/control";
import type { FaultPlan, Scenario, World } from "@journey-kit/schemas/control";
import { type Profile, type ProfileChoice, resolveProfile } from "@journey-kit/schemas/profile";
import type { Region } from "@journey-kit/schemas/regions";
import type { Service } from "./driver.ts";
import { createSleep } from "./sleep.ts";
import { watchTraffic } from "./traffic.ts";

/** Where a simulator is and how to reach it. */
export interface SimulatorAddress {
  /** For example `http://127.0.0.1:4010`. */
  readonly baseUrl: string;
  /** Stands in for the global `fetch`, for example that of a simulator in this process. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** The simulator's control token; a caller on the same machine needs none. */
  readonly controlToken?: string;
}

/** What a world is to be like; everything may be left out. */
export interface WorldOptions {
  /** The client id, where the simulator lets in only those that it knows; a fresh one where left out. */
  readonly clientId?: string;
  /** The secret that goes with it; any where left out. */
  readonly clientSecret?: string;
  /** The region whose address the service gets; the simulator's own where left out. Spec 1. */
  readonly region?: Region;
  /** The readings that it answers by; `specified` where left out. */
  readonly profile?: ProfileChoice;
  /** What happens in every instance: the name of a scenario that is there, or one of your own. */
  readonly scenario?: string | Scenario;
  /** How its clock runs; `frozen` where left out, so that a client that sleeps by it waits for nothing. */
  readonly clock?: "frozen" | "auto" | "real";
  /** What goes wrong on the way. */
  readonly faults?: FaultPlan;
  /** After how many milliseconds of real time an answer that has not come no longer keeps others asleep; 1,000. */
  readonly patience?: number;
}

/** A world of its own on a simulator, ready for a client. */
export interface OpenWorld {
  /** The world as a client sees it. */
  readonly service: Service;
  /** The world in the hand of a test. */
  readonly control: World;
  /** Takes it back to the seed: no instances, every token revoked. */
  close(): Promise<void>;
}

/**
 * Opens a world on a simulator, under a client id of its own unless one is given. Who sleeps by `service.sleep` moves its
 * clock, as soon as nobody is left who is waiting for an answer.
 *
 * @throws {ApiError} When the simulator refuses what the world is to be like.
 * @throws {ProfileError} When the profile names an unknown gap or reading.
 * @example
 * const { service, control, close } = await openWorld({ baseUrl: "http://127.0.0.1:4010" }, { scenario: "referred" });
 */
export async function openWorld(simulator: SimulatorAddress, options: WorldOptions = {}): Promise<OpenWorld> {
  const { baseUrl, fetch = (request) => globalThis.fetch(request), controlToken } = simulator;
  const { clientId = `kit-${crypto.randomUUID()}`, clientSecret = crypto.randomUUID(), clock = "frozen" } = options;
  const token = controlToken !== undefined && { token: controlToken };
  const told = createSimulatorControl({ baseUrl, fetch, ...token }).world(clientId);
  const profile = resolveProfile(options.profile);
  await settle(told, profile, options);
  const { control, now, moveTo } = followClock(told, Date.parse((await told.clock.set({ mode: clock })).now));
  const traffic = watchTraffic(fetch);
  const address = baseUrl.replace(/\/+$/, "");
  const sleep = createSleep({ now, moveTo, quiet: () => traffic.quiet(options.patience ?? 1_000) });
  const service: Service = {
    baseUrl: options.region === undefined ? address : `${address}/${options.region}`,
    authUrl: address,
    clientId,
    clientSecret,
    fetch: traffic.fetch,
    profile,
    ...(clock !== "real" && { now, sleep }),
  };
  return { service, control, close: async () => void (await control.reset()) };
}

/** More instances than a world will see. */
const everyInstance = 1_000_000;

async function settle(control: World, profile: Profile, { scenario, faults }: WorldOptions): Promise<void> {
  await control.profile.set({ readings: profile });
  if (typeof scenario === "object") await control.scenarios.put(scenario);
  if (scenario !== undefined)
    await control.scenarios.arm({
      scenario: typeof scenario === "object" ? scenario.name : scenario,
      times: everyInstance,
    });
  if (faults !== undefined) await control.faults.set(faults);
}

/** Knows what a clock shows as long as it is moved through `control`; moves wait for each other. */
function followClock(told: World, shown: number) {
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
  const control: World = {
    ...told,
    clock: {
      read: () => note(told.clock.read),
      set: (change) => note(() => told.clock.set(change)),
      advance: (by) => note(() => told.clock.advance(by)),
    },
    checkpoints: {
      ...told.checkpoints,
      restore: async (checkpoint) => {
        const restored = await told.checkpoints.restore(checkpoint);
        await control.clock.read();
        return restored;
      },
    },
  };
  return {
    control,
    now: () => at,
    moveTo: async (instant: number) => {
      const ms = Math.max(0, Math.ceil(instant - at)); // a clock knows whole milliseconds, jitter does not
      await note(() => told.clock.advance({ ms }));
    },
  };
}
