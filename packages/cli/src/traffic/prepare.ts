import type { EarlierProfile } from "@journey-kit/contract-tests/traffic";
import { presetNames, presets } from "@journey-kit/schemas/tables";
import { publishFolder } from "../simulator/load-files.ts";
import { readProfile, readProfileFile } from "../terminal/files.ts";
import type { TrafficFlags } from "./flags.ts";
import type { ObservationSettings } from "./observation.ts";

/**
 * Reads the files of `--profile` and `--journeys`.
 *
 * @throws {CommandError} If a file is invalid, with the path of the file and the problem.
 */
export async function readSettings({ profile, journeys: folder }: TrafficFlags): Promise<ObservationSettings> {
  const journeys: unknown[] = [];
  if (folder !== undefined) await publishFolder((definition) => journeys.push(definition), folder);
  return { journeys, earlier: profile === undefined ? undefined : await readEarlier(profile) };
}

async function readEarlier(choice: string): Promise<EarlierProfile> {
  await readProfile(choice); // checks the gaps and the readings
  const preset = presetNames.find((name) => name === choice);
  return preset === undefined ? readProfileFile(choice) : { readings: presets[preset] };
}
