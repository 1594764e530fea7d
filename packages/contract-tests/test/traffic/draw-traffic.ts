import { type Profile, regions } from "@journey-kit/schemas/tables";
import { builtInJourneys } from "@journey-kit/simulator";
import { subject } from "../../src/arbitraries/subject.ts";
import type { ClientAdapter, JourneyRun } from "../../src/service/client-adapter.ts";
import type { TrafficExchange } from "../../src/traffic/traffic.ts";
import { ourClient } from "../our-client.ts";
import { createReference } from "../reference-client.ts";
import { createDraw, type Draw } from "./draw.ts";
import { drawProfile } from "./draw-profile.ts";
import { drawFaults, drawScenario, scenariosUnder } from "./draw-scenario.ts";
import { createPlainClient } from "./plain-client.ts";
import type { PlainRun } from "./plain-run.ts";
import { type Alter, openUpstream, type TakenAction, type Upstream, type UpstreamOptions } from "./upstream.ts";

/** Options for drawn traffic. */
export interface TrafficOptions {
  /** The readings of the service; by default drawn. */
  readonly profile?: Profile;
  /** Default 10. */
  readonly journeys?: number;
  /** Whether responses are lost, late or replaced by an outage; by default drawn. */
  readonly isFaulty?: boolean;
  /** Whether clients send requests that the service refuses; by default drawn. */
  readonly isMistaken?: boolean;
  /** Changes responses of the service. */
  readonly alter?: Alter;
}

/** Traffic of several clients with one service. */
export interface DrawnTraffic {
  readonly seed: number;
  readonly exchanges: readonly TrafficExchange[];
  /** The readings of the service. */
  readonly profile: Profile;
  /** The resource id of each journey, with the client that ran it, such as `ours selfie@1`. */
  readonly journeys: readonly string[];
  readonly isFaulty: boolean;
  /** What else happened to the instances, in order. */
  readonly actions: readonly TakenAction[];
  /** What a second simulator needs to respond like the first one. */
  readonly setup: Pick<UpstreamOptions, "scenario" | "faults"> & {
    /** Milliseconds between sending a request and its arrival, by sequence number. */
    readonly delays: ReadonlyMap<number, number>;
  };
}

const clients = ["ours", "reference", "plain", "plain"] as const;

/** Runs ordinary clients against a simulator with drawn readings and scenarios. The same seed gives the same traffic, except for ids and tokens. */
export async function drawTraffic(seed: number, options: TrafficOptions = {}): Promise<DrawnTraffic> {
  const draw = createDraw(seed);
  const profile = options.profile ?? drawProfile(draw);
  const { journeys: count = 10, isFaulty = draw.chance(0.3), isMistaken = draw.chance(0.6), alter } = options;
  const most = draw.pick([0, 40, 300]);
  const scenario = drawScenario(draw, profile, count * 3, await scenariosUnder(profile));
  const faults = isFaulty ? drawFaults(draw) : undefined;
  const upstream = await openUpstream({
    ...{ profile, alter, scenario, faults, latency: () => draw.int(0, most) },
    region: draw.chance(0.2) ? draw.pick(regions) : undefined,
  });
  const runs = Array.from({ length: count }, () => drawRun(draw, upstream, isMistaken));
  const run = createRunner(upstream, draw);
  if (draw.chance(0.3)) await Promise.all(runs.map(run));
  else for (const one of runs) await run(one);
  const { exchanges, actions, delays } = upstream;
  const journeys = runs.map(({ client, resourceId }) => `${client} ${resourceId}`);
  return { seed, exchanges, profile, isFaulty, journeys, actions, setup: { scenario, faults, delays } };
}

type DrawnRun = PlainRun & { readonly client: (typeof clients)[number] };

/** Journeys whose hosted pages follow each other without modules in between. */
const pageJourneys = ["age-check", "identity-check", "onboarding"];

function drawRun(draw: Draw, { act }: Upstream, isMistaken: boolean): DrawnRun {
  const { id, apiVersion } = draw.pick(builtInJourneys);
  const client = draw.pick(clients.filter((one) => apiVersion === "v2" || one !== "reference"));
  const isPage = client === "plain" && draw.chance(0.15) && pageJourneys.includes(id.replace(/-v1$/, ""));
  const [pageAt, reviewAt, pauseAt] = [draw.int(1, 3), draw.int(3, 9), draw.chance(0.1) ? draw.int(1, 4) : -2];
  const outcome = draw.pick(["accept", "reject"] as const);
  return {
    ...{ client, apiVersion, person: draw.from(subject()), delivery: isPage ? "page" : "api" },
    resourceId: `${id}@${draw.pick(["latest", "1"])}`,
    isSynchronous: apiVersion === "v1" && client === "plain" && draw.chance(0.2),
    mistakes: isMistaken ? 0.25 : 0,
    onPoll: async (instanceId, poll) => {
      if (isPage && poll === pageAt) await act({ type: "completePages", instanceId });
      if (poll === reviewAt) await act({ type: "review", instanceId, outcome });
      if (poll === pauseAt) await act({ type: "pause", instanceId });
      if (poll === pauseAt + 2) await act({ type: "resume", instanceId });
    },
  };
}

const ignore = () => undefined;

/** Thrown instead of sending a request if a journey takes too many. */
class TooManyRequestsError extends Error {
  override readonly name = "TooManyRequestsError";
}

/** The most requests of one journey. A stuck journey would be polled for half an hour. */
const mostRequests = 60;

function createRunner(upstream: Upstream, draw: Draw) {
  const { settings } = upstream;
  const plain = createPlainClient(settings, draw);
  const adapters: Readonly<Record<"ours" | "reference", ClientAdapter>> = {
    ours: ourClient,
    reference: createReference(),
  };
  return async (run: DrawnRun): Promise<void> => {
    if (run.client === "plain") return plain.runJourney(run);
    const { resourceId, apiVersion, person } = run;
    await runAdapter(adapters[run.client], upstream, { resourceId, apiVersion, subject: person }, run).catch(ignore);
  };
}

/** Runs a journey with a client of its own, until it ends or takes too many requests. */
async function runAdapter(adapter: ClientAdapter, { settings }: Upstream, journey: JourneyRun, { onPoll }: DrawnRun) {
  const controller = new AbortController();
  let [requests, polls] = [0, 0];
  let instanceId: string | undefined;
  const fetch: typeof settings.fetch = async (input, init) => {
    requests += 1;
    if (requests > mostRequests) {
      controller.abort(new TooManyRequestsError());
      throw new TooManyRequestsError();
    }
    const response = await settings.fetch(input, init);
    const url = response.url || (input instanceof Request ? input.url : String(input));
    if (url.endsWith("/journey/start")) instanceId = /"instanceId":"([^"]+)"/.exec(await response.clone().text())?.[1];
    if (url.endsWith("/state/fetch") && instanceId !== undefined) {
      polls += 1;
      await onPoll(instanceId, polls);
    }
    return response;
  };
  const client = await adapter.connect({ ...settings, fetch });
  await client.runJourney(journey, { signal: controller.signal });
}

/** Draws at least `count` undisturbed exchanges, as a list of separate recordings. */
export async function drawCalm(count: number, firstSeed = 1): Promise<readonly DrawnTraffic[]> {
  const drawn: DrawnTraffic[] = [];
  let total = 0;
  for (let seed = firstSeed; total < count; seed += 1) {
    const one = await drawTraffic(seed, { isFaulty: false });
    drawn.push(one);
    total += one.exchanges.length;
  }
  return drawn;
}
