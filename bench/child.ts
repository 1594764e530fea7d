import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";

/** A benchmark program in its own process. */
export interface Child {
  /** Sends a message and waits for the reply. */
  ask(question: Question): Promise<Json>;
  stop(): Promise<void>;
}

/** A message to a program. */
export type Question = { readonly ask: string } & { readonly [name: string]: Json };

/** A value that can be sent between processes. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const folder = join(import.meta.dirname, "programs");

/** Starts a program in the folder `programs`, or another program that replies to the same messages. */
export async function startChild(
  program: string,
  args: readonly string[] = [],
  flags: readonly string[] = [],
): Promise<Child> {
  const child = fork(resolve(folder, program), args, {
    execArgv: [...process.execArgv, ...flags],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const gone = once(child, "exit").then(([code]) => {
    throw new Error(`${program} ended with exit code ${code}.`);
  });
  gone.catch(() => {}); // a child may exit after its last reply
  const next = () => Promise.race([gone, once(child, "message").then(([message]): Json => message)]);
  await next();
  return {
    ask: (question) => {
      const reply = next();
      child.send(question);
      return reply;
    },
    stop: () => stop(child),
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}
