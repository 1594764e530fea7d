import { type Profile, type ProfileChoice, resolveProfile } from "@journey-kit/schemas/profile";
import type { Driver, Errand } from "../driver/driver.ts";
import { openWorld, type SimulatorAddress, type WorldOptions } from "../driver/world.ts";
import type { Evidence } from "./evidence.ts";
import type { Probe } from "./probe.ts";
import type { ProbeId } from "./probes.ts";
import { createReviewer } from "./review.ts";
import { sendClient } from "./send-client.ts";

/** Options for running any probe. */
export interface ProbeSettings {
  readonly simulator: SimulatorAddress;
  readonly errand: Errand;
  readonly time: "virtual" | "real";
  /** Milliseconds. */
  readonly baseInterval: number;
  /** Time limit per run in real milliseconds. */
  readonly patience: number;
  /** Readings of every probe that requires no others. */
  readonly profile: ProfileChoice | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Two hours: longer than any client should poll a journey of minutes. */
const worldPatience = 7_200_000;
const hang = 120_000;

/**
 * Runs a client in a situation, in its own world, and gathers the evidence.
 *
 * @throws {ProfileError} When the situation is impossible under the chosen readings.
 * @throws {ApiError} When the simulator refuses the world's settings.
 */
export async function runProbe(driver: Driver, id: ProbeId, probe: Probe, settings: ProbeSettings): Promise<Evidence> {
  const { simulator, errand, time, baseInterval, signal } = settings;
  const world = await openWorld(simulator, toWorld(probe, settings));
  const attend = probe.isReviewed ? createReviewer(world.control) : async () => undefined;
  const rounds = time === "real" && probe.isReviewed ? every(200, attend) : undefined;
  const patience = probe.only === "real-and-slow" ? settings.patience + hang : settings.patience;
  try {
    const errands = Array.from({ length: probe.errands ?? 1 }, () => errand);
    const bounds = { patience, worldPatience, attend, ...(signal !== undefined && { signal }) };
    const endings = await sendClient(driver, world.service, errands, bounds);
    const { requests: exchanges } = await world.control.requests.list({ limit: "1000" });
    const coverage = await world.control.coverage();
    return {
      probe: id,
      expects: probe.expects,
      endings,
      exchanges,
      time,
      baseInterval,
      secret: world.service.clientSecret,
      coverage,
    };
  } finally {
    clearInterval(rounds);
    await world.close();
  }
}

function toWorld({ scenario, faults, readings, only }: Probe, { profile, time }: ProbeSettings): WorldOptions {
  const clock = time === "virtual" ? "frozen" : only === "real-and-slow" ? "real" : "auto";
  return { scenario, clock, profile: withReadings(profile, readings), ...(faults !== undefined && { faults }) };
}

function withReadings(profile: ProfileChoice | undefined, readings: Probe["readings"]): { readings: Profile } {
  return { readings: resolveProfile({ readings: { ...resolveProfile(profile), ...readings } }) };
}

const every = (duration: number, act: () => Promise<void>) =>
  setInterval(() => void act().catch(() => undefined), duration); // the next round shows whether it matters
