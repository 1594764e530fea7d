import { paths } from "@journey-kit/schemas/calls";
import type { EndpointName } from "@journey-kit/schemas/endpoints";
import { toLiteral } from "./literal.ts";
import type { Repeat } from "./repeat.ts";

/**
 * Writes a request as `@journey-kit/client` code for the API client `clientId`.
 *
 * @returns undefined for an endpoint that the client has no method for.
 */
export function toClientCode(
  { baseUrl, region, body, hasPlaceholders }: Repeat,
  endpoint: EndpointName | undefined,
  clientId: string,
): string | undefined {
  if (endpoint === undefined || endpoint === "token.requestToken" || !Object.hasOwn(paths, endpoint)) return undefined;
  const address = (prefix: string) =>
    baseUrl === undefined ? `\`\${process.env.JOURNEY_BASE_URL}${prefix}\`` : JSON.stringify(baseUrl + prefix);
  return [
    'import { createJourneyClient } from "@journey-kit/client";',
    "",
    "const client = createJourneyClient({",
    `  baseUrl: ${address(region)},`,
    `  authUrl: ${address("")},`,
    `  auth: { clientId: ${JSON.stringify(clientId)}, clientSecret: process.env.JOURNEY_CLIENT_SECRET ?? "any" },`,
    "});",
    "",
    ...(hasPlaceholders ? ["// Replace each placeholder ‹…›: the simulator does not keep personal values."] : []),
    `const response = await client.${endpoint}(${toLiteral(body ?? {})});`,
    "console.log(response);",
  ].join("\n");
}
