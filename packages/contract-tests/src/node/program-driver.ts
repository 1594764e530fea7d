import { type ChildProcess, spawn } from "node:child_process";
import type { ConnectedClient, Driver, Errand, Report, Service } from "../driver/driver.ts";
import { toReport } from "./program-report.ts";

/** How a program is run as a client. */
interface ProgramOptions {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Seconds that it is asked to leave between two polls. */
  readonly pollSeconds: number;
}

/** A program that did not tell what its journey came to; the message says why, and what it printed last. */
class ProgramError extends Error {
  override readonly name = "ProgramError";
}

/** Makes a client of a program in any language: it runs once for each journey, and its environment tells it all. */
export const createProgramDriver = (options: ProgramOptions): Driver => ({
  connect: (service): ConnectedClient => ({
    runJourney: (errand, { signal } = {}) =>
      runProgram(options.command, toEnvironment(service, errand, options), signal),
  }),
});

const toEnvironment = (service: Service, errand: Errand, { pollSeconds }: ProgramOptions) => ({
  JOURNEY_BASE_URL: service.baseUrl,
  JOURNEY_AUTH_URL: service.authUrl,
  JOURNEY_CLIENT_ID: service.clientId,
  JOURNEY_CLIENT_SECRET: service.clientSecret,
  JOURNEY_RESOURCE_ID: errand.resourceId,
  JOURNEY_GENERATION: errand.generation,
  JOURNEY_SUBJECT: JSON.stringify(errand.subject),
  JOURNEY_POLL_SECONDS: `${pollSeconds}`,
});

/** @throws {ProgramError} When it cannot be run, is ended by the signal or tells nothing. */
async function runProgram(
  [file = "", ...args]: readonly string[],
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
    const { out, err, code } = await ended(child, file);
    if (signal?.aborted) throw new ProgramError(`It was ended.${toTail(out, err)}`);
    const report = toReport(out, err, code);
    if (report !== undefined) return report;
    throw new ProgramError(`It ended with exit code ${code} and no verdict in its last line.${toTail(out, err)}`);
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

function ended(child: ChildProcess, file: string): Promise<Remains> {
  let [out, err] = ["", ""];
  child.stdout?.on("data", (chunk) => {
    out = (out + String(chunk)).slice(-mostOutput);
  });
  child.stderr?.on("data", (chunk) => {
    err = (err + String(chunk)).slice(-mostOutput);
  });
  return new Promise((resolve, reject) => {
    child.once("error", () => reject(new ProgramError(`"${file}" cannot be run.`)));
    child.once("close", (code) => resolve({ out, err, code: code ?? undefined }));
  });
}

/** The last lines that it printed, the more telling stream first. */
function toTail(out: string, err: string): string {
  const lines = (err.trim() || out.trim()).split("\n").slice(-5);
  if (lines.join("") === "") return " It printed nothing.";
  return ` It printed at last:\n${lines.map((line) => `  ${line}`).join("\n")}`;
}
