import { quote, toTokenCommand } from "../../../api/shell.ts";
import { formEntries, type Repeat } from "./repeat.ts";

/**
 * Writes a request as a curl command. If the request has a token, a command that gets a token for the client comes
 * first.
 */
export function toCurl(repeat: Repeat, clientId: string): string {
  const { method, baseUrl, headers, hasToken } = repeat;
  const path = repeat.region + repeat.path;
  const url = baseUrl === undefined ? `"$JOURNEY_BASE_URL"${quote(path)}` : quote(baseUrl + path);
  const parts = [
    `curl -sS${method === "POST" ? "" : ` -X ${method}`} ${url}`,
    ...(hasToken ? ['-H "authorization: Bearer $TOKEN"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...toData(repeat),
  ];
  const token = hasToken && baseUrl !== undefined ? [toTokenCommand(baseUrl, clientId)] : [];
  return [...toComment(repeat), ...token, parts.join(" \\\n  ")].join("\n");
}

function toComment({ baseUrl, hasToken, hasPlaceholders }: Repeat): readonly string[] {
  return [
    ...(baseUrl === undefined ? [`# Set JOURNEY_BASE_URL${hasToken ? " and TOKEN" : ""} first.`] : []),
    ...(hasPlaceholders ? ["# Replace each placeholder ‹…›: the simulator does not keep personal values."] : []),
  ];
}

function toData({ method, body, isForm }: Repeat): readonly string[] {
  if (body === undefined) return method === "POST" ? ["-X POST"] : [];
  if (isForm) return formEntries(body).map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`);
  return [`-d ${quote(typeof body === "string" ? body : JSON.stringify(body, null, 2))}`];
}
