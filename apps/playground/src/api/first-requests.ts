import { paths } from "@journey-kit/schemas/calls";
import { quote, toTokenCommand } from "./shell.ts";

/** The values in the requests that get a token and start a journey. */
interface FirstRequests {
  /** Address of the simulator, without a trailing slash. */
  readonly address: string;
  readonly region: string;
  readonly clientId: string;
  readonly resourceId: string;
}

/** Writes shell commands that get a token and start a v2 journey. Spec 4.1, 4.2. */
export function toFirstRequests({ address, region, clientId, resourceId }: FirstRequests): string {
  const body = { resourceId: `${resourceId}@latest`, context: { config: { delivery: "api" }, subject: {} } };
  return [
    toTokenCommand(address, clientId),
    `curl -s ${address}/${region}${paths["v2.startJourney"]} \\`,
    `  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\`,
    `  -d ${quote(JSON.stringify(body))}`,
  ].join("\n");
}
