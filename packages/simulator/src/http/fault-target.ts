import type { Profile } from "@journey-kit/schemas/profile";
import { memberOf } from "../world/path.ts";
import { clientOf } from "./bearer.ts";
import type { Call } from "./call.ts";
import { readClientId } from "./credentials.ts";
import type { Deps } from "./deps.ts";
import { readForm } from "./form.ts";
import { isPublic } from "./handlers.ts";
import type { Match } from "./route.ts";
import { sizeOf } from "./text.ts";
import type { Claims } from "./token.ts";

/** A call whose endpoint is known, before that has it. */
export interface Arrival {
  readonly call: Call;
  readonly match: Match;
  /** What the bearer token of the call says. */
  readonly claims: Claims | undefined;
  readonly profile: Profile;
}

type Sent = Pick<Arrival, "call" | "profile">;

const longestId = 256;

/** Finds the world that a call is about; undefined where it names none that its client may have. */
export async function findWorld(deps: Deps, arrival: Arrival): Promise<string | undefined> {
  const { match, claims, call } = arrival;
  if (!isPublic(match.name)) return claims !== undefined && clientOf(deps, claims.world) ? claims.world : undefined;
  switch (match.name) {
    case "hosted.showPage":
      return deps.store.locate(match.parameters.instanceId ?? "");
    case "v2.connectDevice":
      return (await readConnectClaims(deps, arrival))?.world;
    case "token.requestToken": {
      const form = await readForm(call).catch(() => new URLSearchParams()); // the endpoint says what is wrong with it
      const clientId = readClientId(call, form);
      const isClient = clientId !== "" && clientId.length <= longestId && clientOf(deps, clientId) !== undefined;
      return isClient ? clientId : undefined;
    }
  }
}

/** Finds the world whose readings hold for a call that shows a connect token in its body. Gap `device-start`. */
export const findConnectWorld = async (deps: Deps, call: Call): Promise<string | undefined> =>
  (await readConnectClaims(deps, { call, profile: deps.profile }))?.world;

/** Finds the instance that a call names, whether there is one or not. */
export async function findInstanceId(deps: Deps, arrival: Arrival): Promise<string | undefined> {
  const { match } = arrival;
  if (match.name === "token.requestToken") return undefined;
  if (match.name === "v2.connectDevice") return (await readConnectClaims(deps, arrival))?.instanceId;
  const named = match.parameters.instanceId ?? memberOf(await readJson(arrival), "instanceId");
  return typeof named === "string" ? named : undefined;
}

/** Lets the body of a call be read more than once. */
export function toRereadable(call: Call): Call {
  let text: ReturnType<Call["text"]> | undefined;
  return {
    method: call.method,
    path: call.path,
    query: call.query,
    origin: call.origin,
    header: (name) => call.header(name),
    text: (limit) => {
      text ??= call.text(limit);
      return text;
    },
  };
}

async function readConnectClaims({ tokens }: Deps, arrival: Sent): Promise<Claims | undefined> {
  const token = memberOf(await readJson(arrival), "connectToken");
  return typeof token === "string" ? tokens.verify(token) : undefined;
}

/** The body as far as it can be read; what is wrong with it is the endpoint's to say. */
async function readSent({ call, profile }: Sent): Promise<string> {
  try {
    const text = await call.text(sizeOf(profile));
    return text === "too-large" ? "" : text;
  } catch {
    return "";
  }
}

async function readJson(arrival: Sent): Promise<unknown> {
  try {
    return JSON.parse(await readSent(arrival));
  } catch {
    return undefined;
  }
}
