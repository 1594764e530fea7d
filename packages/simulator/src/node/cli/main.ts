import manifest from "../../../package.json" with { type: "json" };
import { run } from "./program.ts";

const stop = new AbortController();
// Not `once`: a terminal and npm may both pass the same Ctrl-C on, and the second must not end us half-way.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop.abort());
// A reader that leaves, as `| head` does, wants no more of us; that is no failure.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => stop.abort());

const terminal = { out: process.stdout, err: process.stderr, stop: stop.signal, version: manifest.version };
const code = await run(process.argv.slice(2), terminal);
process.stdout.write("", () => process.exit(code));
