import type { JourneyClient } from "@journey-kit/client";
import { runJourney } from "@journey-kit/client/v1";
import { collect } from "./person.ts";
import { tell } from "./result.ts";

/** Runs `identity-check-v1`: started asynchronously, then task by task. Spec 3.3, 4.3. */
export async function runV1(client: JourneyClient): Promise<void> {
  const result = await runJourney(client, {
    resourceId: "identity-check-v1@latest",
    collect,
    intervalMs: 250, // the simulator takes moments; a service is polled every 10 seconds (spec 4.4)
    onStart: ({ instanceId }) => console.log(`v1 started ${instanceId}`),
    onProgress: ({ phase }) => console.log(`v1 is ${phase}`),
  });
  tell("v1", result);
}
