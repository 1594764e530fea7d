import { paths } from "@journey-kit/schemas/paths";

/** What a client sends to get a token and to start a journey. */
interface FirstRequests {
  /** Address of the simulator, without a trailing slash. */
  readonly address: string;
  readonly region: string;
  readonly clientId: string;
  readonly resourceId: string;
}

/** Writes shell commands that get a token and start a v2 journey. Spec 4.1, 4.2. */
export function toFirstRequests({ address, region, clientId, resourceId }: FirstRequests): string {
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: "secret",
    scope: "service.token",
  });
  const body = { resourceId: `${resourceId}@latest`, context: { config: { delivery: "api" }, subject: {} } };
  return [
    `TOKEN=$(curl -s ${address}${paths["token.requestToken"]} -d ${quote(form.toString())} \\`,
    `  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `curl -s ${address}/${region}${paths["v2.startJourney"]} \\`,
    `  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\`,
    `  -d ${quote(JSON.stringify(body))}`,
  ].join("\n");
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
