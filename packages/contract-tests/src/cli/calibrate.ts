import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { createSimulatorControl } from "@journey-kit/client/control";
import { calibrate } from "../calibrate/calibrate.ts";
import { toCalibrationText } from "../calibrate/calibration-text.ts";
import type { Calibrated } from "../calibrate/lab.ts";
import type { CalibrateOptions } from "../calibrate/options.ts";
import { toProfileFile } from "../calibrate/profile-file.ts";
import { readOptions } from "./load-files.ts";
import { toCause } from "./simulator.ts";
import { CommandError, type Terminal } from "./terminal.ts";

/** Flags of `calibrate`. */
interface CalibrateFlags {
  readonly baseUrl: string;
  readonly authUrl?: string | undefined;
  readonly clientId?: string | undefined;
  readonly username?: string | undefined;
  readonly token?: string | undefined;
  readonly options?: string | undefined;
  /** Milliseconds. */
  readonly timeout?: number | undefined;
  readonly burst?: true | undefined;
  readonly control?: true | undefined;
  readonly controlToken?: string | undefined;
  readonly out?: string | undefined;
  readonly json?: true | undefined;
}

/** Finds out which readings a server follows. */
export async function calibrateServer(flags: CalibrateFlags, { out, err, stop }: Terminal): Promise<void> {
  const target = readTarget(flags);
  const calibration = await calibrate(
    { ...target, fetch: (request) => reach(request, stop) },
    {
      ...(flags.options === undefined ? {} : await readOptions(flags.options)),
      ...readUser(flags),
      ...(flags.timeout !== undefined && { patience: flags.timeout }),
      burst: flags.burst === true,
      sleep: (duration) => sleep(duration, undefined, { signal: stop }),
      onProbe: (sends) => void err.write(`sending ${sends}\n`),
    },
  );
  const text = flags.json === true ? `${JSON.stringify(calibration, null, 2)}\n` : toCalibrationText(calibration);
  out.write(text);
  if (flags.out === undefined) return;
  await writeFile(flags.out, `${JSON.stringify(toProfileFile(calibration.findings), null, 2)}\n`);
  err.write(`Wrote ${flags.out}. Try it: journey-sim --profile ${flags.out}\n`);
}

async function reach(request: Request, stop: AbortSignal): Promise<Response> {
  try {
    return await fetch(request, { signal: stop });
  } catch (error) {
    stop.throwIfAborted();
    throw new CommandError(`${new URL(request.url).origin} cannot be reached (${toCause(error)}).`);
  }
}

/** @throws {CommandError} If the flags name no client. */
function readTarget(flags: CalibrateFlags): Calibrated {
  const { baseUrl, authUrl, clientId, token = process.env.JOURNEY_TOKEN } = flags;
  const at = { baseUrl, ...(authUrl !== undefined && { authUrl }) };
  if (clientId === undefined) {
    if (flags.control === true) throw new CommandError("--control needs --client-id, which names the world.", 2);
    if (token === undefined) throw new CommandError("Pass --client-id, or --token with an access token.", 2);
    return { ...at, token };
  }
  const clientSecret = process.env.JOURNEY_CLIENT_SECRET;
  if (!clientSecret) throw new CommandError("Set JOURNEY_CLIENT_SECRET to the client secret.", 2);
  return { ...at, clientId, clientSecret, ...readControl(flags, clientId) };
}

function readControl(
  { control, controlToken, baseUrl }: CalibrateFlags,
  clientId: string,
): Pick<Calibrated, "control"> {
  if (control !== true) return {};
  const options = { baseUrl: new URL(baseUrl).origin, ...(controlToken !== undefined && { token: controlToken }) };
  return { control: createSimulatorControl(options).world(clientId) };
}

function readUser({ username }: CalibrateFlags): Pick<CalibrateOptions, "user"> {
  if (username === undefined) return {};
  const password = process.env.JOURNEY_PASSWORD;
  if (!password) throw new CommandError("Set JOURNEY_PASSWORD to the password of the user.", 2);
  return { user: { username, password } };
}
