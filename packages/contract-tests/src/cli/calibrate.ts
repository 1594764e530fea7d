import { setTimeout as sleep } from "node:timers/promises";
import { createSimulatorControl } from "@journey-kit/client/control";
import {
  address,
  CommandError,
  checkShape,
  example,
  outputFile,
  readJson,
  seconds,
  text,
  toCause,
  token,
  writeText,
} from "@journey-kit/schemas/cli";
import { toSchemaPath } from "@journey-kit/schemas/tables";
import * as z from "zod";
import { calibrate } from "../server/calibrate/calibrate.ts";
import { toCalibrationText, toProfileFile } from "../server/calibrate/finding.ts";
import type { Calibrated, CalibrateOptions } from "../server/calibrate/runner.ts";
import { cases, journeysIn } from "../server/cases/cases.ts";
import { type AddCommand, controlTokenOption, printReport } from "./flags.ts";
import { createProgress } from "./progress.ts";

/** `calibrate`: finds out which readings a server follows. */
export const addCalibrate: AddCommand = (program, terminal, finish) =>
  program
    .command("calibrate")
    .description("find out which readings a server follows, and optionally write them to a profile")
    .requiredOption(
      "--base-url <url>",
      "regional address of the server (required)",
      address("--base-url", "https://eu.example"),
    )
    .option(
      "--auth-url <url>",
      "address of the token service (default: the address of the server)",
      address("--auth-url", "https://eu.example"),
    )
    .option("--client-id <id>", "client id; set JOURNEY_CLIENT_SECRET to the client secret", text("--client-id"))
    .option(
      "--username <name>",
      "user name for the password grant; set JOURNEY_PASSWORD to the password",
      text("--username"),
    )
    .option("--token <token>", "access token instead of a client id (or set JOURNEY_TOKEN)", token("--token"))
    .option(
      "--options <file>",
      "JSON file with resource ids, last names of test people, region addresses and additional clients",
      text("--options"),
    )
    .option(
      "--timeout <seconds>",
      "maximum time to wait for an instance to reach a state that a case needs (default: 60)",
      seconds("--timeout"),
    )
    .option("--burst", "allow more than 60 starts in a minute, to detect a rate limit")
    .option("--control", "advance the server's clock and script its outcomes; only for a simulator")
    .addOption(controlTokenOption())
    .option("-o, --out <file>", "write the readings to this file, as a profile for journey-sim", outputFile("--out"))
    .option("--json", "print JSON instead of text")
    .addHelpText(
      "after",
      example("journey-contract calibrate --base-url https://eu.example --client-id me -o profile.json"),
    )
    .action(async (flags) => {
      const { stop, err } = terminal;
      const target = readTarget(flags);
      const options = flags.options === undefined ? {} : await readOptions(flags.options);
      const user = readUser(flags);
      const progress = createProgress(err, "gaps");
      const calibration = await calibrate(
        { ...target, fetch: (request) => reach(request, stop) },
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
      const page = toCalibrationText(calibration);
      finish(await printReport(terminal, flags, { passed: isFound && !isContradicted, body: calibration, text: page }));
      if (flags.out === undefined) return;
      const profile = { $schema: toSchemaPath("ProfileFile"), ...toProfileFile(calibration.findings) };
      await writeText(flags.out, `${JSON.stringify(profile, null, 2)}\n`);
      err.write(`Wrote ${flags.out}. Try it: journey-sim --profile ${flags.out}\n`);
    });

interface TargetFlags {
  readonly baseUrl: string;
  readonly authUrl?: string | undefined;
  readonly clientId?: string | undefined;
  readonly username?: string | undefined;
  readonly token?: string | undefined;
  readonly control?: true | undefined;
  readonly controlToken?: string | undefined;
}

async function reach(request: Request, stop: AbortSignal): Promise<Response> {
  try {
    return await fetch(request, { signal: stop });
  } catch (error) {
    stop.throwIfAborted();
    throw new CommandError(`${new URL(request.url).origin} cannot be reached (${toCause(error)}).`);
  }
}

/** @throws {CommandError} If a client id, token or client secret is missing. */
function readTarget(flags: TargetFlags): Calibrated {
  const { baseUrl, authUrl, clientId, token = process.env.JOURNEY_TOKEN } = flags;
  const at = { baseUrl, ...(authUrl !== undefined && { authUrl }) };
  if (clientId === undefined) {
    if (flags.control === true)
      throw new CommandError("--control needs --client-id, because each client id has its own world.", 2);
    if (token === undefined) throw new CommandError("Pass --client-id, or --token with an access token.", 2);
    return { ...at, token };
  }
  const clientSecret = process.env.JOURNEY_CLIENT_SECRET;
  if (!clientSecret) throw new CommandError("Set JOURNEY_CLIENT_SECRET to the client secret.", 2);
  const control = createSimulatorControl({ baseUrl: new URL(baseUrl).origin, token: flags.controlToken });
  return { ...at, clientId, clientSecret, ...(flags.control === true && { control: control.world(clientId) }) };
}

function readUser({ username }: TargetFlags): Pick<CalibrateOptions, "user"> {
  if (username === undefined) return {};
  const password = process.env.JOURNEY_PASSWORD;
  if (!password) throw new CommandError("Set JOURNEY_PASSWORD to the password of the user.", 2);
  return { user: { username, password } };
}

const word = z.string().min(1);
const credentials = z.strictObject({ clientId: word, clientSecret: word });
const texts = <const Name extends string>(...names: readonly Name[]) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, word])) as Record<Name, typeof word>).partial(); // the keys are `names`

const origin = z.url({ protocol: /^https?$/ });

/** The contents of the `--options` file. */
const CalibrateFile = z
  .strictObject({
    journeys: texts(...journeysIn(cases)),
    people: texts("rejected", "referred", "failing", "lifeless"),
    regions: z.strictObject({ eu: origin, us: origin, au: origin }).partial(),
    clients: z.strictObject({ reader: credentials, writer: credentials, withoutV2: credentials }).partial(),
  })
  .partial();

const readOptions = async (path: string): Promise<CalibrateOptions> =>
  JSON.parse(JSON.stringify(checkShape(CalibrateFile, path, await readJson(path)))); // removes undefined members
