// A program with mistakes. The comment at the end of a line is the expected error code and a text in its message.
import { createJourneyClient, runJourney } from "@journey-kit/client";

const config = { delivery: "api" } as const;
const resourceId = "age-check@latest";
const participants = [{ domainElementId: "FullName" }];
const client = createJourneyClient({ baseUrl: "http://127.0.0.1:4010", auth: () => "token" });
const { v1, v2 } = client;

// Misspelt members.
await v2.startJourney({ resourceId, context: { config, subject: { identity: { frstName: "Ada" } } } }); // TS2561 IdentityInput
await v2.startJourney({ resourceId, context: { config: { ...config, asisted: true }, subject: {} } }); // TS2561 StartJourneyConfig
await v2.startJourney({ resourceId, context: { config: { ...config, async: true }, subject: {} } }); // TS2353 StartJourneyConfig
const { instanceId, instanceUrI } = await v2.startJourney({ resourceId, context: { config, subject: {} } }); // TS2339 StartJourneyResponse
console.log((await v2.fetchState({ instanceId })).sttus, instanceUrI); // TS2551 FetchStateResponse
console.log((await v2.fetchState({ instanceId }).withResponse()).body.sttus); // TS2551 FetchStateResponse

// Wrong literals.
await v2.startJourney({ resourceId, context: { config: { delivery: "app" }, subject: {} } }); // TS2322 "api" | "page"
await v1.updateTask({ intent: "complete", instanceId, taskId: "person", context: {} }); // TS2322 "Complete"

// Missing members.
await v2.startJourney({ resourceId, context: { config } }); // TS2741 StartJourneyContext
await v2.submitInteraction({ instanceId, interactionId: "person" }); // TS2741 SubmitInteractionRequest
await v2.submitInteraction({ instanceId, participants }); // TS2741 SubmitInteractionRequest

// Mistakes in a whole journey.
await runJourney(client, { resourceId, subject: { identty: {} }, collect: () => undefined }); // TS2561 SubjectInput
await runJourney(client, { resourceId, collect: () => ({ frstName: "Ada" }) }); // TS2322 ElementAnswer

// The type that an editor shows for a method.
export const shown: never = v2.startJourney; // TS2322 (body: StartJourneyRequest, options?: CallOptions | undefined) => Call<StartJourneyResponse>
