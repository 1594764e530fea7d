import { formEntries, type Repeat } from "./repeat.ts";

/** Writes a request as a command of curl. The token comes from `$TOKEN`. */
export function toCurl(repeat: Repeat): string {
  const { method, baseUrl, headers, hasToken } = repeat;
  const path = repeat.region + repeat.path;
  const url = baseUrl === undefined ? `"$JOURNEY_BASE_URL"${quote(path)}` : quote(baseUrl + path);
  const parts = [
    `curl -sS${method === "POST" ? "" : ` -X ${method}`} ${url}`,
    ...(hasToken ? ['-H "authorization: Bearer $TOKEN"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...toData(repeat),
  ];
  return [...toComment(repeat), parts.join(" \\\n  ")].join("\n");
}

function toComment({ baseUrl, hasToken, hasPlaceholders }: Repeat): readonly string[] {
  const variables = [...(baseUrl === undefined ? ["JOURNEY_BASE_URL"] : []), ...(hasToken ? ["TOKEN"] : [])];
  return [
    ...(variables.length > 0 ? [`# Set ${variables.join(" and ")} first.`] : []),
    ...(hasPlaceholders ? ["# Replace each placeholder ‹…›: the simulator does not keep personal values."] : []),
  ];
}

function toData({ method, body, isForm }: Repeat): readonly string[] {
  if (body === undefined) return method === "POST" ? ["-X POST"] : [];
  if (isForm) return formEntries(body).map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`);
  return [`-d ${quote(typeof body === "string" ? body : JSON.stringify(body, null, 2))}`];
}

/** Quotes a text for the shell. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
