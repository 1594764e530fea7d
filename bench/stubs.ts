import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Carry } from "./caller.ts";
import { type Connection, openConnection, toRequest } from "./connection.ts";

/** A response of the simulator that other servers send as a fixed response. */
export interface Stub {
  readonly path: string;
  /** The request that received this response from the simulator. */
  readonly request: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends requests to a server, and records the last response for each path. */
export function recordStubs(port: number): { readonly carry: Carry; readonly stubs: () => readonly Stub[] } {
  let connection: Connection | undefined;
  const latest = new Map<string, Stub>();
  return {
    carry: async (path, headers, body) => {
      const request = toRequest(path, headers, body);
      if (!connection?.isOpen()) connection = await openConnection(port);
      const reply = await connection.send(request);
      const stub = { path, request, ...parseHead(reply.head), body: reply.body.toString() };
      latest.set(path, stub);
      return stub.body;
    },
    stubs: () => [...latest.values()],
  };
}

/**
 * Sends the requests of the stubs to a server and compares the responses.
 *
 * @throws {Error} If a body differs.
 */
export async function checkStubs(port: number, stubs: readonly Stub[]): Promise<void> {
  const connection = await openConnection(port);
  for (const { path, request, body } of stubs) {
    const reply = await connection.send(request);
    if (reply.body.toString() !== body) throw new Error(`${path}: expected ${body}, got ${reply.body}`);
  }
  connection.close();
}

const ownHeaders = ["date", "connection", "keep-alive", "content-length"]; // every server sets these itself

function parseHead(head: string): Pick<Stub, "status" | "headers"> {
  const [first = "", ...lines] = head.split("\r\n");
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(first.split(" ")[1]),
    headers: Object.fromEntries(pairs.filter(([name]) => !ownHeaders.includes(name))),
  };
}

const files = mkdtempSync(join(tmpdir(), "journey-bench-"));
process.on("exit", () => rmSync(files, { recursive: true }));

/** Writes JSON to a file in a new folder, and returns the path. The file is deleted when the benchmark ends. */
export function writeJson(name: string, value: unknown): string {
  const file = join(mkdtempSync(join(files, "-")), name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value));
  return file;
}
