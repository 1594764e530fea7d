import { type Profile, type ProfileChoice, resolveProfile } from "@journey-kit/schemas/profile";
import type { ClientAdapter, JourneyRun } from "../target/client-adapter.ts";
import { openWorld, type SimulatorAddress, type WorldOptions } from "../target/world.ts";
import type { Evidence } from "./evidence.ts";
import { createReviewer } from "./review.ts";
import { sendClient } from "./run-client.ts";
import type { Situation } from "./situation.ts";
import type { SituationId } from "./situations.ts";

/** Options for running any situation. */
export interface SituationSettings {
  readonly simulator: SimulatorAddress;
  readonly journeyRun: JourneyRun;
  readonly time: "virtual" | "real";
  /** Milliseconds. */
  readonly baseInterval: number;
  /** Time limit per run in real milliseconds. */
  readonly timeoutMs: number;
  /** Readings of every situation that requires no others. */
  readonly profile: ProfileChoice | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Two hours: longer than any client should poll a journey of minutes. */
const worldTimeoutMs = 7_200_000;
const hang = 120_000;

/**
 * Runs a client in a situation, in its own world, and gathers the evidence.
 *
 * @throws {ProfileError} When the situation is impossible under the chosen readings.
 * @throws {ApiError} When the simulator refuses the world's settings.
 */
export async function runSituation(
  adapter: ClientAdapter,
  id: SituationId,
  situation: Situation,
  settings: SituationSettings,
): Promise<Evidence> {
  const { simulator, journeyRun, time, baseInterval, signal } = settings;
  const world = await openWorld(simulator, toWorld(situation, settings));
  const attend = situation.isReviewed ? createReviewer(world.control) : async () => undefined;
  const rounds = time === "real" && situation.isReviewed ? every(200, attend) : undefined;
  const timeoutMs = situation.only === "real-and-slow" ? settings.timeoutMs + hang : settings.timeoutMs;
  try {
    const runs = Array.from({ length: situation.runs ?? 1 }, () => journeyRun);
    const bounds = { timeoutMs, worldTimeoutMs, attend, ...(signal !== undefined && { signal }) };
    const endings = await sendClient(adapter, world.service, runs, bounds);
    const { requests: exchanges } = await world.control.requests.list({ limit: "1000" });
    const coverage = await world.control.coverage();
    return {
      situation: id,
      expects: situation.expects,
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

function toWorld({ scenario, faults, readings, only }: Situation, { profile, time }: SituationSettings): WorldOptions {
  const clock = time === "virtual" ? "frozen" : only === "real-and-slow" ? "real" : "auto";
  return { scenario, clock, profile: withReadings(profile, readings), ...(faults !== undefined && { faults }) };
}

function withReadings(profile: ProfileChoice | undefined, readings: Situation["readings"]): { readings: Profile } {
  return { readings: resolveProfile({ readings: { ...resolveProfile(profile), ...readings } }) };
}

const every = (duration: number, act: () => Promise<void>) =>
  setInterval(() => void act().catch(() => undefined), duration); // the next round shows whether it matters
