import { type ErrorName, errorKindOf, errorNames } from "@journey-kit/schemas/tables";
import type { Claims } from "../../context/tokens.ts";
import type { AppliedFault } from "../../journal/journal.ts";
import { renderError } from "../../render/error.ts";
import { timeOf } from "../../world/clock.ts";
import type { FaultAction } from "../../world/fault.ts";
import { type Millis, toHttpDate } from "../../world/time.ts";
import type { ApiRequest, BrokenResponse, HandlerResult } from "../request.ts";

type Sleep = (duration: Millis) => Promise<void>;

/** What a fault does. A request that the endpoint does not see has a `replace`. */
interface FaultEffect {
  /** Responds in place of the endpoint. */
  readonly replace?: (request: ApiRequest) => HandlerResult;
  /** Changes the response, or breaks it off. */
  readonly damage?: (response: Response, sleep: Sleep) => BrokenResponse | Promise<BrokenResponse | Response>;
  /** Changes a token that the request uses or the token endpoint issues. */
  readonly changeToken?: (claims: Claims) => Claims;
  /** Lifetime of the token that the token endpoint issues. */
  readonly lifetime?: Millis;
}

/** Returns the effect of the fault that hits a request, if any. */
export const effectOf = (fault: AppliedFault | undefined): FaultEffect =>
  fault === undefined ? noEffect : effectOfAction(fault.action);

const noEffect: FaultEffect = {};

/** Applies the fault of a request to the claims of a token. Spec 5. */
export const applyTokenFault = (claims: Claims, fault: AppliedFault | undefined): Claims =>
  effectOf(fault).changeToken?.(claims) ?? claims;

/** The effect of every action. Spec 4.2, 5, 7. */
function effectOfAction(action: FaultAction): FaultEffect {
  switch (action.type) {
    case "status":
      return { replace: (request) => plannedResponse(request, action) };
    case "delay":
      return { damage: (response, sleep) => sleep(action.ms).then(() => response) };
    case "dropResponse":
      return { damage: endConnection("close") };
    case "dropRequest":
      return { replace: respondNothing, damage: endConnection("close") };
    case "truncate":
      return { damage: (response) => truncate(response, action.characters) };
    case "invalidJson":
      return { damage: async (response) => new Response((await response.text()).slice(0, -1), response) };
    case "contentType":
      return { damage: async (response) => withContentType(response, action.contentType) };
    case "slowBody":
      return {
        damage: async (response, sleep) => new Response(toSlowBody(await response.text(), action.ms, sleep), response),
      };
    case "resetConnection":
      return { replace: respondNothing, damage: endConnection("reset") };
    case "expireToken":
      return { changeToken: (claims) => ({ ...claims, expiresAt: 0 }) };
    case "revokeToken":
      return { changeToken: (claims) => ({ ...claims, epoch: claims.epoch - 1 }) };
    case "clockSkew":
      return { changeToken: (claims) => ({ ...claims, expiresAt: claims.expiresAt - action.ms }) };
    case "tokenLifetime":
      return { lifetime: action.expiresIn * 1_000 };
  }
}

/** What the journal shows of a request that the endpoint does not see. */
const respondNothing = (): HandlerResult => ({ status: 503, body: "" });

const endConnection =
  (how: "close" | "reset") =>
  ({ status }: Response): BrokenResponse => ({ how, status, headers: {}, body: "" });

/** The response of a status fault. `Retry-After` is in seconds, or a date on the clock of the world. Spec 7. */
function plannedResponse(request: ApiRequest, action: Extract<FaultAction, { type: "status" }>): HandlerResult {
  const { settings, startedAt } = request;
  const { status, body = plannedError(request, status), retryAfter, retryAfterDate } = action;
  if (retryAfter === undefined) return { status, body };
  const isDate = retryAfterDate === true && settings !== undefined;
  const wait = isDate ? toHttpDate(timeOf(settings.clock, startedAt) + retryAfter * 1_000) : `${retryAfter}`;
  return { status, body, headers: { "retry-after": wait } };
}

/** Renders the service's first error with the given status. */
function plannedError({ citations, apiVersion }: ApiRequest, status: number): object {
  const isSent = (name: ErrorName) => errorKindOf(name).status === status && errorKindOf(name).isOfSimulator !== true;
  const name = errorNames.find(isSent) ?? "INTERNAL_ERROR";
  return renderError(citations, { name, problems: ["This error is a planned fault."] }, apiVersion).body;
}

async function truncate(response: Response, characters: number): Promise<BrokenResponse> {
  const body = await response.text();
  if (body === "") return endConnection("close")(response); // a response without its body would be complete
  const length = String(new TextEncoder().encode(body).byteLength);
  const headers = { ...Object.fromEntries(response.headers), "content-length": length };
  return {
    how: "truncate",
    status: response.status,
    headers,
    body: body.slice(0, Math.min(characters, body.length - 1)),
  };
}

async function withContentType(response: Response, contentType: string): Promise<Response> {
  const headers = { ...Object.fromEntries(response.headers), "content-type": contentType };
  return new Response(await response.text(), { status: response.status, headers });
}

const chunkCount = 8;

/** A body that arrives in chunks, spread evenly over `duration` milliseconds. */
function toSlowBody(body: string, duration: Millis, sleep: Sleep): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(body);
  const size = Math.max(1, Math.ceil(bytes.byteLength / chunkCount));
  const waits = Math.max(1, Math.ceil(bytes.byteLength / size) - 1);
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (at >= bytes.byteLength) return controller.close();
      if (at > 0) await sleep(duration / waits);
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}
