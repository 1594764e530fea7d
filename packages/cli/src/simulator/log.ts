import { toPlain } from "@journey-kit/schemas/report";
import type { AnsweredRequest } from "@journey-kit/simulator";
import { type Style, styleFor, type Terminal } from "../terminal/terminal.ts";
import { type ClientHint, renderHint } from "./hints.ts";

/** Something that happens to the program, apart from requests. */
type ProgramEvent =
  | { readonly event: "start"; readonly url: string; readonly version: string; readonly screen: string }
  | { readonly event: "ready"; readonly store: string }
  | { readonly event: "drain"; readonly requests: number; readonly seconds: number }
  | { readonly event: "stop" }
  | { readonly event: "warning"; readonly problem: string }
  | ({ readonly event: "hint" } & ClientHint)
  | { readonly event: "error"; readonly error: unknown; readonly id: string | undefined };

export interface Log {
  readonly request: (request: AnsweredRequest) => void;
  readonly event: (event: ProgramEvent) => void;
}

/**
 * Logs events, and a line for each request. Lines are written in batches, because a write takes longer than responding
 * to a request. Nothing in the log is personal or secret: a request line has only the members of {@link
 * AnsweredRequest}, and errors are logged without their messages. A text log writes errors and warnings to `err`.
 */
export function createLog({ out, err }: Pick<Terminal, "out" | "err">, format: "text" | "json"): Log {
  const renderLine = format === "json" ? renderJsonLine : createTextLine(styleFor(out));
  let pending = "";
  const flush = () => {
    out.write(pending);
    pending = "";
  };
  return {
    request: (request) => {
      if (pending === "") setImmediate(flush);
      pending += renderLine(request);
    },
    event: (event) => {
      if (format === "json") pending += renderJsonEvent(event);
      else if (event.event === "error") err.write(describeError(event));
      else if (event.event === "warning") err.write(`journey: ${event.problem}\n`);
      else pending += renderEvent(event);
      if (pending !== "") flush();
    },
  };
}

/** The stack of an unexpected error. Its message is omitted, because it may quote personal data. */
function stackOf(error: unknown): readonly string[] {
  const frames = error instanceof Error ? (error.stack ?? "").split("\n").filter((line) => /^ +at /.test(line)) : [];
  return [nameOf(error), ...frames].map(toPlain);
}

/** An error of the database, whose message contains no data. */
const isUnavailable = (error: unknown): error is Error => error instanceof Error && error.name === "UnavailableError";

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/** Formats an unexpected error, with the id of the request that failed. */
function describeError({ error, id }: Extract<ProgramEvent, { event: "error" }>): string {
  if (isUnavailable(error)) return `${toPlain(error.message)}\n`;
  const where = id === undefined ? "" : ` Request ${id}`;
  return [`The simulator failed. This is a bug.${where}`, ...stackOf(error)].map((line) => `${line}\n`).join("");
}

function renderEvent(event: Exclude<ProgramEvent, { event: "error" | "warning" }>): string {
  if (event.event === "start") return event.screen;
  if (event.event === "hint") return `${renderHint(event)}\n`;
  if (event.event !== "drain" || event.requests === 0) return "";
  const { requests, seconds } = event;
  const what = requests === 1 ? "a request" : `${requests} requests`;
  return `Waiting at most ${seconds} s for ${what} to finish. Send the signal again to stop immediately.\n`;
}

function renderJsonEvent(event: ProgramEvent): string {
  const renderMembers = (members: object) => `${JSON.stringify({ at: new Date().toISOString(), ...members })}\n`;
  if (event.event === "start") return renderMembers({ event: "start", url: event.url, version: event.version });
  if (event.event !== "error") return renderMembers(event);
  const { id, error } = event;
  const problem = isUnavailable(error) ? { problem: toPlain(error.message) } : {};
  return renderMembers({ event: "error", id, error: nameOf(error), ...problem, stack: stackOf(error).slice(1) });
}

function renderJsonLine({ duration, ...request }: AnsweredRequest): string {
  const at = new Date().toISOString();
  const { id, method, path, endpoint, status, error, world, fault } = request;
  const ms = Math.round(duration * 1_000) / 1_000;
  const line = { at, event: "request", id, method, path, endpoint, status, error, world, fault, duration: ms };
  return `${JSON.stringify(line)}\n`;
}

/** Width of the path column, which fits the longest path of an endpoint with a region. */
const pathWidth = 41;

/**
 * Creates a function that formats a log line as text. Looks up the codes of each style only once, because this takes
 * longer than the rest of the formatting.
 */
function createTextLine(style: Style): (request: AnsweredRequest) => string {
  const paint = (format: Parameters<Style>[0]) => {
    const [open = "", close = ""] = style(format, "\0").split("\0");
    return (text: string) => `${open}${text}${close}`;
  };
  const [green, yellow, red, cyan, dim] = [paint("green"), paint("yellow"), paint("red"), paint("cyan"), paint("dim")];
  const plain = (text: string) => text;
  return ({ method, path, status, error, world, fault, duration }) => {
    const isControl = path.startsWith("/_sim/");
    const mark = isControl ? plain : status >= 500 ? red : status >= 400 ? yellow : green;
    const errorCell = error === undefined ? "" : `  ${mark(error)}`;
    const faultCell = fault === undefined ? "" : `  fault ${toPlain(fault)}`;
    const worldCell = world === undefined ? "" : `  ${(isControl ? plain : cyan)(world)}`;
    const durationCell = `  ${(isControl ? plain : dim)(`${duration.toFixed(1)} ms`)}`;
    const line = `${method.padEnd(4)} ${path.padEnd(pathWidth)}  ${mark(`${status}`)}${errorCell}${faultCell}${worldCell}${durationCell}`;
    return `${isControl ? dim(line) : line}\n`;
  };
}
