import { endpointOf, pathsUnder } from "@journey-kit/schemas/endpoints";
import { type Profile, presets } from "@journey-kit/schemas/tables";
import type { MiddlewareHandler } from "hono";
import type { SimulatorContext } from "../../context/context.ts";
import type { Claims, Tokens } from "../../context/tokens.ts";
import { createCitations } from "../../engine/result.ts";
import { apiVersionOf, linkedIdOf, type RouteMatch, regionOfHost, targetOf } from "../address.ts";
import { clientOf } from "../auth.ts";
import { createReaders } from "../body.ts";
import type { ApiContext, ApiEnv, ApiRequest } from "../request.ts";
import { readClientId, readTokenForm } from "../routes/token.ts";
import { findConnectClaims } from "./faults.ts";

/** Whether a path belongs to an endpoint under a profile. Gaps `device-start`, `extension-endpoints`. */
const isThere = ({ name, path, gap }: RouteMatch, profile: Profile): boolean =>
  gap === undefined || pathsUnder(profile, endpointOf(name)).includes(path);

/** Finds the endpoint, region, world and readings of each request. */
export function openRequest(simulator: SimulatorContext): MiddlewareHandler<ApiEnv> {
  const readBearer = createBearerReader(simulator.tokens);
  return async (c, next) => {
    c.set("request", await readRequest(simulator, c, readBearer));
    return next();
  };
}

async function readRequest(
  simulator: SimulatorContext,
  c: ApiContext,
  readBearer: (header: string | undefined) => Claims | undefined,
): Promise<ApiRequest> {
  const { raw } = c.req;
  const startedAt = simulator.system();
  const begunAt = simulator.onRequest === undefined ? 0 : simulator.stopwatch();
  const header = c.get("header");
  const { origin, region, path, isControl, matches } = targetOf(raw.url);
  const match = matches.find(({ name }) => endpointOf(name).method === raw.method) ?? matches[0];
  const { text, json, form } = createReaders(raw, header, simulator.gate, c.env?.takeBody);
  const claims = readBearer(header("authorization"));
  const unknown = { name: match?.name, path, header, text, json, claims, profile: simulator.profile };
  const found = isControl ? undefined : findWorld(simulator, unknown);
  const world = typeof found === "object" ? await found : found; // nearly always known at once
  const settings = world === undefined ? undefined : await simulator.store.settings(world);
  // The control API is not part of the service, so readings do not affect it.
  const profile = isControl ? presets.specified : (settings?.profile ?? simulator.profile);
  const citations = createCitations(profile, ["request-id-always"]);
  const sentId = header("x-request-id");
  const isEchoed = sentId !== undefined && citations.choose("x-request-id-echo") === "echoed";
  return {
    name: match !== undefined && isThere(match, profile) ? match.name : undefined,
    gap: match?.gap,
    pattern: match?.path,
    apiVersion: apiVersionOf(path),
    method: raw.method,
    path,
    region: region ?? regionOfHost(header("host") ?? origin.slice(origin.indexOf("//") + 2)) ?? simulator.region,
    hasRegionPrefix: region !== undefined,
    origin,
    header,
    text,
    json,
    form,
    signal: () => raw.signal,
    id: isEchoed && /^[\w.-]{1,128}$/.test(sentId) ? sentId : crypto.randomUUID(),
    startedAt,
    begunAt,
    profile,
    world,
    settings,
    claims,
    citations,
    fault: undefined,
    received: undefined,
  };
}

const prefix = "Bearer ";
const bearerForm = /^Bearer \s*([A-Za-z0-9._~+/-]+=*)\s*$/i;

/**
 * Creates a reader of bearer tokens, which returns undefined unless the signature is valid. It remembers the last header,
 * because looking up a token hashes its text.
 */
function createBearerReader(tokens: Tokens): (header: string | undefined) => Claims | undefined {
  let last: { readonly header: string; readonly claims: Claims | undefined } = { header: "", claims: undefined };
  return (header = "") => {
    if (header === last.header) return last.claims;
    const token = header.startsWith(prefix) ? header.slice(prefix.length).trim() : bearerForm.exec(header)?.[1];
    last = { header, claims: token === undefined ? undefined : tokens.verify(token) };
    return last.claims;
  };
}

/** Finds the world of a request from its token, its credentials or its link. */
function findWorld(
  simulator: SimulatorContext,
  request: Pick<ApiRequest, "name" | "path" | "header" | "text" | "json" | "claims">,
): string | undefined | Promise<string | undefined> {
  switch (request.name && endpointOf(request.name).world) {
    case "link":
      return simulator.store.findWorld(linkedIdOf(request.path));
    case "connect-token":
      return findConnectClaims(simulator, request).then((claims) => claims?.world);
    case "credentials":
      return findClient(simulator, request);
    case "bearer":
    case undefined:
      return request.claims?.world;
  }
}

async function findClient(
  simulator: SimulatorContext,
  request: Pick<ApiRequest, "header" | "text">,
): Promise<string | undefined> {
  const form = await readTokenForm(request).catch(() => undefined); // the endpoint reports the error
  const clientId = form && readClientId(request, form);
  return clientId !== undefined && clientOf(simulator, clientId) !== undefined ? clientId : undefined;
}
