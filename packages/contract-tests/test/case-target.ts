import { createSimulatorControl } from "@journey-kit/client/control";
import { type ProfileInput, resolveProfile } from "@journey-kit/schemas/tables";
import { createSimulator, type Simulator, type SimulatorOptions } from "@journey-kit/simulator";
import type { CaseOptions } from "../src/server/cases/case.ts";
import { caseJourneys } from "../src/server/cases/journey.ts";
import type { Target } from "../src/service/target.ts";

const client = (clientId: string) => ({ clientId, clientSecret: "secret" });

/** The time at which the clock of every simulator is frozen. */
const noon = Date.UTC(2026, 0, 1, 12);

/**
 * Returns the options of a simulator with everything that the cases can use: a frozen clock, the kit's journeys, and
 * clients with fewer permissions.
 */
export const toSimulatorOptions = (profile: ProfileInput): SimulatorOptions => ({
  profile,
  journeys: caseJourneys,
  clock: { mode: "frozen", at: noon },
  clients: [
    client("cases"),
    { ...client("reader"), permissions: ["journey:read"] },
    { ...client("writer"), permissions: ["journey:start", "journey:submit"] },
    { ...client("without-v2"), v2: false },
  ],
});

/** The case options for a simulator at an address. */
export const toCaseOptions = (baseUrl: string): CaseOptions => ({
  clients: { reader: client("reader"), writer: client("writer"), withoutV2: client("without-v2") },
  regions: { eu: `${baseUrl}/eu`, us: `${baseUrl}/us`, au: `${baseUrl}/au` },
});

/** Describes the simulator at an address as a target with a control API. */
export function toTarget(baseUrl: string, profile: ProfileInput, fetch?: Simulator["fetch"]): Target {
  const reached = fetch === undefined ? { baseUrl } : { baseUrl, fetch };
  return {
    ...reached,
    ...client("cases"),
    control: createSimulatorControl(reached).world("cases"),
    profile: resolveProfile(profile),
  };
}

const inProcess = "http://127.0.0.1";

/** Creates a simulator in this process. Returns it as a target, with the case options for it. */
export function openTarget(profile: ProfileInput, make: typeof createSimulator = createSimulator) {
  const { fetch } = make(toSimulatorOptions(profile));
  return { target: toTarget(inProcess, profile, fetch), options: toCaseOptions(inProcess) };
}
