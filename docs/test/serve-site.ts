import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { TestProject } from "vitest/node";

const program = join(import.meta.dirname, "../scripts/serve.ts");

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the built site, without a trailing slash. */
    readonly site: string;
  }
}

/** Builds and serves the site with the program of `npm run docs` until the tests are done. Fails on a broken link. */
export async function setup({ provide }: TestProject): Promise<() => Promise<unknown>> {
  // Vitest sets NODE_ENV to "test", and Astro leaves out the search unless it is "production".
  // The launcher of Vitest sets NODE_PATH to a folder with all packages, which hides those that the site does not list.
  const env = { ...process.env, NODE_ENV: "production", NODE_PATH: undefined, ASTRO_TELEMETRY_DISABLED: "1" };
  const child = spawn(process.execPath, [program, "--port", "0"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /http:\S+/.exec(line)?.[0];
    if (address === undefined) continue;
    provide("site", address);
    return () => {
      child.kill();
      return closed;
    };
  }
  throw new Error("The documentation could not be built.");
}
