import type { FaultPlan, Scenario } from "@journey-kit/schemas/control";
import type { Profile, Region } from "@journey-kit/schemas/tables";
import { createSimulator, type LocalWorld } from "@journey-kit/simulator";
import type { ServiceSettings } from "../../src/service/client-adapter.ts";
import { createSleep, watchTraffic } from "../../src/service/virtual-time.ts";
import type { TrafficExchange } from "../../src/traffic/traffic.ts";

/** Changes a response before the client receives it. Returns undefined to leave it unchanged. */
export type Alter = (exchange: TrafficExchange, earlier: readonly TrafficExchange[]) => TrafficExchange | undefined;

/** What somebody other than a client does with an instance. */
export type Action = { readonly instanceId: string } & (
  | { readonly type: "completePages" | "pause" | "resume" }
  | { readonly type: "review"; readonly outcome: "accept" | "reject" }
);

/** An action that was taken. */
export interface TakenAction {
  /** The sequence number of the exchange before it. */
  readonly after: number;
  /** In milliseconds since the Unix epoch. */
  readonly at: number;
  readonly action: Action;
}

/** Options for an upstream. */
export interface UpstreamOptions {
  readonly profile: Profile;
  readonly scenario: Scenario;
  readonly faults?: FaultPlan | undefined;
  readonly region?: Region | undefined;
  /** Milliseconds that a request or a response takes on its way. */
  readonly latency: () => number;
  readonly alter?: Alter | undefined;
}

/** The time at which the first request is sent, in milliseconds since the Unix epoch. */
const firstMoment = Date.UTC(2026, 0, 5, 9, 30);

/** A simulator on a clock of its own that records each exchange, one at a time. */
export async function openUpstream({ profile, scenario, faults, region, latency, alter }: UpstreamOptions) {
  let now = firstMoment;
  const clientId = "ordinary-client";
  const simulator = createSimulator({
    profile: { readings: profile },
    scenario,
    now: () => now,
    sleep: async (duration) => {
      now += duration;
    },
  });
  const world = simulator.world(clientId);
  if (faults !== undefined) await world.faults.set(faults);
  const exchanges: TrafficExchange[] = [];
  const actions: TakenAction[] = [];
  const delays = new Map<number, number>();
  const exchange = async (request: Request): Promise<Response> => {
    request.signal.throwIfAborted();
    const { method, url } = request;
    const requestBody = request.body === null ? undefined : await request.clone().text();
    const requestHeaders = { ...Object.fromEntries(request.headers), host: new URL(url).host };
    const startedAt = now;
    const delay = latency();
    delays.set(exchanges.length + 1, delay);
    now += delay;
    const { status, headers, body } = await receive(simulator.fetch(request));
    now += latency();
    const seen: TrafficExchange = {
      ...{ sequence: exchanges.length + 1, startedAt, endedAt: now, method, url, requestHeaders, requestBody },
      ...{ status, responseHeaders: headers, responseBody: body },
    };
    const sent = alter?.(seen, exchanges) ?? seen;
    exchanges.push(sent);
    if (sent.status === 0) throw new TypeError("The connection was closed without a response.");
    return new Response(sent.responseBody || null, { status: sent.status, headers: sent.responseHeaders });
  };
  const traffic = watchTraffic(inTurn(exchange));
  const address = "https://service.example";
  const moveTo = (instant: number) => {
    now = Math.max(now, Math.ceil(instant));
  };
  const sleep = createSleep({
    now: () => now,
    moveTo: async (instant) => moveTo(instant),
    quiet: () => traffic.quiet(1_000),
  });
  const settings = {
    baseUrl: region === undefined ? address : `${address}/${region}`,
    ...{ authUrl: address, clientId, clientSecret: "ordinary-secret" },
    ...{ fetch: traffic.fetch, sleep, now: () => now, pollIntervalMs: 10_000, profile },
  } satisfies ServiceSettings;
  const act = async (action: Action): Promise<void> => {
    actions.push({ after: exchanges.length, at: now, action });
    await take(world.instance(action.instanceId), action).catch(() => undefined); // refused in most states
  };
  return { settings, world, exchanges, actions, delays, act, moveTo };
}

async function take(instance: ReturnType<LocalWorld["instance"]>, action: Action): Promise<unknown> {
  switch (action.type) {
    case "review":
      return instance.review({ outcome: action.outcome });
    case "completePages":
      return instance.completePages();
    case "pause":
      return instance.pause();
    case "resume":
      return instance.resume();
  }
}

/** An open upstream. */
export type Upstream = Awaited<ReturnType<typeof openUpstream>>;

/** Reads a response, without the headers that only a simulator sends. A lost response has status 0. */
async function receive(answer: Promise<Response>) {
  try {
    const response = await answer;
    const body = await response.text();
    const headers = [...response.headers].filter(([name]) => !name.startsWith("x-sim-"));
    return { status: response.status, headers: Object.fromEntries(headers), body: body === "" ? undefined : body };
  } catch {
    return { status: 0, headers: {}, body: undefined };
  }
}

/** Makes requests wait for each other, so that the same seed always gives the same order. */
function inTurn(send: (request: Request) => Promise<Response>): typeof send {
  let last: Promise<unknown> = Promise.resolve();
  return (request) => {
    const answer = last.then(() => send(request));
    last = answer.catch(() => undefined);
    return answer;
  };
}
