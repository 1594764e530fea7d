// Sends starts, submits, polls, refused calls, faults and streams to a server, and counts the responses by status.
import { answerParent } from "./answer.ts";

const worlds = 10;
const workers = 8;

const json = { "content-type": "application/json" };

/** The fault plan for every third world. */
const plan = {
  rules: [
    { when: { endpoint: "v2.fetchState", every: 5 }, then: { type: "status", status: 503, body: "x".repeat(10_000) } },
    { when: { endpoint: "v2.fetchState", every: 7 }, then: { type: "resetConnection" } },
    { when: { endpoint: "v2.submitInteraction", every: 9 }, then: { type: "dropResponse" } },
    { when: { probability: 0.05 }, then: { type: "truncate", characters: 10 } },
  ],
};

/** A client of one world. Lost and broken responses count as status 0. */
function createClient(url: string, world: string, count: (status: number) => void) {
  let headers: Readonly<Record<string, string>> = json;
  const send = async (method: string, path: string, body?: string, type = headers): Promise<unknown> => {
    try {
      const response = await fetch(`${url}${path}`, { method, headers: type, ...(body !== undefined && { body }) });
      const text = await response.text();
      count(response.status);
      return response.headers.get("content-type") === "application/json" ? JSON.parse(text) : text;
    } catch {
      count(0);
      return undefined;
    }
  };
  return {
    send,
    post: (path: string, body: object) => send("POST", `/v2/captain/${path}`, JSON.stringify(body)),
    control: (method: string, path: string, body?: object) =>
      send(method, `/_sim/worlds/${world}${path}`, body && JSON.stringify(body), json),
    enter: async () => {
      const form = { "content-type": "application/x-www-form-urlencoded" };
      const credentials = `grant_type=client_credentials&client_id=${world}&client_secret=any&scope=service.token`;
      const issued = Object(await send("POST", "/as/token.oauth2", credentials, form));
      headers = { ...json, authorization: `Bearer ${issued.access_token}` };
    },
  };
}

const start = (subject: object) => ({
  resourceId: "age-check@latest",
  context: { config: { delivery: "api" }, subject },
});

const identity = (n: number) => ({
  firstName: `Ada ${n}`,
  lastNames: ["Lovelace"],
  middleNames: ["x".repeat(n % 1_000)],
  dateOfBirth: "1990-12-10",
});

/** Opens a stream. Every second stream is never read. */
async function openStream(url: string, n: number, signal: AbortSignal): Promise<void> {
  const path = n % 4 < 2 ? "/_sim/events" : `/_sim/worlds/soak-${n % worlds}/requests/stream?after=0`;
  const response = await fetch(`${url}${path}`, { signal });
  if (n % 2 === 0) for await (const _ of response.body ?? []);
  else await new Promise((resolve) => signal.addEventListener("abort", resolve));
}

async function work(
  url: string,
  worker: number,
  isDone: () => boolean,
  count: (status: number) => void,
): Promise<void> {
  for (let n = worker; !isDone(); n += workers) {
    const world = `soak-${n % worlds}`;
    const client = createClient(url, world, count);
    const { post, control, send } = client;
    await client.enter();
    if (n % 31 === 0) await control("PUT", "/faults", plan);
    const prefilled = Object(
      await post("journey/start", start({ identity: identity(n), sessions: [{ id: "x".repeat(5_000) }] })),
    );
    const { instanceId } = Object(await post("journey/start", start({})));
    const { interactionId } = Object(await post("journey/interaction/fetch", { instanceId }));
    const subject = { identity: identity(n) };
    const submission = {
      instanceId,
      interactionId,
      participants: [{ domainElementId: "DateOfBirth" }],
      context: { subject },
    };
    await post("journey/interaction/submit", submission);
    await post("journey/interaction/submit", submission); // refused
    for (let poll = 0; poll < 4; poll += 1) await post("journey/state/fetch", { instanceId });
    await post("journey/state/fetch", { instanceId: prefilled.instanceId });
    await post("journey/state/fetch", { instanceId: `nobody-${n}`.padEnd(24, "0") });
    await post("journey/start", start({ identity: { firstName: "x".repeat(20_000) } }));
    await post(`unknown/${n}`, { unread: `${n}` });
    await send("POST", "/v2/captain/journey/start", "[".repeat(1_000));
    await control("PUT", `/scenarios/soak-${n % 20}`, { description: `${n}`, rules: [] });
    await control("GET", "/requests?limit=20");
    if (n % 101 === 0) await control("GET", "/coverage");
    if (n % 501 === 0) await control("DELETE", "");
  }
}

answerParent({
  /**
   * Sends load to a server for a time in milliseconds or a number of requests. Returns how often each status occurred.
   */
  load: async ({ url, duration, requests = Number.POSITIVE_INFINITY }) => {
    const statuses = new Map<number, number>();
    let sent = 0;
    const count = (status: number) => {
      sent += 1;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };
    const streams = new AbortController();
    for (let n = 0; n < 12; n += 1) openStream(String(url), n, streams.signal).catch(() => {});
    const end = performance.now() + Number(duration);
    const isDone = () => performance.now() > end || sent >= Number(requests);
    await Promise.all(Array.from({ length: workers }, (_, worker) => work(String(url), worker, isDone, count)));
    streams.abort();
    return Object.fromEntries(statuses);
  },
});
