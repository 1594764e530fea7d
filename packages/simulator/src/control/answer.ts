import { type ControlEndpoint, controlEndpoints } from "@journey-kit/schemas/control";
import type { ControlRouteName } from "@journey-kit/schemas/control-routes";
import { ProfileError } from "@journey-kit/schemas/profile";
import { parseBody, parseEnvelope } from "../http/body.ts";
import type { Call } from "../http/call.ts";
import type { Deps } from "../http/deps.ts";
import type { Reply } from "../http/exchange.ts";
import { RefusalError } from "../http/refusal-error.ts";
import { readText } from "../http/text.ts";
import { ControlError } from "./error.ts";
import { controlHandlers } from "./handlers.ts";
import { documentHandlers, isDocument } from "./journal.ts";
import { findControlRoute } from "./route.ts";

/** Whether a path belongs to the control plane. */
export const isControlPath = (path: string): boolean => path === "/_sim" || path.startsWith("/_sim/");

/**
 * Answers a call of the control plane.
 *
 * @throws {RefusalError} In the form of v2, with the path of what is wrong; then nothing has changed.
 */
export async function answerControl(deps: Deps, call: Call, path: string): Promise<Reply> {
  const match = findControlRoute(path);
  if (match === undefined) throw new RefusalError("UNKNOWN_PATH", "The control plane has no such path.");
  const name = match.byMethod.get(call.method);
  if (name === undefined) {
    const allow = [...match.byMethod.keys()].join(", ");
    throw new RefusalError("METHOD_NOT_ALLOWED", `The endpoint takes ${allow}.`, [], { allow });
  }
  const { parameters } = match;
  refuseUnknownClient(deps, parameters.world);
  const body = call.method === "GET" ? undefined : await readBody(deps, call, name);
  try {
    const request = { deps, parameters, body, query: readQuery(call, name), lastEventId: call.header("last-event-id") };
    if (isDocument(name)) return await documentHandlers[name](request);
    return { status: controlEndpoints[name].status, body: await controlHandlers[name](request) };
  } catch (error) {
    throw toRefusal(error);
  }
}

/** A page of another site may not change anything, whatever it sends. */
function refuseForeign(call: Call): void {
  const origin = call.header("origin");
  const site = call.header("sec-fetch-site");
  const isForeign = origin !== undefined && origin !== call.origin;
  if (!isForeign && (site === undefined || site === "same-origin" || site === "none")) return;
  throw new RefusalError("CONTROL_NOT_ALLOWED", "The control plane takes no changes from a foreign page.");
}

async function readBody({ profile }: Deps, call: Call, name: ControlRouteName): Promise<unknown> {
  refuseForeign(call);
  const { request }: ControlEndpoint = controlEndpoints[name];
  if (request === undefined) return undefined;
  return parseEnvelope(request, parseBody(await readText(call, profile, "application/json")), () => []);
}

function readQuery(call: Call, name: ControlRouteName): Readonly<Record<string, string>> {
  const { query }: ControlEndpoint = controlEndpoints[name];
  const sent = Object.fromEntries(new URLSearchParams(call.query));
  if (query !== undefined) parseEnvelope(query, sent, () => []);
  return sent;
}

function refuseUnknownClient({ clients }: Deps, world: string | undefined): void {
  if (world === undefined || clients === undefined || clients.has(world)) return;
  throw new RefusalError("UNKNOWN_PATH", "There is no such client.");
}

function toRefusal(error: unknown): unknown {
  if (error instanceof ControlError) return new RefusalError(error.kind, error.message);
  if (error instanceof ProfileError) return new RefusalError("MISSING_FIELD", error.message);
  return error;
}
