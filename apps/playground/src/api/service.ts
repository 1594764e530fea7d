import { createJourneyClient, type JourneyClient } from "@journey-kit/client";
import { paths } from "@journey-kit/schemas/paths";
import type { Readings } from "@journey-kit/schemas/profile";
import type { Region } from "@journey-kit/schemas/regions";
import { useWorld } from "./queries.ts";
import type { Target } from "./target.ts";
import { useTarget } from "./target-provider.tsx";

/** The service as the API client of a world calls it. */
export interface Service {
  /** Returns the client for a region. It follows the readings of the world and requests its own tokens. */
  readonly client: (region: Region) => JourneyClient;
  /** Sets the credentials of the client, for a simulator that lists its clients. They are kept in memory only. */
  readonly setCredentials: (credentials: ServiceCredentials) => void;
}

/** Credentials of an API client whose id is known. With a user name, it requests tokens with the password grant. */
export interface ServiceCredentials {
  readonly clientSecret: string;
  readonly username?: string;
  readonly password?: string;
}

const credentials = new Map<string, ServiceCredentials>();
const clients = new WeakMap<Target, Map<string, JourneyClient>>();

/** Opens the service as the API client whose id is `world`. */
export function useService(world: string): Service {
  const { target } = useTarget();
  const readings = useWorld(world, "profile").data?.readings;
  return openService(target, world, readings as Readings | undefined); // the simulator knows the same gaps
}

/** Opens the service of a target. Views share the clients, so that they share their tokens. */
export function openService(target: Target, world: string, readings: Readings = {}): Service {
  const owner = JSON.stringify([target.kind, world]);
  return {
    client: (region) => {
      const shared = clients.get(target) ?? new Map<string, JourneyClient>();
      clients.set(target, shared);
      const auth = { clientId: world, ...(credentials.get(owner) ?? defaultCredentials(readings)) };
      const key = JSON.stringify([region, auth, readings]);
      const client = shared.get(key) ?? createClient(target, region, auth, readings);
      shared.set(key, client);
      return client;
    },
    setCredentials: (own) => void credentials.set(owner, own),
  };
}

/**
 * Requests an access token for the API client of a world. The journey client keeps its tokens to itself, so pages that
 * show whole requests need their own.
 *
 * @throws {Error} When the token endpoint refuses the credentials.
 */
export async function requestToken({ kind, baseUrl, fetch }: Target, world: string, readings: Readings) {
  const { clientSecret, ...user } = credentials.get(JSON.stringify([kind, world])) ?? defaultCredentials(readings);
  const grant = user.username === undefined ? "client_credentials" : "password";
  const body = new URLSearchParams({
    grant_type: grant,
    client_id: world,
    client_secret: clientSecret,
    ...(grant === "password" ? user : { scope: "service.token" }),
  });
  const response = await fetch(new Request(baseUrl + paths["token.requestToken"], { method: "POST", body }));
  const token: unknown = response.ok ? (await response.json()).access_token : undefined;
  if (typeof token === "string") return token;
  throw new Error(`The token endpoint refused the credentials of ${world} (${response.status}).`);
}

/** A simulator that lists no clients accepts any secret, user name and password. Gap `grant-by-client`. */
const defaultCredentials = (readings: Readings): ServiceCredentials => ({
  clientSecret: "secret",
  ...(readings["grant-by-client"] === "password" && { username: "user", password: "password" }),
});

function createClient(
  { baseUrl, fetch }: Target,
  region: Region,
  auth: ServiceCredentials & { readonly clientId: string },
  readings: Readings,
): JourneyClient {
  return createJourneyClient({ baseUrl: `${baseUrl}/${region}`, authUrl: baseUrl, auth, fetch, readings });
}
