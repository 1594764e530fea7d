import { type ChildProcess, spawn } from "node:child_process";
import type {
  ClientAdapter,
  Conclusion,
  ConnectedClient,
  JourneyRun,
  Report,
  ServiceSettings,
} from "../target/client-adapter.ts";

/** How a program is run as a client. */
interface ProgramOptions {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Minimum milliseconds between two polls, passed to the program. */
  readonly pollInterval: number;
  /** Called if the program cannot be started at all. */
  readonly onMissing: (problem: string) => void;
}

/** A program that did not report the outcome of its journey; the message says why, and what it printed last. */
class ProgramError extends Error {
  override readonly name = "ProgramError";
}

/** Uses a program in any language as a client. It runs once per journey and reads its input from the environment. */
export const createProgramAdapter = (options: ProgramOptions): ClientAdapter => ({
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
  JOURNEY_RESOURCE_ID: journeyRun.resourceId,
  JOURNEY_GENERATION: journeyRun.generation,
  JOURNEY_SUBJECT: JSON.stringify(journeyRun.subject),
  JOURNEY_POLL_SECONDS: `${pollInterval / 1_000}`,
});

/** @throws {ProgramError} When it cannot be run, is ended by the signal or tells nothing. */
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
    if (signal?.aborted) throw new ProgramError(`It was ended.${toTail(out, err)}`);
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

/** The last lines that it printed, the more telling stream first. */
function toTail(out: string, err: string): string {
  const lines = (err.trim() || out.trim()).split("\n").slice(-5);
  if (lines.join("") === "") return " It printed nothing.";
  return ` It printed at last:\n${lines.map((line) => `  ${line}`).join("\n")}`;
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
