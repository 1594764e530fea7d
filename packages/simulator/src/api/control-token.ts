import { controlRoutes } from "@journey-kit/schemas/calls";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { MiddlewareHandler } from "hono";
import { isEqual } from "../context/tokens.ts";
import { RefusalError } from "../engine/refusal-error.ts";
import { targetOf } from "./address.ts";
import type { ApiEnv } from "./request.ts";

const probes = ["readHealth", "readReadiness"] as const;

/** The endpoint of a health or readiness check. */
type Probe = (typeof probes)[number];

/**
 * Finds the probe at a path. Probes need neither an allowed host nor the control token: load balancers and orchestrators
 * send the address of the machine as host, and the probes reveal only whether the simulator is ready.
 */
export const findProbe = (path: string): Probe | undefined => probes.find((name) => controlRoutes[name].path === path);

/** Whether a request is for the control API, except for a probe. Parses the path as the service does, so both see the same endpoint. */
export function isRestricted(request: Pick<Request, "url">): boolean {
  const { isControl, path } = targetOf(request.url);
  return isControl && findProbe(path) === undefined;
}

/** Creates a function that returns whether a request contains the control token. */
export function createTokenCheck(token: string): (request: Pick<Request, "headers">) => boolean {
  const expected = digest(token);
  return ({ headers }) => {
    const [, sent] = /^Bearer +([!-~]+) *$/i.exec(headers.get("authorization") ?? "") ?? [];
    return sent !== undefined && isEqual(digest(sent), expected);
  };
}

/** Digests have equal length, so comparing them does not reveal the length of the token. */
const digest = (token: string): string => bytesToHex(sha256(utf8ToBytes(token)));

/** Refuses every request to the control API that does not contain the control token. */
export function requireControlToken(token: string): MiddlewareHandler<ApiEnv> {
  const hasToken = createTokenCheck(token);
  return async ({ req: { raw } }, next) => {
    if (!isRestricted(raw) || hasToken(raw)) return next();
    throw new RefusalError("CONTROL_NOT_ALLOWED", "Requests to the control API require the control token.");
  };
}
