import { createSimulatorControl } from "@journey-kit/client/control";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import type { Target } from "../../api/target.ts";
import { classificationTones } from "../../text/tones.ts";
import { example } from "./example.ts";
import { runExample } from "./run-example.ts";

const baseUrl = "http://simulator.localhost";

test("the example on Home shows what its journey finds, and runs only once", async () => {
  const { fetch } = createSimulator({ latency: 0 });
  const control = createSimulatorControl({ baseUrl, fetch });
  const target: Target = { kind: "tab", isReadOnly: false, baseUrl, fetch, control };
  const address = await runExample(target);
  expect(await runExample(target)).toBe(address);
  const { instances } = await control.world(example.world).instances();
  const id = instances[0]?.instanceId ?? "";
  expect(address).toContain(id);
  const { outcome, modules } = await control.world(example.world).instance(id).explain();
  expect(outcome).toBe("refer");
  const shown = modules.map(({ module, classification, ...run }) => ({
    module,
    outcome: run.outcome,
    tone: classificationTones[classification],
  }));
  expect(shown).toEqual(example.segments.flatMap((segment) => segment.modules));
});
