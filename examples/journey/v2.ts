import { type JourneyClient, runJourney } from "@journey-kit/client";
import { collect } from "./person.ts";
import { tell } from "./result.ts";

/** Runs `document-and-selfie`: three interactions, each with the modules that follow it. Spec 3.2. */
export async function runV2(client: JourneyClient): Promise<void> {
  const result = await runJourney(client, {
    resourceId: "document-and-selfie@latest",
    collect,
    intervalMs: 250, // the simulator takes moments; a service is polled every 10 seconds (spec 4.4)
    onStart: ({ instanceId }) => console.log(`v2 started ${instanceId}`),
    onProgress: ({ phase }) => console.log(`v2 is ${phase}`),
  });
  tell("v2", result);
}
