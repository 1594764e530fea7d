import { isRecord } from "@journey-kit/schemas/calls";
import type { Profile } from "@journey-kit/schemas/tables";
import { parse } from "../../src/service/target.ts";
import type { TrafficExchange } from "../../src/traffic/traffic.ts";
import type { DrawnTraffic } from "./draw-traffic.ts";
import { openUpstream } from "./upstream.ts";

/** A recorded exchange, and the response of another simulator to the same request. */
export interface Difference {
  readonly sequence: number;
  readonly recorded: string;
  readonly replayed: string;
}

/**
 * Sends recorded requests to a second simulator with other readings but the same scenario, at the same times, and lists
 * the responses that differ in more than ids and tokens.
 */
export async function findDifferences(traffic: DrawnTraffic, profile: Profile): Promise<readonly Difference[]> {
  const { exchanges, actions, setup } = traffic;
  const upstream = await openUpstream({ ...setup, profile, latency: () => 0 });
  const ids = new Map<string, string>();
  const translate = (text: string): string => [...ids].reduce((all, [from, to]) => all.replaceAll(from, to), text);
  const differences: Difference[] = [];
  const due = [...actions];
  for (const exchange of exchanges) {
    for (; due[0] !== undefined && due[0].after < exchange.sequence; due.shift()) {
      upstream.moveTo(due[0].at);
      await upstream.act({ ...due[0].action, instanceId: translate(due[0].action.instanceId) });
    }
    upstream.moveTo(exchange.startedAt + (setup.delays.get(exchange.sequence) ?? 0));
    await send(upstream.settings.fetch, exchange, translate).catch(() => undefined);
    const replayed = upstream.exchanges.at(-1);
    if (replayed === undefined) throw new Error("The simulator recorded nothing.");
    learnIds(exchange, replayed, ids);
    const [one, other] = [renderResponse(exchange, translate), renderResponse(replayed, (text) => text)];
    if (one !== other) differences.push({ sequence: exchange.sequence, recorded: one, replayed: other });
  }
  return differences;
}

async function send(
  fetch: (input: string, init: RequestInit) => Promise<Response>,
  { method, url, requestHeaders, requestBody }: TrafficExchange,
  translate: (text: string) => string,
): Promise<void> {
  const { host, ...rest } = requestHeaders;
  const headers = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, translate(value)]));
  const body = requestBody === undefined ? {} : { body: translate(requestBody) };
  await fetch(translate(url), { method, headers, ...body });
}

/** Members whose values differ between two simulators. */
const random = ["instanceId", "access_token", "connectToken", "endUserToken"];

/** Notes which ids and tokens of the second simulator correspond to those in the recording. */
function learnIds(recorded: TrafficExchange, replayed: TrafficExchange, ids: Map<string, string>): void {
  const [one, other] = [parse(recorded.responseBody ?? ""), parse(replayed.responseBody ?? "")];
  if (!isRecord(one) || !isRecord(other)) return;
  for (const name of random) {
    const [from, to] = [one[name], other[name]];
    if (typeof from === "string" && typeof to === "string" && from !== to && from !== "") ids.set(from, to);
  }
}

/** The status, the body and the headers that matter to a client. */
function renderResponse(
  { status, responseBody = "", responseHeaders }: TrafficExchange,
  translate: (text: string) => string,
) {
  const { "retry-after": retryAfter = "", "www-authenticate": challenge = "" } = responseHeaders;
  return translate([status, retryAfter, challenge, responseBody].join(" "));
}
