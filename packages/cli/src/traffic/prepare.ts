import {
  createLearner,
  createSanitiser,
  diagnose,
  type EarlierProfile,
  knownReadings,
} from "@journey-kit/contract-tests/traffic";
import { presetNames, presets } from "@journey-kit/schemas/tables";
import { publishFolder } from "../simulator/load-files.ts";
import { readProfile, readProfileFile } from "../terminal/files.ts";
import type { TrafficFlags } from "./flags.ts";
import { createObservation, type Observation } from "./observation.ts";

/** An observation without traffic, and the profile to compare with. */
export interface Prepared {
  readonly observation: Observation;
  readonly earlier: EarlierProfile | undefined;
}

/**
 * Prepares an observation from flags.
 *
 * @throws {CommandError} If a file is invalid, with the path of the file and the problem.
 */
export async function prepareObservation({ profile, journeys: folder }: TrafficFlags): Promise<Prepared> {
  const journeys: unknown[] = [];
  if (folder !== undefined) await publishFolder((definition) => journeys.push(definition), folder);
  const earlier = profile === undefined ? undefined : await readEarlier(profile);
  const learner = createLearner({ journeys, ...(earlier && { known: knownReadings(earlier) }) });
  const parts = { sanitise: createSanitiser(), learner, diagnose, earlier, now: Date.now };
  return { observation: createObservation(parts), earlier };
}

async function readEarlier(choice: string): Promise<EarlierProfile> {
  await readProfile(choice); // checks the gaps and the readings
  const preset = presetNames.find((name) => name === choice);
  return preset === undefined ? readProfileFile(choice) : { readings: presets[preset] };
}
