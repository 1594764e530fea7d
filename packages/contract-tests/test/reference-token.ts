import type { ServiceSettings } from "../src/service/client-adapter.ts";
import type { Mutation } from "./mutation.ts";

interface Token {
  readonly value: string;
  readonly until: number;
}

/** How many milliseconds before its expiry a token is replaced. */
const margin = 30_000;

/** Milliseconds in each unit. Gap `expires-in-unit`. */
const units = { seconds: 1_000, milliseconds: 1, minutes: 60_000 } as const;

/** The token that all journeys of a client share. Spec 4.1, 5. */
export function createTokens(
  { fetch = globalThis.fetch, now = Date.now, ...settings }: ServiceSettings,
  mutation: Mutation,
  log: string[],
) {
  const { profile } = settings;
  const authUrl = mutation === "adds the region to its auth URL" ? settings.baseUrl : settings.authUrl;
  let known: Token | undefined;
  let underWay: Promise<Token> | undefined;

  const request = async (): Promise<Token> => {
    const form = {
      ...(profile["grant-by-client"] === "password"
        ? { grant_type: "password", username: "kit", password: "kit" }
        : { grant_type: "client_credentials" }),
      client_id: settings.clientId,
      client_secret: settings.clientSecret,
      scope: "service.token",
    };
    const asked = now();
    const body = new URLSearchParams(form);
    const response = await fetch(new Request(`${authUrl}/as/token.oauth2`, { method: "POST", body }));
    if (!response.ok) throw new Error(`The token request failed with ${response.status}.`);
    const { access_token, expires_in } = (await response.json()) as { access_token: string; expires_in: number }; // spec 2.11
    if (mutation === "logs its token") log.push(`token ${access_token}`);
    if (mutation === "logs its secret") log.push(`signing in: ${JSON.stringify(form)}`);
    return { value: access_token, until: asked + expires_in * units[profile["expires-in-unit"]] };
  };
  const renew = async (): Promise<Token> => {
    known = await request();
    return known;
  };

  return {
    fresh: async (): Promise<string> => {
      const isGood =
        known !== undefined && (mutation === "refreshes its token only after a 401" || now() < known.until - margin);
      if (known !== undefined && isGood && mutation !== "requests a token for each call") return known.value;
      if (mutation === "requests tokens in parallel") return (await renew()).value;
      underWay ??= renew().finally(() => {
        underWay = undefined;
      });
      return (await underWay).value;
    },
    forget: () => {
      known = undefined;
    },
  };
}
