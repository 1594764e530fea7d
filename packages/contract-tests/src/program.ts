import { type ChildProcess, spawnSync } from "node:child_process";
import { once } from "node:events";
import spawn from "cross-spawn";
import type { ClientAdapter, Conclusion, JourneyRun, Report, ServiceSettings } from "./service/client-adapter.ts";
import { readAt } from "./service/member.ts";
import { parse } from "./service/target.ts";

export { createRunWriter, type RunWriter } from "./run-writer.ts";
export { serveTrafficProxy, type TrafficProxy, type TrafficProxyOptions } from "./traffic/proxy.ts";

/** Thrown when a program reports no conclusion. The message contains the reason and, if the program ran, its output. */
class ProgramError extends Error {
  override readonly name = "ProgramError";
}

/** Called with the problem if a program cannot be started at all. */
export type OnMissing = (problem: string) => void;

/**
 * Uses a program in any language as a client. The program runs once per journey, and reads its input from the
 * `JOURNEY_…` environment variables.
 *
 * @param command The program and its arguments.
 * @example
 * const report = await checkClient(programClient(["python3", "client.py"]));
 */
export const programClient = (command: readonly string[], onMissing: OnMissing = () => undefined): ClientAdapter => ({
  connectsPerJourney: true,
  connect: (service) => ({
    runJourney: (journeyRun, { signal } = {}) =>
      runProgram(command, createEnvironment(service, journeyRun), onMissing, signal),
  }),
});

const createEnvironment = (service: ServiceSettings, journeyRun: JourneyRun) => ({
  JOURNEY_BASE_URL: service.baseUrl,
  JOURNEY_AUTH_URL: service.authUrl,
  JOURNEY_CLIENT_ID: service.clientId,
  JOURNEY_CLIENT_SECRET: service.clientSecret,
  JOURNEY_USERNAME: "user",
  JOURNEY_PASSWORD: "password",
  JOURNEY_RESOURCE_ID: journeyRun.resourceId,
  JOURNEY_API_VERSION: journeyRun.apiVersion,
  JOURNEY_SUBJECT: JSON.stringify(journeyRun.subject),
  JOURNEY_POLL_SECONDS: `${service.pollIntervalMs / 1_000}`,
});

/** @throws {ProgramError} If the program cannot be started, is killed or reports no conclusion. */
async function runProgram(
  [file = "", ...args]: readonly string[],
  environment: Readonly<Record<string, string>>,
  onMissing: OnMissing,
  signal?: AbortSignal,
): Promise<Report> {
  const env = { ...process.env, ...environment };
  // A separate process group, so that child processes are killed with the program. On Windows, it would open a window.
  const detached = process.platform !== "win32";
  const child = spawn(file, args, { env, stdio: ["ignore", "pipe", "pipe"], detached });
  const kill = () => killGroup(child);
  signal?.addEventListener("abort", kill, { once: true });
  process.once("exit", kill);
  try {
    const { out, err, code, by } = await waitForEnd(child, file, onMissing);
    if (signal?.aborted) throw new ProgramError(`It was killed.${renderTail(out, err)}`);
    const report = parseReport(out, err, code);
    if (report !== undefined) return { ...report, ...findUnhandled(report, { out, err, code, by }) };
    const cause = code === null ? `was killed by ${by}` : `exited with code ${code}`;
    throw new ProgramError(`It ${cause}, and its last line of output is not a conclusion.${renderTail(out, err)}`);
  } finally {
    signal?.removeEventListener("abort", kill);
    process.off("exit", kill);
  }
}

/** What a runtime prints if nothing handles an error in a promise, a task or a thread. */
const unhandledMarks = /UnhandledPromiseRejection|Task exception was never retrieved|^Exception in thread /m;

/** Finds an error that a program left unhandled although it printed a conclusion, or a wrong exit code. */
function findUnhandled(
  { conclusion }: Report,
  { out, err, code, by }: { out: string; err: string; code: number | null; by: unknown },
): Pick<Report, "unhandled"> {
  const isRight = code === 0 || code === conclusionCodes[conclusion];
  if (isRight && !unhandledMarks.test(err)) return {};
  const how = isRight ? "left an error unhandled" : code === null ? `was killed by ${by}` : `exited with code ${code}`;
  return { unhandled: `It printed ${conclusion}, but ${how}.${renderTail("", err || out)}` };
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  if (process.platform === "win32") spawnSync("taskkill", ["/pid", `${child.pid}`, "/t", "/f"]);
  else process.kill(-child.pid, "SIGKILL");
}

/** Number of characters kept from the end of each output stream. */
const mostOutput = 1_000_000;

/** Returns the exit code and the output of a program. `code` is null if the signal `by` ended it. */
async function waitForEnd(child: ChildProcess, file: string, onMissing: OnMissing) {
  let [out, err] = ["", ""];
  child.stdout?.on("data", (chunk) => {
    out = (out + String(chunk)).slice(-mostOutput);
  });
  child.stderr?.on("data", (chunk) => {
    err = (err + String(chunk)).slice(-mostOutput);
  });
  const [code, by]: readonly unknown[] = await once(child, "close").catch((error: unknown) => {
    const problem = `"${file}" cannot be started: ${error instanceof Error ? error.message : error}`;
    onMissing(problem);
    throw new ProgramError(problem);
  });
  return { out, err, code: typeof code === "number" ? code : null, by };
}

/** Maximum number of lines of output in a message. */
const mostTailLines = 5;

/** Maximum number of characters in a line of output in a message. */
const longestLine = 300;

/** Lines of a stack trace that do not say what went wrong: frames, and the version that Node prints at the end. */
const frame = /^\s+at |^\s+\.{3} \d+ more|^\s+from |^#\d+ |^Node\.js v\d/;

/** Lines that continue an error message: its details, their closing brackets and its causes. */
const continuation = /^[\s\])}]|^Caused by: /;

/**
 * Returns the last lines of standard error, or of standard output if standard error is empty, without stack frames. If
 * the last error has too many lines for a message, returns its first lines.
 */
function renderTail(out: string, err: string): string {
  const [text = ""] = (err.trim() || out.trim()).split(/^goroutine \d+ \[/m, 1);
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !frame.test(line));
  if (lines.length === 0) return " It printed nothing.";
  const error = lines.findLastIndex((line) => !continuation.test(line));
  const from = Math.max(0, Math.min(error, lines.length - mostTailLines));
  const shown = lines.slice(from, from + mostTailLines).map(shortenLine);
  const rest = from + mostTailLines < lines.length ? ["…"] : [];
  return ` It last printed:\n${[...shown, ...rest].map((line) => `  ${line}`).join("\n")}`;
}

/** Shortens a line at a space, because half a secret would no longer be recognised and removed. */
const shortenLine = (line: string): string =>
  line.length <= longestLine ? line : line.slice(0, longestLine).replace(/\S*$/, "…");

/** Exit codes for programs that do not print a conclusion. Codes 1 and 2 are reserved for crashes. */
const conclusionCodes: Readonly<Record<Conclusion, number>> = {
  accept: 0,
  reject: 10,
  refer: 11,
  undecided: 12,
  failed: 13,
  unknown: 14,
};

const conclusions = Object.keys(conclusionCodes) as Conclusion[]; // `Object.keys` loses the key types

/**
 * Reads a program's report. The last line of standard output is a conclusion, or JSON with `conclusion` and optionally
 * `instanceId`. Otherwise the exit code determines the conclusion. Returns undefined if neither is valid.
 */
function parseReport(out: string, err: string, code: number | null): Report | undefined {
  const last = out.trimEnd().split("\n").at(-1)?.trim() ?? "";
  const members = last.startsWith("{") ? parse(last) : { conclusion: last };
  const [word, instanceId] = [readAt(members, "conclusion"), readAt(members, "instanceId")];
  const output = out + err;
  const printed = typeof word === "string" && conclusions.find((one) => one === word.toLowerCase());
  if (printed) return { conclusion: printed, output, ...(typeof instanceId === "string" && { instanceId }) };
  const conclusion = conclusions.find((one) => conclusionCodes[one] === code);
  return conclusion && { conclusion, output };
}
