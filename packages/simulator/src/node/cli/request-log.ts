import { type Style, styleFor, type Terminal } from "@journey-kit/schemas/cli";
import { toPlain } from "@journey-kit/schemas/report";
import type { AnsweredRequest } from "../../context/context.ts";
import { memoizeText } from "../../world/memoize-text.ts";

/** Logs a line for each request. Lines are written in batches, because a write takes longer than a response. */
export function createRequestLog(out: Terminal["out"], format: "text" | "json"): (request: AnsweredRequest) => void {
  const toLine = format === "json" ? toJsonLine : createTextLine(styleFor(out));
  let pending = "";
  const flush = () => {
    out.write(pending);
    pending = "";
  };
  return (request) => {
    if (pending === "") setImmediate(flush);
    pending += toLine(request);
  };
}

/** Formats an unexpected error with its stack frames. The message is omitted, because it may quote personal data. */
export function describeError(error: unknown): string {
  const frames = error instanceof Error ? (error.stack ?? "").split("\n").filter((line) => /^ +at /.test(line)) : [];
  const name = error instanceof Error ? error.name : typeof error;
  return ["The simulator failed. This is a bug.", name, ...frames].map((line) => `${toPlain(line)}\n`).join("");
}

function toJsonLine({ method, path, status, error, world, fault, duration }: AnsweredRequest): string {
  const at = new Date().toISOString();
  return `${JSON.stringify({ at, method, path: shorten(path), status, error, world, fault, duration })}\n`;
}

/** As wide as the longest path of an endpoint with a region. */
const pathWidth = 41;

/** Looks up the codes of each style once, because that takes longer than the rest of the line. */
function createTextLine(style: Style): (request: AnsweredRequest) => string {
  const paint = (format: Parameters<Style>[0]) => {
    const [open = "", close = ""] = style(format, "\0").split("\0");
    return (text: string) => `${open}${text}${close}`;
  };
  const [green, yellow, red, cyan, dim] = [paint("green"), paint("yellow"), paint("red"), paint("cyan"), paint("dim")];
  const plain = (text: string) => text;
  const toPath = memoizeText((path) => toPlain(shorten(path)).padEnd(pathWidth));
  const toWorld = memoizeText(toPlain);
  return ({ method, path, status, error, world, fault, duration }) => {
    const isControl = path.startsWith("/_sim/");
    const mark = isControl ? plain : status >= 500 ? red : status >= 400 ? yellow : green;
    const errorCell = error === undefined ? "" : `  ${mark(error)}`;
    const faultCell = fault === undefined ? "" : `  fault ${toPlain(fault)}`;
    const worldCell = world === undefined ? "" : `  ${(isControl ? plain : cyan)(toWorld(world))}`;
    const durationCell = `  ${(isControl ? plain : dim)(`${duration} ms`)}`;
    const line = `${method.padEnd(4)} ${toPath(path)}  ${mark(`${status}`)}${errorCell}${faultCell}${worldCell}${durationCell}`;
    return `${isControl ? dim(line) : line}\n`;
  };
}

/** Hides long path segments, which may be tokens that got into a path by mistake. */
const shorten = (path: string): string => path.replaceAll(/[^/]{49,}/g, "…");
