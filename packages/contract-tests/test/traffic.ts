import { type EndpointName, endpointOf, pathsUnder } from "@journey-kit/schemas/endpoints";
import type { Profile } from "@journey-kit/schemas/tables";
import { createSimulator } from "@journey-kit/simulator";
import { readWork } from "../src/service/journey.ts";
import { readAt } from "../src/service/member.ts";
import { parse } from "../src/service/target.ts";
import type { TrafficExchange } from "../src/traffic.ts";

/** When recordings begin. */
const start = Date.UTC(2026, 4, 17, 9, 30);

/** A client of a simulator with a clock that only its requests move. It records what it sends and receives. */
export function createTrafficClient(profile: Profile) {
  let at = start;
  const simulator = createSimulator({
    profile: { readings: profile },
    now: () => at,
    sleep: async (by) => {
      at += by;
    },
  });
  const exchanges: TrafficExchange[] = [];

  /** Sends a request at a time, and records it. */
  const exchange = async (
    sent: Pick<TrafficExchange, "method" | "url" | "requestHeaders" | "requestBody">,
    startedAt = at + 1_000,
  ): Promise<TrafficExchange> => {
    at = startedAt;
    const { method, url, requestHeaders: headers, requestBody } = sent;
    const body = requestBody === undefined ? {} : { body: requestBody };
    const response = await simulator.fetch(new Request(url, { method, headers, redirect: "manual", ...body }));
    const received = {
      ...sent,
      sequence: exchanges.length + 1,
      startedAt,
      endedAt: at + 5,
      status: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody: await response.text(),
    };
    exchanges.push(received);
    return received;
  };
  return { exchange, exchanges };
}

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly username: string;
  readonly password: string;
}

/** One person's journey: what the client prefills and submits. */
export interface TrafficPlan {
  readonly credentials: Credentials;
  readonly resourceId: string;
  readonly prefill: object;
  readonly subject: object;
}

const origin = "http://service.test";

/** Runs whole journeys, and returns what was sent and received. */
export async function recordJourneys(
  profile: Profile,
  plans: readonly TrafficPlan[],
): Promise<readonly TrafficExchange[]> {
  const { exchange, exchanges } = createTrafficClient(profile);
  for (const { credentials, resourceId, prefill, subject } of plans) {
    const tokenOf = await authorise(exchange, credentials);
    const post = async (name: EndpointName, body: unknown, token = tokenOf): Promise<unknown> => {
      const [path] = pathsUnder(profile, endpointOf(name));
      if (path === undefined) return undefined;
      const requestBody = typeof body === "string" ? body : JSON.stringify(body);
      const requestHeaders = {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        cookie: `s=${token}`,
      };
      const url = `${origin}/eu${path}`;
      return parse((await exchange({ method: "POST", url, requestHeaders, requestBody })).responseBody ?? "");
    };
    const apiVersion = resourceId.includes("-v1@") ? "v1" : "v2";
    const config = apiVersion === "v1" ? { async: true } : { delivery: "api" };
    const started = await post(`${apiVersion}.startJourney`, { resourceId, context: { config, subject: prefill } });
    const instanceId = readAt(started, "instanceId");
    await post(`${apiVersion}.startJourney`, JSON.stringify({ resourceId, context: { subject } }).slice(0, -1));
    for (let step = 0; step < 8; step += 1) {
      const open = readWork(
        apiVersion,
        await post(apiVersion === "v1" ? "v1.listTasks" : "v2.fetchInteraction", { instanceId }),
      );
      for (const { id, elements } of open) {
        const participants = elements.map((domainElementId) => ({ domainElementId }));
        if (apiVersion === "v1")
          await post("v1.updateTask", { intent: "Complete", instanceId, taskId: id, context: { subject } });
        else await post("v2.submitInteraction", { instanceId, interactionId: id, participants, context: { subject } });
      }
      await post(`${apiVersion}.fetchState`, { instanceId, filterKeys: ["/.*/"] });
    }
    const connect = readAt(await post("v2.startDevice", { instanceId }), "connectToken");
    const endUser = readAt(await post("v2.connectDevice", { connectToken: connect }, String(connect)), "endUserToken");
    await post("v2.fetchInteraction", { instanceId }, String(endUser));
    await post("v2.submitInteraction", {
      instanceId,
      [JSON.stringify(prefill)]: prefill,
      participants: [subject],
      context: { subject },
    });
    await post(`${apiVersion}.listTaskSchemas`, { instanceId });
  }
  return exchanges;
}

async function authorise(exchange: ReturnType<typeof createTrafficClient>["exchange"], credentials: Credentials) {
  const { clientId, clientSecret, username, password } = credentials;
  const client = { client_id: clientId, client_secret: clientSecret };
  const basic = { authorization: `Basic ${btoa([clientId, clientSecret].map(encodeURIComponent).join(":"))}` };
  const service = { grant_type: "client_credentials", scope: "service.token" };
  const user = { grant_type: "password", username, password };
  let token = "no token";
  for (const [form, headers] of [[{ ...service, ...client }], [{ ...user, ...client }], [service, basic]] as const) {
    const requestHeaders = { "content-type": "application/x-www-form-urlencoded", ...headers };
    const requestBody = new URLSearchParams(form).toString();
    const sent = { method: "POST", url: `${origin}/as/token.oauth2`, requestHeaders, requestBody };
    token = String(readAt(parse((await exchange(sent)).responseBody ?? ""), "access_token") ?? token);
  }
  return token;
}
