import { createJourneyClient, type JourneyClient } from "@journey-kit/client";
import { sampleNames, toSubject } from "../../src/target/sample.ts";
import { openWorld, type SimulatorAddress, type WorldOptions } from "../../src/target/world.ts";

/** The parts of a subject that hold some elements. */
const subjectOf = (...elements: readonly string[]) =>
  toSubject(elements.map((element) => ({ element, kind: "valid" as const })));

/** Opens a world and gives a client of it; its time passes when it is told to. */
export async function openRun(simulator: SimulatorAddress, clientId: string, options: WorldOptions = {}) {
  const { settings, control } = await openWorld(simulator, { clientId, ...options });
  const { baseUrl, authUrl } = settings;
  const client = createJourneyClient({ baseUrl, authUrl, auth: settings });
  return { client, control, pass: (ms: number) => control.clock.advance({ ms }) };
}

/** A world with a client of ours in it. */
export type Run = Awaited<ReturnType<typeof openRun>>;

/** Submits elements to the current interaction; a refusal is taken as it comes. */
async function submit({ v2 }: JourneyClient, instanceId: string, ...elements: readonly string[]): Promise<void> {
  const { interactionId = "" } = await v2.fetchInteraction({ instanceId });
  const participants = elements.map((domainElementId) => ({ domainElementId }));
  const context = { subject: subjectOf(...elements) };
  await v2.submitInteraction({ instanceId, interactionId, participants, context }).catch(() => undefined);
}

/** Runs a v2 journey from start to end, with a submit in parts, one that comes twice, and looks between. */
export async function runV2({ client, pass }: Run): Promise<void> {
  const config = { delivery: "api" as const };
  const context = { config, subject: {} };
  const { instanceId } = await client.v2.startJourney({ resourceId: "document-and-selfie@latest", context });
  await submit(client, instanceId, "FullName");
  await submit(client, instanceId, "FullName", "DateOfBirth");
  await submit(client, instanceId, "DateOfBirth");
  for (const elements of [["PrimaryDocument"], ["Selfie"]]) {
    await client.v2.fetchState({ instanceId });
    await pass(10_000);
    await submit(client, instanceId, ...elements);
  }
  await pass(1_500);
  await client.v2.fetchState({ instanceId });
  await pass(10_000);
  await client.v2.fetchState({ instanceId });
}

/** Runs a short v2 journey whose data is all there at the start. */
export async function runShort({ client, pass }: Run, lastName: string): Promise<string> {
  const { identity } = subjectOf(...sampleNames);
  const subject = { identity: { ...Object(identity), lastNames: [lastName] } };
  const context = { config: { delivery: "api" as const }, subject };
  const { instanceId } = await client.v2.startJourney({ resourceId: "identity-check@latest", context });
  await client.v2.fetchState({ instanceId });
  await pass(20_000);
  await client.v2.fetchState({ instanceId });
  return instanceId;
}

/** Runs a v2 journey that asks for another selfie. */
export async function runSelfieAgain({ client, pass }: Run, lastName = "Lovelace"): Promise<void> {
  const { identity, ...more } = subjectOf(...sampleNames);
  const subject = { ...more, identity: { ...Object(identity), lastNames: [lastName] } };
  const context = { config: { delivery: "api" as const }, subject };
  const { instanceId } = await client.v2.startJourney({ resourceId: "document-and-selfie@latest", context });
  await pass(20_000);
  await submit(client, instanceId, "Selfie");
  await pass(10_000);
  await client.v2.fetchState({ instanceId });
}

/** Runs a v1 journey whose start waits for its end. */
export async function runSynchronous({ client, pass }: Run): Promise<void> {
  const context = { subject: subjectOf(...sampleNames) };
  const { instanceId } = await client.v1.startJourney({ resourceId: "identity-check-v1@latest", context });
  await client.v1.fetchState({ instanceId });
  await pass(1_000);
  await client.v1.listTasks({ instanceId });
}

/** Runs a v1 journey task by task. */
export async function runV1({ client, pass }: Run): Promise<void> {
  const context = { config: { async: true }, subject: { documents: [], biometrics: [] } };
  const { instanceId } = await client.v1.startJourney({ resourceId: "document-and-selfie-v1@latest", context });
  for (let step = 0; step < 5; step += 1) {
    const { tasks } = await client.v1.listTasks({ instanceId });
    const [task] = tasks;
    if (task === undefined) break;
    await client.v1.fetchTaskSchema({ taskId: task.taskId });
    const subject = subjectOf(...sampleNames);
    await client.v1.updateTask({ intent: "Complete", instanceId, taskId: task.taskId, context: { subject } });
    await pass(10_000);
  }
  await client.v1.fetchState({ instanceId });
}
