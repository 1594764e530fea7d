import { listOf, memberOf } from "@journey-kit/schemas/calls";
import { type EndpointName, endpointNames, endpoints } from "@journey-kit/schemas/endpoints";
import { toPlain } from "@journey-kit/schemas/report";
import { parseJson } from "../terminal/files.ts";
import { findCause } from "../terminal/terminal.ts";
import type { Fetch } from "./control.ts";

export interface Call {
  readonly endpoint: EndpointName | undefined;
  readonly request: unknown;
  /** Undefined if no response arrived. */
  readonly status: number | undefined;
  readonly response: unknown;
}

const hidden = "not shown";

/**
 * Wraps `fetch`: adds each request to `calls`, without secrets and tokens, and shows a line for it. Shows a repeated poll
 * only if its result has changed.
 */
export function createTracer(fetch: Fetch, calls: Call[], say: (line: string) => void): Fetch {
  const shown = new Map<string, string>();
  const show = (path: string, call: Call, brief: string) => {
    calls.push(call);
    const line = `${path.padEnd(38)}  ${call.status ?? "   "}  ${toPlain(brief)}`;
    const isPoll = /\.(fetch|list)/.test(call.endpoint ?? "");
    if (!isPoll || shown.get(path) !== line) say(line);
    shown.set(path, line);
  };
  return async (sent) => {
    const { origin, pathname: path } = new URL(sent.url);
    const endpoint = endpointNames.find((name) => endpoints[name].path === path);
    const isToken = endpoint === "token.requestToken";
    const request: unknown = isToken ? hidden : JSON.parse(await sent.clone().text());
    try {
      const received = await fetch(sent);
      const text = await received.text();
      const { status, headers } = received;
      const body = parseJson(text);
      const response = isToken && status < 300 ? hidden : body;
      show(path, { endpoint, request, status, response }, describe(endpoint, request, status, body));
      return new Response(text, { status, headers });
    } catch (error) {
      show(path, { endpoint, request, status: undefined, response: undefined }, "no response");
      throw new Error(`${origin} sent no response to ${path} (${findCause(error)}).`);
    }
  };
}

function describe(endpoint: EndpointName | undefined, request: unknown, status: number, response: unknown): string {
  if (status >= 300) {
    const [first] = listOf(memberOf(response, "errors"));
    const problem =
      memberOf(first, "problem") ?? memberOf(response, "error_description") ?? memberOf(response, "message");
    return `${problem ?? "no reason given"}`;
  }
  switch (endpoint) {
    case "token.requestToken":
      return `token for ${memberOf(response, "expires_in")} s`;
    case "v2.startJourney":
    case "v1.startJourney":
      return `instance ${memberOf(response, "instanceId")}`;
    case "v2.fetchInteraction": {
      const outstanding = listOf(memberOf(response, "outstanding"));
      return outstanding.length === 0 ? "nothing to collect" : `needs ${outstanding.join(", ")}`;
    }
    case "v2.submitInteraction":
      return `submitted ${listOf(memberOf(request, "participants"))
        .map((one) => memberOf(one, "domainElementId"))
        .join(", ")}`;
    case "v1.listTasks":
    case "v1.listTaskSchemas": {
      const tasks = listOf(memberOf(response, "tasks")).map((task) => memberOf(task, "variantId"));
      return tasks.length === 0 ? "no tasks" : tasks.join(", ");
    }
    case "v1.updateTask":
      return "completed the task";
    default:
      return `${memberOf(response, "status") ?? "ok"}`;
  }
}
