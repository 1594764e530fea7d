import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { caseClients } from "../../examples/runtimes/src/case-clients.ts";
import { findPort } from "../find-port.ts";
import {
  everyCase,
  type Results,
  run,
  runCases,
  type Stage,
  servesItself,
  start,
  tryAll,
  whileServed,
} from "./features.ts";

type WorkerdStage = Omit<Stage, "runtime">;

const controlToken = "sesame";
const clients = [{ clientId: "me", clientSecret: "any" }, ...Object.values(caseClients)];

/** Runs the programs that need only `fetch`, and the worker in `sandbox-worker`, on workerd. */
export const tryInWorkerd = (stage: WorkerdStage): Promise<Results> =>
  tryAll([
    ["client over HTTP", () => expectOutcome(stage, "client", "accept")],
    ["control client over HTTP", () => expectOutcome(stage, "control", "reject")],
    ["simulator in process", () => expectOutcome(stage, "in-process", "accept")],
    [
      servesItself,
      () =>
        serveSandbox(stage, async (simulator) => {
          const { status } = await fetch(`${simulator}/_sim/worlds`);
          assert.equal(status, 403, "the control API needs the control token");
          await expectOutcome({ ...stage, simulator }, "client", "accept");
        }),
    ],
    [everyCase, () => serveSandbox(stage, (simulator) => runCases({ ...stage, simulator }, controlToken))],
    [
      "SQLite store",
      async () => {
        let stored: readonly unknown[] = [];
        await serveSandbox(stage, async (simulator) => {
          await expectOutcome({ ...stage, simulator }, "client", "accept");
          stored = await readInstances(simulator);
          assert.ok(stored.length > 0);
        });
        await serveSandbox(stage, async (simulator) => assert.deepEqual(await readInstances(simulator), stored));
      },
    ],
  ]);

/** Runs a program as the test of a worker. Only what the program prints is on the standard output. */
async function expectOutcome(stage: WorkerdStage, program: string, outcome: string): Promise<void> {
  await build({
    stdin: { contents: `export default { test: () => import("./src/${program}.ts") };`, resolveDir: stage.project },
    outfile: join(stage.project, "bundles", "program.js"),
    external: ["node:process"],
    bundle: true,
    format: "esm",
  });
  assert.equal(await run(stage, ["test", "workerd.capnp"]), outcome);
}

/** Runs `work` with the address of the sandbox, which stores its worlds in a folder of the project. */
async function serveSandbox(stage: WorkerdStage, work: (simulator: string) => Promise<void>): Promise<void> {
  const folder = join(stage.project, "sandbox-worker");
  const deployed: object = JSON.parse(readFileSync(join(folder, "wrangler.jsonc"), "utf8"));
  const vars = { CONTROL_TOKEN: controlToken, CLIENTS: JSON.stringify(clients) };
  writeFileSync(join(folder, "wrangler.json"), JSON.stringify({ ...deployed, vars }));
  const port = await findPort();
  const server = start(stage, ["serve", "sandbox-worker/wrangler.json", "--socket-addr", `http=127.0.0.1:${port}`]);
  await whileServed(server, port, work);
}

async function readInstances(simulator: string): Promise<readonly unknown[]> {
  const headers = { authorization: `Bearer ${controlToken}` };
  const list = await (await fetch(`${simulator}/_sim/worlds/me/instances`, { headers })).text();
  const { instances }: { readonly instances: readonly unknown[] } = JSON.parse(list);
  return instances;
}
