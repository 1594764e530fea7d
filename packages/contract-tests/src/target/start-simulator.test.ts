import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { startSimulator } from "./start-simulator.ts";

test("a started simulator responds through its fetch and on its port (spec 4.1)", async () => {
  const { baseUrl, fetch: inProcess, close } = await startSimulator();
  const worlds = `${baseUrl}/_sim/worlds`;
  const bodies = await Promise.all(
    [fetch(worlds), inProcess?.(new Request(worlds))].map(async (one) => (await one)?.json()),
  );
  expect(bodies[0]).toEqual({ worlds: [] });
  expect(bodies[1]).toEqual(bodies[0]);
  await close();
  await expect(fetch(worlds)).rejects.toThrow(TypeError);
});

test("startSimulator without the package @journey-kit/simulator says how to install it", () => {
  const hook = `import { registerHooks } from "node:module";
    registerHooks({ resolve: (name, context, next) => next(name.replace("@journey-kit/simulator", "@journey-kit/absent"), context) });`;
  const file = pathToFileURL(`${import.meta.dirname}/start-simulator.ts`);
  const program = `const { startSimulator } = await import("${file}"); await startSimulator();`;
  const args = ["--import", `data:text/javascript,${encodeURIComponent(hook)}`, "--input-type=module", "-e", program];
  const { stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toContain("No simulator was given, and @journey-kit/simulator is not installed.");
});
