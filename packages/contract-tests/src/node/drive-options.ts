import { FaultPlan, Scenario } from "@journey-kit/schemas/control";
import type { ObligationOptions } from "../obligation/check-obligations.ts";
import { type ObligationId, obligations } from "../obligation/obligations.ts";
import { CommandError } from "./command-error.ts";
import { readJson } from "./json-file.ts";
import { junitFlag } from "./junit-file.ts";
import { coverageFlags, readMin } from "./min-flag.ts";
import { profileFlags, readProfile } from "./profile-flag.ts";
import { readSeconds } from "./seconds.ts";
import { simulatorFlags } from "./simulator.ts";
import type { CommandLine, FlagTable } from "./verb.ts";

/** Flags of `drive`. */
export const driveFlags = {
  journey: { type: "string", value: "ID", help: "resource id that the program is to run (document-and-selfie@latest)" },
  scenario: { type: "string", value: "NAME", help: "one more situation: a scenario by name, or a JSON file" },
  faults: { type: "string", value: "FILE", help: "what goes wrong in it, as a JSON file" },
  ...profileFlags,
  only: { type: "string", multiple: true, value: "ID", help: "one obligation to check; may be repeated" },
  "poll-seconds": { type: "string", value: "SECONDS", help: "what JOURNEY_POLL_SECONDS asks for (0.2)" },
  timeout: { type: "string", value: "SECONDS", help: "how long the program may take for a journey (60)" },
  slow: { type: "boolean", help: "also tries what takes more than a minute, as the end of a token" },
  ...coverageFlags,
  json: { type: "boolean", help: "writes the report as JSON" },
  ...junitFlag,
  ...simulatorFlags,
} as const satisfies FlagTable;

/** What the command line of `drive` says. */
export type DriveValues = CommandLine<typeof driveFlags>["values"];

/** What the flags choose, the simulator and the program apart. */
export type DriveOptions = Omit<ObligationOptions, "simulator" | "signal"> & { readonly pollSeconds: number };

/**
 * Reads the flags of `drive`.
 *
 * @throws {CommandError} With the flag and what it takes, or with the file and what is wrong in it.
 */
export async function readDriveOptions(values: DriveValues): Promise<DriveOptions> {
  const pollSeconds = readSeconds("poll-seconds", values["poll-seconds"] ?? "0.2");
  const min = readMin(values);
  const chosen = await readChosen(values);
  return {
    pollSeconds,
    time: "real",
    baseInterval: pollSeconds * 1_000,
    patience: readSeconds("timeout", values.timeout ?? "60") * 1_000,
    slow: values.slow === true,
    profile: { readings: await readProfile(values) },
    ...(values.journey !== undefined && { resourceId: values.journey }),
    ...(values.only !== undefined && { only: values.only.map(readObligation) }),
    ...(chosen !== undefined && { chosen }),
    ...(min !== undefined && { min }),
  };
}

async function readChosen({ scenario, faults }: DriveValues): Promise<ObligationOptions["chosen"]> {
  if (scenario === undefined && faults === undefined) return undefined;
  const named = scenario?.endsWith(".json") ? await readJson(Scenario, scenario) : scenario;
  const plan = faults === undefined ? undefined : await readJson(FaultPlan, faults);
  return { scenario: named ?? "accepted", ...(plan !== undefined && { faults: plan }) };
}

function readObligation(text: string): ObligationId {
  const ids = Object.keys(obligations) as ObligationId[]; // `Object.keys` forgets its keys
  const id = ids.find((one) => one === text);
  if (id === undefined) throw new CommandError(`--only takes one of ${ids.join(", ")}.`, 2);
  return id;
}
