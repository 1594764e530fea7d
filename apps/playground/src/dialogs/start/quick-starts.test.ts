import { createSimulatorControl } from "@journey-kit/client/control";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import type { Target } from "../../api/target.ts";
import { quickStarts } from "./quick-starts.ts";
import { createForm } from "./start-form.ts";
import { runQuickStart } from "./start-run.ts";

const baseUrl = "http://simulator.localhost";

function openTarget(): Target {
  const { fetch } = createSimulator({ clock: { mode: "frozen" } });
  return { kind: "tab", isReadOnly: false, baseUrl, fetch, control: createSimulatorControl({ baseUrl, fetch }) };
}

const outcomes = { accept: "accept", refer: "refer", reject: "reject", slow: "accept" } as const;

test.each(Object.entries(outcomes))(
  "the quick start %s sends all data of each built-in journey, so it ends with %s",
  async (id, outcome) => {
    const target = openTarget();
    const quick = quickStarts.find((one) => one.id === id);
    if (quick === undefined) throw new Error(`There is no quick start ${id}.`);
    const { journeys } = await target.control.journeys();
    for (const { id: journey } of journeys) {
      const world = target.control.world(journey);
      const last = { ...createForm("other"), journey };
      expect(await runQuickStart(target, journey, last, quick)).not.toMatch(/walk$/);
      await world.clock.advance({ ms: 3_600_000 });
      expect((await world.instances()).instances).toMatchObject([{ journey, phase: "finished" }]);
      expect([journey, (await world.instances()).instances[0]?.outcome]).toEqual([journey, outcome]);
    }
  },
);

test("the quick start by hand sends no data and leads to the forms", async () => {
  const target = openTarget();
  const quick = quickStarts.find(({ id }) => id === "by-hand");
  if (quick === undefined) throw new Error("There is no quick start by hand.");
  expect(await runQuickStart(target, "acme", undefined, quick)).toMatch(/^\/w\/acme\/instances\/.+\/walk$/);
});
