import { type ChildProcess, spawn } from "node:child_process";
import { CommandError, type Terminal } from "@journey-kit/schemas/cli";
import type { Coverage } from "@journey-kit/schemas/control";
import type {
  ClientAdapter,
  Conclusion,
  ConnectedClient,
  JourneyRun,
  Report,
  ServiceSettings,
} from "../target/client-adapter.ts";
import type { SimulatorAddress } from "../target/world.ts";
import { reachSimulator, type SimulatorFlags } from "./simulator.ts";

/** How a program is run as a client. */
interface ProgramOptions {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Minimum milliseconds between two polls, passed to the program. */
  readonly pollInterval: number;
  /** Called if the program cannot be started at all. */
  readonly onMissing: (problem: string) => void;
}

/** Flags of a program that is run as a client. Both durations are in milliseconds. */
export interface ProgramFlags extends SimulatorFlags {
  readonly pollSeconds: number;
  readonly timeout: number;
}

/** A program as a client, and the simulator that it calls. */
interface Client {
  readonly adapter: ClientAdapter;
  readonly simulator: SimulatorAddress;
  /** Aborted when the user stops the command or the program cannot be started. */
  readonly signal: AbortSignal;
}

/**
 * Runs an action with a program as a client, and with the simulator of the flags or a temporary one.
 *
 * @throws {CommandError} If no simulator responds, the program cannot be started or the user stops the command.
 */
export async function withClient(
  command: readonly string[],
  { pollSeconds: pollInterval, ...flags }: ProgramFlags,
  { stop }: Terminal,
  act: (client: Client) => Promise<number>,
): Promise<number> {
  const simulator = await reachSimulator(flags);
  const missing = new AbortController();
  const adapter = createProgramAdapter({ command, pollInterval, onMissing: (problem) => missing.abort(problem) });
  try {
    return await act({ adapter, simulator: simulator.address, signal: AbortSignal.any([stop, missing.signal]) });
  } catch (error) {
    if (missing.signal.aborted) throw new CommandError(missing.signal.reason);
    throw stop.aborted ? new CommandError("Stopped before everything was tried.") : error;
  } finally {
    await simulator.close();
  }
}

/** Whether a program sent a request; one that does not breaks no rule, but that is not a success. */
export function hasCalled({ requests }: Coverage, { err }: Terminal): boolean {
  if (requests > 0) return true;
  err.write("journey-contract: The program sent no request. Does it read JOURNEY_BASE_URL?\n");
  return false;
}

/** A program that did not report the outcome of its journey; the message says why, and what it printed last. */
class ProgramError extends Error {
  override readonly name = "ProgramError";
}

/** Uses a program in any language as a client. It runs once per journey and reads its input from the environment. */
const createProgramAdapter = (options: ProgramOptions): ClientAdapter => ({
  connect: (service): ConnectedClient => ({
    runJourney: (journeyRun, { signal } = {}) =>
      runProgram(options, toEnvironment(service, journeyRun, options), signal),
  }),
});

const toEnvironment = (service: ServiceSettings, journeyRun: JourneyRun, { pollInterval }: ProgramOptions) => ({
  JOURNEY_BASE_URL: service.baseUrl,
  JOURNEY_AUTH_URL: service.authUrl,
  JOURNEY_CLIENT_ID: service.clientId,
  JOURNEY_CLIENT_SECRET: service.clientSecret,
  JOURNEY_USERNAME: "user",
  JOURNEY_PASSWORD: "password",
  JOURNEY_RESOURCE_ID: journeyRun.resourceId,
  JOURNEY_GENERATION: journeyRun.generation,
  JOURNEY_SUBJECT: JSON.stringify(journeyRun.subject),
  JOURNEY_POLL_SECONDS: `${pollInterval / 1_000}`,
});

/** @throws {ProgramError} If it cannot be started, is killed or reports no outcome. */
async function runProgram(
  { command: [file = "", ...args], onMissing }: ProgramOptions,
  environment: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Report> {
  const env = { ...process.env, ...environment };
  // A group of its own, so that what it starts in turn, as a shell does, ends with it.
  const child = spawn(file, args, { env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const kill = () => end(child);
  signal?.addEventListener("abort", kill, { once: true });
  process.once("exit", kill);
  try {
    const { out, err, code } = await ended(child, file, onMissing);
    if (signal?.aborted) throw new ProgramError(`It was killed.${toTail(out, err)}`);
    const report = toReport(out, err, code);
    if (report !== undefined) return report;
    throw new ProgramError(`It ended with exit code ${code} and no conclusion in its last line.${toTail(out, err)}`);
  } finally {
    signal?.removeEventListener("abort", kill);
    process.off("exit", kill);
  }
}

function end(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  if (process.platform === "win32") child.kill("SIGKILL");
  else process.kill(-child.pid, "SIGKILL");
}

/** How many characters of what it printed are kept, from the end. */
const mostOutput = 1_000_000;

/** What a program left behind; `code` is undefined where a signal ended it. */
interface Remains {
  readonly out: string;
  readonly err: string;
  readonly code: number | undefined;
}

function ended(child: ChildProcess, file: string, onMissing: ProgramOptions["onMissing"]): Promise<Remains> {
  let [out, err] = ["", ""];
  child.stdout?.on("data", (chunk) => {
    out = (out + String(chunk)).slice(-mostOutput);
  });
  child.stderr?.on("data", (chunk) => {
    err = (err + String(chunk)).slice(-mostOutput);
  });
  return new Promise((resolve, reject) => {
    child.once("error", ({ message }) => {
      const problem = `"${file}" cannot be started: ${message}`;
      onMissing(problem);
      reject(new ProgramError(problem));
    });
    child.once("close", (code) => resolve({ out, err, code: code ?? undefined }));
  });
}

/** The last lines that it printed, of standard error if there are any. */
function toTail(out: string, err: string): string {
  const lines = (err.trim() || out.trim()).split("\n").slice(-5);
  if (lines.join("") === "") return " It printed nothing.";
  return ` It last printed:\n${lines.map((line) => `  ${line}`).join("\n")}`;
}

/** Exit codes that stand for a conclusion, for a program that prints none. Crashes end with 1 or 2. */
const conclusionCodes: Readonly<Record<Conclusion, number>> = {
  accept: 0,
  reject: 10,
  refer: 11,
  undecided: 12,
  failed: 13,
  unknown: 14,
};

const conclusions = Object.keys(conclusionCodes) as Conclusion[]; // `Object.keys` forgets its keys

/**
 * Reads the report of a program: the last line of its output is a conclusion, or JSON with `conclusion` and perhaps
 * `instanceId`; otherwise its exit code counts. Undefined if it reports nothing.
 */
function toReport(out: string, err: string, code: number | undefined): Report | undefined {
  const output = out + err;
  const last = out.trimEnd().split("\n").at(-1)?.trim() ?? "";
  const told = toConclusion(last) ?? toMembers(last);
  if (told !== undefined) return { ...told, output };
  const conclusion = conclusions.find((one) => conclusionCodes[one] === code);
  return conclusion && { conclusion, output };
}

function toConclusion(word: string): Report | undefined {
  const conclusion = conclusions.find((one) => one === word);
  return conclusion && { conclusion };
}

function toMembers(line: string): Report | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const { conclusion, instanceId }: { conclusion?: unknown; instanceId?: unknown } = JSON.parse(line);
    const told = typeof conclusion === "string" ? toConclusion(conclusion) : undefined;
    return told && { ...told, ...(typeof instanceId === "string" && { instanceId }) };
  } catch {
    return undefined;
  }
}
