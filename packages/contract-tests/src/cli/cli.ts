import { createRequire } from "node:module";
import { run } from "./program.ts";

const manifest: { readonly version: string } = createRequire(import.meta.url)("../../package.json");
const stop = new AbortController();
// Not `once`: a terminal and npm may both pass the same Ctrl-C on, and the second must not end us half-way.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop.abort());

// A reader that leaves, as `| head` does, is no failure; output that cannot be written is.
let failure: NodeJS.ErrnoException | undefined;
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") failure = error;
    stop.abort();
  });
}

const terminal = { out: process.stdout, err: process.stderr, stop: stop.signal, version: manifest.version };
const code = await run(process.argv.slice(2), terminal);
process.stdout.write("", () =>
  setImmediate(() => {
    if (failure !== undefined)
      process.stderr.write(`journey-contract: The output cannot be written: ${failure.message}\n`);
    process.exit(failure === undefined ? code : 1);
  }),
);
