import type { JourneyClient } from "@journey-kit/client";
import { runJourney } from "@journey-kit/client/v1";
import { collect } from "./person.ts";
import { printResult } from "./result.ts";

/** Runs the v1 journey `identity-check-v1`, which has one task after another. Spec 3.3, 4.3. */
export async function runV1(client: JourneyClient): Promise<void> {
  const result = await runJourney(client, {
    resourceId: "identity-check-v1@latest",
    collect,
    intervalMs: 250, // the simulator is fast; poll a real service every 10 seconds (spec 4.4)
    onStart: ({ instanceId }) => console.log(`v1 started ${instanceId}`),
    onProgress: ({ phase }) => console.log(`v1 is ${phase}`),
  });
  printResult("v1", result);
}
