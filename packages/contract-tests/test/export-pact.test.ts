import { readFileSync, rmSync } from "node:fs";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { afterAll, describe, expect, test } from "vitest";
import { exportPact, verifyPacts } from "../src/pact.ts";
import type { WorldOptions } from "../src/target/world.ts";
import { serveLiar } from "./pact/liar.ts";
import { missing } from "./pact/missing.ts";
import { openRun, type Run, runSelfieAgain, runShort, runSynchronous, runV1, runV2 } from "./pact/run.ts";

const root = ".pact/export";
rmSync(root, { recursive: true, force: true });
// What is recorded on one simulator is verified on another, which knows nothing of it.
const served = await serveSimulator(createSimulator({ journalSize: 40 }), { port: 0 });
const other = await serveSimulator(createSimulator(), { port: 0 });
afterAll(() => Promise.all([served.close(), other.close()]));
const simulator = { baseUrl: served.url };

/** Makes a run in a world of its own, and writes its pact. */
async function record(world: string, go: (run: Run) => Promise<unknown>, options: WorldOptions = {}) {
  const run = await openRun(simulator, world, options);
  await go(run);
  const dir = `${root}/${world}`;
  return { dir, run, ...(await exportPact({ simulator, world, dir })) };
}

const verify = (dir: string, baseUrl = other.url) => verifyPacts(dir, { simulator: { baseUrl } });

describe.skipIf(missing)("a run that was recorded", () => {
  const runs: readonly (readonly [string, (run: Run) => Promise<unknown>, WorldOptions, string])[] = [
    ["v2-step-by-step", runV2, {}, "v2.submitInteraction, refused with DUPLICATE_ELEMENT"],
    ["v1-step-by-step", runV1, {}, "v1.updateTask"],
    ["v1-all-at-once", runSynchronous, {}, "v1.startJourney"],
    ["a-rejected-person", (run) => runShort(run, "Testreject"), {}, "v2.fetchState"],
    ["a-broken-module", (run) => runShort(run, "Testfail"), {}, "v2.fetchState"],
    ["other-readings", (run) => runShort(run, "Lovelace"), { profile: "observed" }, "v2.fetchState"],
    [
      "another-selfie-by-scenario",
      async (run) => {
        await run.control.scenarios.arm({ scenario: "liveness-fails-once" });
        await runSelfieAgain(run);
      },
      {},
      "v2.submitInteraction",
    ],
    [
      "another-selfie-by-test-person",
      (run) => runSelfieAgain(run, "Testlivenessfailsonce"),
      {},
      "v2.submitInteraction",
    ],
    [
      "an-outcome-of-ones-own",
      async (run) => {
        const outcome = { name: "Watch List", classification: "negative" as const };
        const rules = [{ when: { module: "Data Verification" }, then: { outcome } }];
        await run.control.scenarios.put({ name: "own", rules });
        await run.control.scenarios.arm({ scenario: "own" });
        await runShort(run, "Lovelace");
      },
      {},
      "v2.fetchState",
    ],
    ["a-clock-that-moves-itself", (run) => runShort(run, "Lovelace"), { clock: "auto" }, "v2.fetchState"],
  ];

  test.each(runs)("passes against another simulator: %s (spec 3)", async (world, go, options, shown) => {
    const { dir, interactions, leftOut } = await record(world, go, options);
    expect(interactions.join()).toContain(shown);
    expect(leftOut).toEqual([]);
    const found = await verify(dir);
    expect(found.problems).toEqual([]);
    expect(found.interactions.filter(({ passed }) => !passed)).toEqual([]);
    expect(found.interactions.map(({ description }) => description)).toEqual(interactions);
  });

  test("fails against a simulator with a wrong outcome (spec 4.2)", async () => {
    const { dir } = await record("to-be-lied-about", (run) => runShort(run, "Testreject"));
    const member = ["context", "process", "result", "outcome"];
    await using liar = await serveLiar(other.url, { endpoint: "/state/fetch", member, says: "Accept" });
    const found = await verify(dir, liar.baseUrl);
    expect(found.interactions.map(({ passed }) => passed)).toEqual([true, true, false]);
  });

  test("continues after a lost response, because the call succeeded (spec 3.2)", async () => {
    const then = { lose: "answer" as const };
    const rule = { when: { endpoint: "v2.startJourney" as const }, then };
    const { dir, interactions, leftOut } = await record("with-a-lost-answer", async ({ client, control }) => {
      await control.faults.set({ rules: [rule] });
      const context = { config: { delivery: "api" as const }, subject: {} };
      await client.v2.startJourney({ resourceId: "age-check@latest", context }).catch(() => undefined);
      const [started] = (await control.instances()).instances;
      await client.v2.fetchInteraction({ instanceId: started?.instanceId ?? "" });
    });
    expect(interactions).toEqual([expect.stringContaining("v2.fetchInteraction")]);
    expect(leftOut).toHaveLength(1);
    expect(await verify(dir)).toMatchObject({ passed: true, problems: [] });
  });

  test("excludes calls with a fault and personal data (spec 7)", async () => {
    const then = { status: 503 };
    const rule = { id: "busy", when: { endpoint: "v2.fetchState" as const, nth: 1 }, then };
    // The client asks again, which is a call like any other.
    const { dir, path, interactions, leftOut } = await record("with-faults", async (run) => {
      await run.control.faults.set({ rules: [rule] });
      await runShort(run, "Hopper");
    });
    expect(interactions).toHaveLength(3);
    expect(leftOut).toEqual([expect.stringContaining("the fault busy struck it")]);
    expect(readFileSync(path, "utf8")).not.toContain("Hopper");
    expect((await verify(dir)).passed).toBe(true);
  });
});

test("a run that a tester changed is not exported", async () => {
  const paused = record("with-a-tester", async (run) => run.control.instance(await runShort(run, "Testnever")).pause());
  await expect(paused).rejects.toThrow(/^A tester had a hand in sim_\S+: pause at /);
});

test("a run that the journal has dropped is not exported", async () => {
  const long = record("too-long", async (run) => {
    for (let i = 0; i < 20; i += 1) await runShort(run, "Lovelace");
  });
  await expect(long).rejects.toThrow(/^The journal of "too-long" has lost its first \d+ calls; reset it/);
});

test("an unused world is not exported", async () => {
  await expect(record("idle", async () => undefined)).rejects.toThrow('called about in the world "idle"');
});
