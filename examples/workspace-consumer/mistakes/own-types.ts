// A program without mistakes. It uses its own interfaces, read-only lists, and members that may have any value.
import { createJourneyClient, type ElementAnswers, runJourney, type SubjectInput } from "@journey-kit/client";

interface Person {
  firstName: string;
  lastNames: readonly string[];
  /** Not in the specification. TypeScript checks only literals for unknown members. */
  loyaltyNumber?: string;
}

interface Subject {
  identity: Person;
  documents?: readonly { readonly type: string; readonly side1Image?: string }[];
}

const subject: Subject = { identity: { firstName: "Ada", lastNames: ["Lovelace"], loyaltyNumber: "7" } };
const elements: readonly string[] = ["FullName"];
const answers: ElementAnswers = {
  FullName: { firstName: "Ada", lastNames: ["Lovelace"] },
  DateOfBirth: undefined,
  Loyalty: { subject: { loyalty: { number: "7" } } },
};

const client = createJourneyClient({ baseUrl: "http://127.0.0.1:4010", auth: () => "token" });
const context = { config: { delivery: "api" as const, branding: { colour: "red" } }, subject };
const { instanceId } = await client.v2.startJourney({ resourceId: "age-check@latest", context });
const interaction = await client.v2.fetchInteraction({ instanceId });
if (!interaction.processing) {
  const participants = elements.map((domainElementId) => ({ domainElementId }));
  await client.v2.submitInteraction({ instanceId, interactionId: interaction.interactionId, participants });
}
const state = await client.v2.fetchState({ instanceId });
const score: unknown = state.context.process.steps?.[0]?.advice?.matchScore;
const custom: unknown = state.data?.anything;
const prefill: SubjectInput = { ...subject, uid: undefined };
console.log(score, custom);
await runJourney(client, { instanceId, subject: prefill, collect: (element) => answers[element] });
