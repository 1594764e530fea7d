import manifest from "../package.json" with { type: "json" };
import { run } from "./program.ts";

const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Milliseconds after the first signal in which other signals are ignored, because the terminal and npm can both forward
 * a single Ctrl-C.
 */
const repeatTime = 500;

/**
 * Runs the command line of this process, and ends the process with its exit code. The first signal aborts `stop`; a
 * second one ends the process at once.
 */
export async function main(): Promise<void> {
  const { stdout: out, stderr: err, env } = process;
  const stop = new AbortController();
  let stoppedAt: number | undefined;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      stoppedAt ??= performance.now();
      if (performance.now() - stoppedAt > repeatTime) process.exit(128 + signals[signal]);
      stop.abort(signal);
    });
  }

  // A closed pipe, as in `| head`, is not a failure. Any other write error is.
  let failure: NodeJS.ErrnoException | undefined;
  for (const stream of [out, err]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") failure = error;
      stop.abort("SIGPIPE");
    });
  }

  const command = env.JOURNEY_COMMAND ?? (env.npm_command === "exec" ? "npx journey-kit" : "journey");
  const { version } = manifest;
  const terminal = { out, err, stop: stop.signal, version, command, npmScript: env.npm_lifecycle_event };
  const code = await run(process.argv.slice(2), terminal);
  out.write("", () =>
    setImmediate(() => {
      if (failure !== undefined) err.write(`journey: Cannot write the output: ${failure.message}\n`);
      process.exit(failure === undefined ? code : 2);
    }),
  );
}
