import manifest from "../../../package.json" with { type: "json" };
import { run } from "./program.ts";

const stop = new AbortController();
// Not `once`: a terminal and npm may both pass the same Ctrl-C on, and the second must not end us half-way.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop.abort(signal));

// A reader that leaves, as `| head` does, is no failure; output that cannot be written is.
let failure: NodeJS.ErrnoException | undefined;
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") failure = error;
    stop.abort("SIGPIPE");
  });
}

const code = await run(process.argv.slice(2), {
  out: process.stdout,
  err: process.stderr,
  stop: stop.signal,
  version: manifest.version,
  npmScript: process.env.npm_lifecycle_event,
});
process.stdout.write("", () =>
  setImmediate(() => {
    if (failure !== undefined) process.stderr.write(`journey-sim: The output cannot be written: ${failure.message}\n`);
    process.exit(failure === undefined ? code : 1);
  }),
);
