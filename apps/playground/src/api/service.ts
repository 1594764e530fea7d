import {
  type ClientCredentials,
  createJourneyClient,
  type JourneyClient,
  type PasswordCredentials,
} from "@journey-kit/client";
import { paths } from "@journey-kit/schemas/calls";
import type { Readings, Region } from "@journey-kit/schemas/tables";
import { useWorld } from "./queries.ts";
import type { Target } from "./target.ts";
import { useTarget } from "./target-provider.tsx";

/** Calls the service as the API client of a world. */
export interface Service {
  /** Returns the client for a region. The client follows the readings of the world and requests its own tokens. */
  readonly client: (region: Region) => JourneyClient;
  /** Requests an access token, for a view that shows whole requests. Throws {@link CredentialsError}. */
  readonly requestToken: () => Promise<string>;
  /** Sets the credentials of the client, for a simulator that lists its clients. They are kept in memory only. */
  readonly setCredentials: (credentials: ServiceCredentials) => void;
}

/** Credentials of an API client whose id is known. With a user name, tokens are requested with the password grant. */
export type ServiceCredentials = Secrets<ClientCredentials> | Secrets<PasswordCredentials>;

type Secrets<Kind extends ClientCredentials | PasswordCredentials> = Pick<
  Kind,
  "clientSecret" | "username" | "password"
>;

const credentials = new Map<string, ServiceCredentials>();
const clients = new WeakMap<Target, Map<string, JourneyClient>>();

/** Opens the service as the API client whose id is `world`. */
export function useService(world: string): Service {
  const { target } = useTarget();
  const readings = useWorld(world, "profile").data?.readings;
  return openService(target, world, readings as Readings | undefined); // the simulator has the same gaps as the page
}

/** Opens the service of a target. Views share its clients and therefore the tokens of these clients. */
export function openService(target: Target, world: string, readings: Readings = {}): Service {
  const owner = JSON.stringify([target.kind, world]);
  const current = () => credentials.get(owner) ?? defaultCredentials(readings);
  return {
    client: (region) => {
      const shared = clients.get(target) ?? new Map<string, JourneyClient>();
      clients.set(target, shared);
      const auth = { clientId: world, ...current() };
      const key = JSON.stringify([region, auth, readings]);
      const client = shared.get(key) ?? createClient(target, region, auth, readings);
      shared.set(key, client);
      return client;
    },
    requestToken: () => requestToken(target, world, current()),
    setCredentials: (own) => void credentials.set(owner, own),
  };
}

/** The token endpoint refused the credentials of an API client. */
export class CredentialsError extends Error {
  override readonly name = "CredentialsError";
}

/** Requests a token without the journey client, which does not expose its tokens. Spec 4.1. */
async function requestToken(target: Target, clientId: string, credentials: ServiceCredentials): Promise<string> {
  const { clientSecret, username, password } = credentials;
  const body = new URLSearchParams({
    client_id: clientId,
    client_secret: clientSecret,
    ...(username === undefined
      ? { grant_type: "client_credentials", scope: "service.token" }
      : { grant_type: "password", username, password }),
  });
  const request = new Request(target.baseUrl + paths["token.requestToken"], { method: "POST", body });
  const response = await target.fetch(request);
  const token: unknown = response.ok ? (await response.json()).access_token : undefined;
  if (typeof token === "string") return token;
  throw new CredentialsError(`The token endpoint refused the credentials of ${clientId} (${response.status}).`);
}

/** A simulator that lists no clients accepts any secret, user name and password. Gap `grant-by-client`. */
const defaultCredentials = (readings: Readings): ServiceCredentials =>
  readings["grant-by-client"] === "password"
    ? { clientSecret: "secret", username: "user", password: "password" }
    : { clientSecret: "secret" };

function createClient(
  { baseUrl, fetch }: Target,
  region: Region,
  auth: ServiceCredentials & { readonly clientId: string },
  readings: Readings,
): JourneyClient {
  return createJourneyClient({ baseUrl: `${baseUrl}/${region}`, authUrl: baseUrl, auth, fetch, readings });
}
