import { createSimulator } from "@journey-kit/simulator";
import type { Body, JourneyApi, Subject } from "./api.ts";

const image = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** A person with data for every element of the built-in journeys. */
const person: Subject = {
  identity: {
    firstName: "Ada",
    lastNames: ["Lovelace"],
    dateOfBirth: "1985-12-10",
    currentAddress: { premise: "12", postalCode: "SW1Y 4JH", country: "GBR" },
    idNumbers: [{ type: "ssn", idNumber: "900-12-3456", country: "USA" }],
  },
  documents: [{ type: "Primary", side1Image: image, side2Image: "" }],
  biometrics: [{ selfieImage: image }],
};

/** The production resource id and the API version of each built-in journey. */
export const journeys = createSimulator()
  .published()
  .filter(({ environment }) => environment === "production")
  .map(({ resourceId, definition: { apiVersion } }) => ({ resourceId: `${resourceId}@latest`, apiVersion }));

const at = (body: Body, path: string): unknown =>
  path.split(".").reduce<unknown>((value, key) => (value as Body | undefined)?.[key], body);

/** Waits between two polls. */
type Wait = () => Promise<unknown>;

/** Runs a v2 journey: submits all elements of each interaction until the instance ends. Polls while modules run. */
export async function runV2(api: JourneyApi, resourceId: string, wait: Wait): Promise<Body> {
  const context = { config: { delivery: "api" }, subject: {} } as const;
  const instanceId = String((await api.startV2({ resourceId, context })).instanceId);
  for (let steps = 0; steps < 50; steps += 1) {
    const state = await api.fetchStateV2({ instanceId });
    if (state.status !== "InProgress") return state;
    const interaction = await api.fetchInteraction({ instanceId });
    const collected = (at(interaction, "interaction.collects") ?? interaction.collects ?? []) as (
      | string
      | { ref: string }
    )[];
    if (collected.length === 0) {
      await wait(); // modules are running
      continue;
    }
    const participants = collected.map((one) => ({ domainElementId: typeof one === "string" ? one : one.ref }));
    const interactionId = String(interaction.interactionId);
    await api.submit({ instanceId, interactionId, participants, context: { subject: person } });
  }
  throw new Error(`${resourceId} did not end within 50 steps.`);
}

/** Runs a v1 journey: completes each task until the instance ends. Polls while modules run. */
export async function runV1(api: JourneyApi, resourceId: string, wait: Wait): Promise<Body> {
  const context = { config: { async: true }, subject: { documents: [], biometrics: [] } };
  const instanceId = String((await api.startV1({ resourceId, context })).instanceId);
  for (let steps = 0; steps < 50; steps += 1) {
    const state = await api.fetchStateV1({ instanceId, filterKeys: ["/.*/"] });
    if (state.status !== "InProgress") return state;
    const { tasks } = (await api.listTaskSchemas({ instanceId })) as { tasks: readonly { taskId: string }[] };
    for (const { taskId } of tasks) {
      await api.updateTask({ intent: "Complete", instanceId, taskId, context: { subject: person } });
    }
    if (tasks.length === 0) await wait(); // modules are running
  }
  throw new Error(`${resourceId} did not end within 50 steps.`);
}
