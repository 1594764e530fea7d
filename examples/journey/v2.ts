import { type JourneyClient, runJourney } from "@journey-kit/client";
import { collect } from "./person.ts";
import { printResult } from "./result.ts";

/** Runs the v2 journey `document-and-selfie`, which has three interactions. Spec 3.2. */
export async function runV2(client: JourneyClient): Promise<void> {
  const result = await runJourney(client, {
    resourceId: "document-and-selfie@latest",
    collect,
    intervalMs: 250, // the simulator is fast; poll a real service every 10 seconds (spec 4.4)
    onStart: ({ instanceId }) => console.log(`v2 started ${instanceId}`),
    onProgress: ({ phase }) => console.log(`v2 is ${phase}`),
  });
  printResult("v2", result);
}
