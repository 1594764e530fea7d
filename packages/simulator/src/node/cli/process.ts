import manifest from "../../../package.json" with { type: "json" };
import { run } from "./program.ts";

const stop = new AbortController();
// Not `once`: a terminal and npm can both forward the same Ctrl-C, and the second one must not kill the process.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop.abort(signal));

// A closed pipe, as in `| head`, is not a failure; any other write error is.
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
