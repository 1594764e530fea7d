import type { InstanceList, WorldSnapshot } from "@journey-kit/schemas/control";
import { expect } from "vitest";
import { sentSubject } from "../service.ts";

/** What callers know about one instance that they started, or tried to start. */
export interface Attempt {
  /** The `uid` of its subject, which no other start has. */
  readonly uid: string;
  readonly journey: Journey;
  /** Undefined if the response to the start was lost. */
  instanceId: string | undefined;
  /** The steps whose response arrived. */
  readonly acknowledged: string[];
  /** The step whose response was lost, which may have been applied. It is the last one. */
  lost: string | undefined;
}

/** Calls of one world, with its token. */
export interface Client {
  readonly world: string;
  post(url: string, path: string, body: object): Promise<Reply>;
}

/** A response, or undefined if the connection broke. */
type Reply = { readonly status: number; readonly headers: Headers; readonly body: Readonly<Record<string, unknown>> };

/** Requests a token. */
export async function openClient(url: string, world: string): Promise<Client> {
  const grant = { grant_type: "client_credentials", client_id: world, client_secret: "any", scope: "service.token" };
  const issued = await fetch(`${url}/as/token.oauth2`, { method: "POST", body: new URLSearchParams(grant) });
  expect(issued.status).toBe(200);
  const { access_token }: { readonly access_token: string } = JSON.parse(await issued.text());
  const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
  return {
    world,
    post: async (base, path, body) => {
      const response = await fetch(base + path, { method: "POST", headers, body: JSON.stringify(body) });
      return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
    },
  };
}

type Journey = "v1" | "v2";

/** The requests of a journey, in the order in which they are sent. */
const journeys = {
  v2: {
    start: (uid: string) => [
      "/v2/captain/journey/start",
      { resourceId: "document-and-selfie@latest", context: { config: { delivery: "api" }, subject: { uid } } },
    ],
    steps: ["FullName", "DateOfBirth", "PrimaryDocument", "Selfie"],
    step: (instanceId: string, name: string) => [
      "/v2/captain/journey/interaction/submit",
      {
        instanceId,
        interactionId: `document-and-selfie:interaction:${interactions[name]}@latest`,
        participants: [{ domainElementId: name }],
        context: { subject: sentSubject(name) },
      },
    ],
  },
  v1: {
    start: (uid: string) => [
      "/captain/api/journey/start",
      {
        resourceId: "identity-check-v1@latest",
        context: { config: { async: true }, subject: { uid, documents: [], biometrics: [] } },
      },
    ],
    steps: ["1", "2"],
    step: (instanceId: string, name: string) => [
      "/captain/api/journey/task/update",
      {
        intent: "Complete",
        instanceId,
        taskId: `${instanceId}.${name}`,
        context: { subject: name === "1" ? sentSubject("FullName", "DateOfBirth") : sentSubject("CurrentAddress") },
      },
    ],
  },
} as const satisfies Record<
  Journey,
  {
    readonly start: (uid: string) => readonly [string, object];
    readonly steps: readonly string[];
    readonly step: (instanceId: string, name: string) => readonly [string, object];
  }
>;

const interactions: Readonly<Record<string, string>> = {
  FullName: "person",
  DateOfBirth: "person",
  PrimaryDocument: "document",
  Selfie: "selfie",
};

/** The path and body that start a journey. */
export const prepareStart = (journey: Journey, uid: string): readonly [string, object] => journeys[journey].start(uid);

/** The path and body of a step of a journey. */
export const prepareStep = (journey: Journey, instanceId: string, name: string): readonly [string, object] =>
  journeys[journey].step(instanceId, name);

/** Runs journeys one after another until `isOver`. After a lost response, it goes on with a new journey. */
export async function runJourneys(
  client: Client,
  name: string,
  { url, isOver }: { readonly url: () => string; readonly isOver: () => boolean },
): Promise<readonly Attempt[]> {
  const attempts: Attempt[] = [];
  while (!isOver()) {
    const journey = attempts.length % 3 === 2 ? "v1" : "v2";
    const attempt: Attempt = {
      uid: `${client.world}-${name}-${attempts.length}`,
      journey,
      instanceId: undefined,
      acknowledged: [],
      lost: undefined,
    };
    attempts.push(attempt);
    await runJourney(client, attempt, url);
  }
  return attempts;
}

/** Sends the requests of a journey until a response is lost. */
async function runJourney(client: Client, attempt: Attempt, url: () => string): Promise<void> {
  const { journey, uid } = attempt;
  const send = async ([path, body]: readonly [string, object], status: number) => {
    const reply = await client.post(url(), path, body).catch(() => undefined);
    if (reply === undefined || reply.status === 503) return undefined;
    expect(reply, JSON.stringify(reply.body)).toMatchObject({ status });
    return reply.body;
  };
  const started = await send(prepareStart(journey, uid), 201);
  if (started === undefined) return;
  attempt.instanceId = String(started.instanceId);
  for (const name of journeys[journey].steps) {
    if ((await send(prepareStep(journey, attempt.instanceId, name), 200)) === undefined) {
      attempt.lost = name;
      return;
    }
    attempt.acknowledged.push(name);
  }
}

/** Checks that every acknowledged command of a world is stored once, and nothing that was not sent. */
export async function checkWorld(url: string, { world }: Client, attempts: readonly Attempt[]): Promise<void> {
  const read = async (path: string) => JSON.parse(await (await fetch(`${url}/_sim/worlds/${world}${path}`)).text());
  const { instances, ordinal }: WorldSnapshot = await read("/snapshot");
  const { instances: summaries }: InstanceList = await read("/instances");
  const phases = new Map(summaries.map(({ instanceId, phase }) => [instanceId, phase]));
  expect(instances.map(({ start }) => start.ordinal)).toEqual(instances.map((_, i) => i + 1));
  expect(ordinal).toBe(instances.length);
  const uids = new Set(attempts.map(({ uid }) => uid));
  expect(instances.filter(({ start }) => !uids.has(start.uid ?? ""))).toEqual([]);
  for (const { uid, journey, instanceId, acknowledged, lost } of attempts) {
    const stored = instances.filter(({ start }) => start.uid === uid);
    if (instanceId === undefined) expect(stored.length).toBeLessThanOrEqual(1);
    else expect(stored.map(({ start }) => start.instanceId)).toEqual([instanceId]);
    for (const { start, commands } of stored) {
      const applied = commands.map((command) =>
        command.type === "submit"
          ? command.participants.join()
          : "taskId" in command
            ? command.taskId.split(".")[1]
            : "",
      );
      expect([acknowledged, [...acknowledged, lost]]).toContainEqual(applied);
      const isFinished = applied.length === journeys[journey].steps.length;
      expect(phases.get(start.instanceId)).toBe(isFinished ? "finished" : "collecting");
    }
  }
}
