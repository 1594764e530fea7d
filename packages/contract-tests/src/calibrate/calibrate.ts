import { send } from "../target/target.ts";
import { type GapFinding, type Sighted, toFindings } from "./finding.ts";
import { type Calibrated, createLab } from "./lab.ts";
import { type CalibrateOptions, toSettings } from "./options.ts";
import { probes } from "./probes.ts";
import { tokenOf } from "./token-request.ts";

/** The result of a calibration. */
export interface Calibration {
  /** One for each gap with more than one reading, in the order of the register. */
  readonly findings: readonly GapFinding[];
  /** Number of requests. */
  readonly calls: number;
}

/**
 * Finds out which readings a server follows, with harmless journeys: it starts instances, submits made-up data and
 * reads the responses. A simulator's `control` advances the clock and scripts outcomes, so nothing waits.
 *
 * @throws {TargetError} When the target returns no token.
 * @example
 * const { findings } = await calibrate({ baseUrl, authUrl, clientId, clientSecret });
 * await writeFile("profile.json", JSON.stringify(toProfileFile(findings)));
 */
export async function calibrate(target: Calibrated, options: CalibrateOptions = {}): Promise<Calibration> {
  let calls = 0;
  const counted = (request: Request): Promise<Response> => {
    calls += 1;
    return send(target, request);
  };
  const lab = createLab({ ...target, fetch: counted }, toSettings(options), tokenOf);
  const sighted: Sighted[] = [];
  for (const probe of probes) {
    options.onProbe?.(probe.sends);
    sighted.push({ probe, sighting: await probe.run(lab) });
  }
  return { findings: toFindings(sighted), calls };
}
