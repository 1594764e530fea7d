import { send } from "../target.ts";
import { type GapFinding, type Sighted, toFindings } from "./finding.ts";
import { type Calibrated, createLab } from "./lab.ts";
import { type CalibrateOptions, toSettings } from "./options.ts";
import { probes } from "./probes.ts";
import { tokenOf } from "./token-request.ts";

/** What a calibration came to. */
export interface Calibration {
  /** One for each gap with more than one reading, in the order of the register. */
  readonly findings: readonly GapFinding[];
  /** How many calls were sent. */
  readonly calls: number;
}

/**
 * Finds out by which readings a server of the interface answers, with harmless journeys: it starts instances, hands in
 * made-up data and looks. `control` of a simulator moves its clock and scripts outcomes, so nothing is waited for.
 *
 * @throws {TargetError} When the target gives no token.
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
