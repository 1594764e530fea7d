import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";

/** A program of the bench that runs in a process of its own. */
export interface Child {
  /** Sends a message and waits for the answer. */
  ask(question: Question): Promise<Json>;
  stop(): Promise<void>;
}

/** What a program is asked for. */
export type Question = { readonly ask: string } & { readonly [name: string]: Json };

/** What passes between processes. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const folder = join(import.meta.dirname, "programs");

/** Starts a program of this folder, or another one that answers what `programs/listen.ts` does. */
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
  gone.catch(() => {}); // it may end once nobody waits for it
  const next = () => Promise.race([gone, once(child, "message").then(([message]): Json => message)]);
  await next();
  return {
    ask: (question) => {
      const answer = next();
      child.send(question);
      return answer;
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
