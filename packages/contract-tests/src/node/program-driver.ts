import { spawn } from "node:child_process";
import type { ConnectedClient, Driver, Errand, Report, Service } from "../driver/driver.ts";
import { toReport } from "./program-report.ts";

/** How a program is run as a client. */
export interface ProgramOptions {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Seconds that it is asked to leave between two polls. */
  readonly pollSeconds: number;
  /** Milliseconds that it may take for a journey. */
  readonly patience: number;
}

/** A program that did not tell what its journey came to; the message says why, and what it printed last. */
class ProgramError extends Error {
  override readonly name = "ProgramError";
}

/** Makes a client of a program in any language: it runs once for each journey and is told all by its environment. */
export const createProgramDriver = (options: ProgramOptions): Driver => ({
  connect: (service): ConnectedClient => ({
    runJourney: (errand, { signal } = {}) => runProgram(options, toEnvironment(service, errand, options), signal),
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

/** @throws {ProgramError} When it cannot be run, does not end in time or tells nothing. */
async function runProgram(
  { command: [file = "", ...args], patience }: ProgramOptions,
  environment: Readonly<Record<string, string>>,
  stop?: AbortSignal,
): Promise<Report> {
  const late = AbortSignal.timeout(patience);
  // A group of its own, so that what it starts in turn, as a shell does, ends with it.
  const child = spawn(file, args, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const kill = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  };
  const ends = AbortSignal.any(stop === undefined ? [late] : [late, stop]);
  ends.addEventListener("abort", kill, { once: true });
  process.once("exit", kill);
  try {
    const { out, err, code } = await ended(child, file);
    if (late.aborted) throw new ProgramError(`It did not end within ${patience / 1_000} seconds.${toTail(out, err)}`);
    stop?.throwIfAborted();
    const report = toReport(out, err, code);
    if (report === undefined)
      throw new ProgramError(`It ended with exit code ${code} and no verdict in its last line.${toTail(out, err)}`);
    return report;
  } finally {
    ends.removeEventListener("abort", kill);
    process.off("exit", kill);
  }
}

function ended(child: ReturnType<typeof spawn>, file: string) {
  let [out, err] = ["", ""];
  child.stdout?.on("data", (chunk) => {
    out += String(chunk);
  });
  child.stderr?.on("data", (chunk) => {
    err += String(chunk);
  });
  return new Promise<{ out: string; err: string; code: number | undefined }>((resolve, reject) => {
    child.once("error", () => reject(new ProgramError(`"${file}" cannot be run.`)));
    child.once("close", (code) => resolve({ out, err, code: code ?? undefined }));
  });
}

/** The last lines that it printed, the more telling stream first. */
function toTail(out: string, err: string): string {
  const lines = (err.trim() || out.trim()).split("\n").slice(-5);
  return lines.join("") === ""
    ? " It printed nothing."
    : ` It printed:\n${lines.map((line) => `    ${line}`).join("\n")}`;
}
