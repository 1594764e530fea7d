import { toLiteral } from "./literal.ts";
import { formEntries, type Repeat } from "./repeat.ts";

// biome-ignore lint/suspicious/noTemplateCurlyInString: a template literal in the generated code.
const token = '"authorization": `Bearer ${process.env.TOKEN}`';

/** Writes a request as a call to `fetch`. The token comes from the environment variable `TOKEN`. */
export function toFetch(repeat: Repeat): string {
  const { method, baseUrl, headers, hasToken, hasPlaceholders } = repeat;
  const path = repeat.region + repeat.path;
  const url = baseUrl === undefined ? `\`\${process.env.JOURNEY_BASE_URL}${path}\`` : JSON.stringify(baseUrl + path);
  const fields = [
    ...(hasToken ? [token] : []),
    ...Object.entries(headers).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
  ];
  const body = toBody(repeat);
  const variables = [...(baseUrl === undefined ? ["JOURNEY_BASE_URL"] : []), ...(hasToken ? ["TOKEN"] : [])];
  return [
    ...(variables.length > 0 ? [`// Set ${variables.join(" and ")} in the environment first.`] : []),
    ...(hasPlaceholders ? ["// Replace each placeholder ‹…›: the simulator does not keep personal values."] : []),
    `const response = await fetch(${url}, {`,
    `  method: ${JSON.stringify(method)},`,
    ...(fields.length > 0 ? ["  headers: {", ...fields.map((field) => `    ${field},`), "  },"] : []),
    ...(body === undefined ? [] : [`  body: ${body},`]),
    "});",
    "console.log(response.status, await response.text());",
  ].join("\n");
}

function toBody({ body, isForm }: Repeat): string | undefined {
  if (body === undefined) return undefined;
  if (isForm) return `new URLSearchParams(${toLiteral(Object.fromEntries(formEntries(body)), 1)})`;
  return typeof body === "string" ? toLiteral(body) : `JSON.stringify(${toLiteral(body, 1)})`;
}
