import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { expect, onTestFinished, test } from "vitest";

type Dev = ChildProcessByStdio<null, Readable, null>;

/** Runs `npm run dev` without npm, on free ports. */
async function startDev(env: Readonly<Record<string, string>> = {}): Promise<{ dev: Dev; address: string }> {
  const script = join(dirname(import.meta.dirname), "scripts", "dev.ts");
  const args = ["--conditions=@journey-kit/source", script, "--port", "0", "--simulator-port", "0"];
  const dev = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void dev.kill("SIGKILL"));
  for await (const line of createInterface(dev.stdout)) {
    const address = /http:\S+/.exec(line)?.[0];
    if (address !== undefined) return { dev, address };
  }
  throw new Error("The development server ended without an address.");
}

const advance = (address: string, origin: string): Promise<Response> =>
  fetch(`${address}_sim/worlds/acme/clock/advance`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ ms: 1_000 }),
  });

test("serves the page with hot reload and forwards requests to a simulator", async () => {
  const { dev, address } = await startDev();
  expect(await (await fetch(address)).text()).toContain("/@vite/client");
  expect(await (await fetch(`${address}src/main.tsx`)).text()).toContain("createRoot");
  expect(await (await fetch(`${address}_sim/health`)).json()).toEqual({ status: "alive" });
  expect((await fetch(`${address}captain/api/journey/start`, { method: "POST" })).status).toBe(401);

  expect((await advance(address, new URL(address).origin)).status).toBe(200);
  expect((await advance(address, "http://evil.example")).status).toBe(403);

  dev.kill("SIGINT");
  expect(await once(dev, "exit")).toEqual([0, null]);
  await expect(fetch(address)).rejects.toThrow("fetch failed");
});

test("forwards requests to the simulator at the address in JOURNEY_SIMULATOR", async () => {
  const simulator = createSimulator();
  const served = await serveSimulator(simulator, { port: 0 });
  onTestFinished(() => served.close());
  const { address } = await startDev({ JOURNEY_SIMULATOR: served.url });
  await simulator.world("acme").clock.set({ mode: "frozen" });
  const clock = await fetch(`${address}_sim/worlds/acme/clock`);
  expect(await clock.json()).toMatchObject({ mode: "frozen" });
});
