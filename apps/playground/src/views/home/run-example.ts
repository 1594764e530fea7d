import { openService } from "../../api/service.ts";
import type { Target } from "../../api/target.ts";
import { samplePerson } from "../../dialogs/start/sample-person.ts";
import { startJourney } from "../../dialogs/start/start-request.ts";
import { paths } from "../../paths.ts";
import { example } from "./example.ts";

/**
 * Runs the example journey to its end, on a frozen clock in a world of its own.
 *
 * @returns The address of the instance. A second call returns the address of the first instance.
 */
export async function runExample(target: Target): Promise<string> {
  const world = target.control.world(example.world);
  const [known] = (await world.instances()).instances;
  if (known !== undefined) return paths.instance(example.world, known.instanceId);
  await world.clock.set({ mode: "frozen" });
  const { journeys } = await target.control.journeys();
  const journey = journeys.find(({ id }) => id === example.journey);
  if (journey === undefined) throw new Error(`The simulator has no journey ${example.journey}.`);
  const client = openService(target, example.world).client("eu");
  const instanceId = await startJourney(client, {
    journey,
    version: "latest",
    environment: "production",
    region: "eu",
    delivery: "api",
    isAsync: true,
    scenario: example.scenario,
    subject: samplePerson,
  });
  while ((await world.instance(instanceId).explain()).phase === "running") {
    await world.clock.advance({ to: "next-event" });
    await client.v2.fetchState({ instanceId });
  }
  return paths.instance(example.world, instanceId);
}
