import { createHash, timingSafeEqual } from "node:crypto";
import { controlRoutes } from "@journey-kit/schemas/control-routes";
import { isControlPath } from "../control/answer.ts";
import { toCall } from "../http/hono.ts";
import { splitRegion } from "../http/route.ts";

/** Whether a request from an address may go on: always, unless it is for the control plane. */
export type ControlCheck = (request: Request, remoteAddress: string | undefined) => boolean;

/**
 * Keeps the control plane to this machine, and to callers that send the control token where there is one. Only its
 * health is for everybody.
 */
export function createControlCheck(token: string | undefined): ControlCheck {
  const wanted = token === undefined ? undefined : digest(token);
  return (request, remoteAddress) => {
    if (isLoopback(remoteAddress) || !isControl(request)) return true;
    const [, sent] = /^Bearer +([!-~]+) *$/i.exec(request.headers.get("authorization") ?? "") ?? [];
    return wanted !== undefined && sent !== undefined && timingSafeEqual(digest(sent), wanted);
  };
}

/** Digests are of one length, so comparing them tells nothing of the token, not even how long it is. */
const digest = (token: string): Buffer => createHash("sha256").update(token).digest();

/** A connection that was reset has no address any more, so an unknown address is never loopback. */
const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && (address === "::1" || /^(::ffff:)?127\./.test(address));

/** Reads the path just as the service does, so that both mean the same endpoint. */
function isControl(request: Request): boolean {
  const { path } = splitRegion(toCall(request), "eu");
  return isControlPath(path) && path !== controlRoutes.readHealth.path;
}
