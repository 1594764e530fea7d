import { setTimeout as sleep } from "node:timers/promises";
import { createSimulatorControl } from "@journey-kit/client/control";
import {
  type Calibrated,
  type CalibrateOptions,
  calibrate,
  cases,
  journeysIn,
  renderCalibration,
  toProfileFile,
} from "@journey-kit/contract-tests";
import { toSchemaPath } from "@journey-kit/schemas/tables";
import * as z from "zod";
import { checkShape, readJson, writeText } from "../terminal/files.ts";
import { createProgress } from "../terminal/progress.ts";
import { printReport } from "../terminal/report.ts";
import { CommandError, findCause, type Terminal, usageError } from "../terminal/terminal.ts";
import type { CalibrateFlags } from "./flags.ts";

/**
 * Finds out which readings a server follows.
 *
 * @returns 0 if at least one reading is found and none is contradicted, otherwise 1.
 */
export async function findReadings(flags: CalibrateFlags, terminal: Terminal): Promise<number> {
  const { stop, err, command } = terminal;
  const target = readTarget(flags);
  const options = flags.options === undefined ? {} : await readOptions(flags.options);
  const user = readUser(flags);
  const progress = createProgress(err, "gaps");
  const calibration = await calibrate(
    { ...target, fetch: (request) => reachServer(request, stop) },
    {
      ...options,
      ...user,
      ...(flags.timeout !== undefined && { timeoutMs: flags.timeout }),
      burst: flags.burst === true,
      sleep: (duration) => sleep(duration, undefined, { signal: stop }),
      onFound: (_, total) => progress.step({ total }),
    },
  ).finally(progress.end);
  const isFound = calibration.findings.some(({ status }) => status !== "unknown");
  const isContradicted = calibration.findings.some(({ status }) => status === "contradicts"); // no profile describes the server
  const page = renderCalibration(calibration);
  const code = await printReport(terminal, flags, {
    passed: isFound && !isContradicted,
    body: calibration,
    text: page,
  });
  if (flags.out !== undefined) {
    const at = new Date().toISOString();
    const observed = calibration.findings.map((one) => ({ ...one, firstAt: at, lastAt: at }));
    const profile = { $schema: toSchemaPath("ProfileFile"), ...toProfileFile(observed) };
    await writeText(flags.out, `${JSON.stringify(profile, null, 2)}\n`);
    err.write(`Wrote ${flags.out}. Try it: ${command} serve --profile ${flags.out}\n`);
  }
  return code;
}

async function reachServer(request: Request, stop: AbortSignal): Promise<Response> {
  try {
    return await fetch(request, { signal: stop });
  } catch (error) {
    stop.throwIfAborted();
    throw new CommandError(`${new URL(request.url).origin} cannot be reached (${findCause(error)}).`);
  }
}

/** @throws {CommandError} If a client id, token or client secret is missing. */
function readTarget(flags: CalibrateFlags): Calibrated {
  const { baseUrl, authUrl, clientId, token = process.env.JOURNEY_TOKEN } = flags;
  const at = { baseUrl, ...(authUrl !== undefined && { authUrl }) };
  if (clientId === undefined) {
    if (flags.control === true)
      throw usageError("--control needs --client-id, because each client id has its own world.");
    if (token === undefined) throw usageError("Pass --client-id, or --token with an access token.");
    return { ...at, token };
  }
  const clientSecret = process.env.JOURNEY_CLIENT_SECRET;
  if (!clientSecret) throw usageError("Set JOURNEY_CLIENT_SECRET to the client secret.");
  const control = createSimulatorControl({ baseUrl: new URL(baseUrl).origin, token: flags.controlToken });
  return { ...at, clientId, clientSecret, ...(flags.control === true && { control: control.world(clientId) }) };
}

function readUser({ username }: CalibrateFlags): Pick<CalibrateOptions, "user"> {
  if (username === undefined) return {};
  const password = process.env.JOURNEY_PASSWORD;
  if (!password) throw usageError("Set JOURNEY_PASSWORD to the password of the user.");
  return { user: { username, password } };
}

const word = z.string().min(1);
const credentials = z.strictObject({ clientId: word, clientSecret: word });
const texts = <const Name extends string>(...names: readonly Name[]) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, word])) as Record<Name, typeof word>).partial(); // the keys are `names`

const httpOrigin = z.url({ protocol: /^https?$/ });

/** The contents of the `--options` file. */
const CalibrateFile = z
  .strictObject({
    journeys: texts(...journeysIn(cases)),
    people: texts("rejected", "referred", "failing", "livenessFails"),
    regions: z.strictObject({ eu: httpOrigin, us: httpOrigin, au: httpOrigin }).partial(),
    clients: z.strictObject({ reader: credentials, writer: credentials, withoutV2: credentials }).partial(),
  })
  .partial();

const readOptions = async (path: string): Promise<CalibrateOptions> =>
  JSON.parse(JSON.stringify(checkShape(CalibrateFile, path, await readJson(path)))); // removes undefined members
