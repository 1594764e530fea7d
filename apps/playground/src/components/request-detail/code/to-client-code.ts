import { paths } from "@journey-kit/schemas/paths";
import type { RouteName } from "@journey-kit/schemas/routes";
import { toLiteral } from "./literal.ts";
import type { Repeat } from "./repeat.ts";

/**
 * Writes a request as a call of `@journey-kit/client` by the API client `clientId`.
 *
 * @returns undefined for an endpoint that the client has no method for.
 */
export function toClientCode(
  { baseUrl, body, hasPlaceholders }: Repeat,
  endpoint: RouteName | undefined,
  clientId: string,
): string | undefined {
  if (endpoint === undefined || endpoint === "token.requestToken" || !Object.hasOwn(paths, endpoint)) return undefined;
  const address = baseUrl === undefined ? 'process.env.JOURNEY_BASE_URL ?? ""' : JSON.stringify(baseUrl);
  return [
    'import { createJourneyClient } from "@journey-kit/client";',
    "",
    "const client = createJourneyClient({",
    `  baseUrl: ${address},`,
    `  authUrl: ${address},`,
    `  auth: { clientId: ${JSON.stringify(clientId)}, clientSecret: process.env.JOURNEY_CLIENT_SECRET ?? "any" },`,
    "});",
    "",
    ...(hasPlaceholders ? ["// Replace each placeholder ‹…›: the simulator does not keep personal values."] : []),
    `const response = await client.${endpoint}(${toLiteral(body ?? {})});`,
    "console.log(response);",
  ].join("\n");
}
