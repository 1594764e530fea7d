import type { JourneyClient } from "@journey-kit/client";
import { person } from "./person.ts";
import { isOver, poll } from "./poll.ts";

/** Runs `document-and-selfie`: three interactions and four submits, because the first is filled in two parts. Spec 3.2. */
export async function runV2({ v2 }: JourneyClient): Promise<void> {
  const { instanceId } = await v2.startJourney({
    resourceId: "document-and-selfie@latest",
    context: { config: { delivery: "api" }, subject: {} },
  });
  console.log(`v2 started ${instanceId}`);

  for (;;) {
    const interaction = await poll(
      () => v2.fetchInteraction({ instanceId }),
      ({ outstanding, journey }) =>
        isOver(journey.status) || (journey.status === "InProgress" && outstanding.length > 0),
    );
    const { interactionId, outstanding } = interaction;
    const [element] = outstanding;
    if (element === undefined || typeof interactionId !== "string") break;
    const { status } = await v2.submitInteraction({
      instanceId,
      interactionId,
      participants: [{ domainElementId: element }],
      context: { subject: person[element] ?? {} },
    });
    console.log(`v2 ${interactionId}: ${outstanding.join(", ")} outstanding; submitted ${element}: ${status}`);
  }

  const { status, context } = await v2.fetchState({ instanceId });
  for (const { name, advice } of context.process.steps)
    console.log(`v2 ${name ?? "decision"}: ${advice?.outcome ?? "-"}`);
  console.log(`v2 ${status}:`, context.process.result);
  if (status !== "Completed") process.exitCode = 1;
}
