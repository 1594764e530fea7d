import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { createSimulatorControl } from "@journey-kit/client/control";
import { calibrate } from "../calibrate/calibrate.ts";
import { toCalibrationText } from "../calibrate/calibration-text.ts";
import type { Calibrated } from "../calibrate/lab.ts";
import type { CalibrateOptions } from "../calibrate/options.ts";
import { toProfileFile } from "../calibrate/profile-file.ts";
import { CommandError } from "./command-error.ts";
import { readOptions } from "./options-file.ts";
import type { Terminal } from "./terminal.ts";
import { type CommandLine, createVerb } from "./verb.ts";

const flags = {
  "base-url": { type: "string", value: "URL", help: "regional address of the server" },
  "auth-url": { type: "string", value: "URL", help: "address of its token service, where that is another one" },
  "client-id": { type: "string", value: "ID", help: "its secret stands in JOURNEY_CLIENT_SECRET" },
  username: { type: "string", value: "NAME", help: "for the password form; the password stands in JOURNEY_PASSWORD" },
  token: { type: "string", value: "TOKEN", help: "an access token instead of a client id; or in JOURNEY_TOKEN" },
  options: { type: "string", value: "FILE", help: "JSON with journeys, people and further clients to use" },
  patience: { type: "string", value: "SECONDS", help: "how long to wait for anything, at the longest (60)" },
  burst: { type: "boolean", help: "allows more than 60 starts within a minute, to see a rate limit" },
  control: { type: "boolean", help: "it is a simulator: its clock is moved, outcomes are scripted" },
  "control-token": { type: "string", value: "TOKEN", help: "opens its control plane, where it is on another machine" },
  out: { type: "string", short: "o", value: "FILE", help: "writes what was found as a profile for journey-sim" },
} as const;

/** Finds out by which readings a server answers. */
export const calibrateServer = createVerb(
  {
    name: "calibrate",
    help: "finds out by which readings a server answers, and writes them as a profile",
    flags,
    example: "journey-contract calibrate --base-url https://eu.example --client-id me --out profile.json",
  },
  run,
);

type Values = CommandLine<typeof flags>["values"];

async function run({ values }: CommandLine<typeof flags>, { out, err, stop }: Terminal): Promise<number> {
  const target = readTarget(values);
  const calibration = await calibrate(
    { ...target, fetch: (request) => reach(request, stop) },
    {
      ...(values.options === undefined ? {} : await readOptions(values.options)),
      ...readUser(values),
      ...readPatience(values.patience),
      burst: values.burst === true,
      sleep: (duration) => sleep(duration, undefined, { signal: stop }),
      onProbe: (sends) => void err.write(`sending ${sends}\n`),
    },
  );
  out.write(toCalibrationText(calibration));
  if (values.out === undefined) return 0;
  await writeFile(values.out, `${JSON.stringify(toProfileFile(calibration.findings), null, 2)}\n`);
  out.write(`Written to ${values.out}. Try it: journey-sim --profile ${values.out}\n`);
  return 0;
}

async function reach(request: Request, stop: AbortSignal): Promise<Response> {
  try {
    return await fetch(request, { signal: stop });
  } catch {
    stop.throwIfAborted();
    throw new CommandError(`${new URL(request.url).origin} cannot be reached.`);
  }
}

/** @throws {CommandError} When nothing says where it is, or as whom to call it. */
function readTarget(values: Values): Calibrated {
  const address = readAddress("base-url", values["base-url"]);
  if (address === undefined) throw new CommandError('"calibrate" needs --base-url.', 2);
  const authUrl = readAddress("auth-url", values["auth-url"]);
  const at = { baseUrl: address, ...(authUrl !== undefined && { authUrl }) };
  const token = values.token ?? process.env.JOURNEY_TOKEN;
  const clientId = values["client-id"];
  if (clientId === undefined) {
    if (values.control === true) throw new CommandError("--control needs --client-id, which names the world.", 2);
    if (token === undefined) throw new CommandError('"calibrate" needs --client-id or --token.', 2);
    return { ...at, token };
  }
  const clientSecret = process.env.JOURNEY_CLIENT_SECRET;
  if (!clientSecret) throw new CommandError("The secret of the client is to stand in JOURNEY_CLIENT_SECRET.", 2);
  return { ...at, clientId, clientSecret, ...readControl(values, address, clientId) };
}

function readControl(values: Values, address: string, clientId: string): Pick<Calibrated, "control"> {
  if (values.control !== true) return {};
  const token = values["control-token"];
  const baseUrl = new URL(address).origin;
  return { control: createSimulatorControl({ baseUrl, ...(token !== undefined && { token }) }).world(clientId) };
}

function readAddress(flag: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? "")) {
    throw new CommandError(`--${flag} takes an address such as https://eu.example.`, 2);
  }
  return text.replace(/\/+$/, "");
}

function readUser({ username }: Values): Pick<CalibrateOptions, "user"> {
  if (username === undefined) return {};
  const password = process.env.JOURNEY_PASSWORD;
  if (!password) throw new CommandError("The password of the user is to stand in JOURNEY_PASSWORD.", 2);
  return { user: { username, password } };
}

function readPatience(text: string | undefined): Pick<CalibrateOptions, "patience"> {
  if (text === undefined) return {};
  if (!/^\d{1,6}$/.test(text)) throw new CommandError("--patience takes seconds.", 2);
  return { patience: Number(text) * 1_000 };
}
