import { errorKindOf, formatLimit, type LimitName, limitNames, limitOf } from "@journey-kit/schemas/tables";
import { type ReferencePage, toErrorLink, toGapLink, toTable } from "./markdown.ts";

/** The page of the limits. */
export const toLimitsPage = (): ReferencePage => ({
  path: "reference/limits",
  title: "Limits",
  description: "The limits of a simulator on memory and concurrent work, their defaults, and how to change them.",
  body: `
A simulator limits its memory use and its concurrent work, so that one caller cannot block the others. Tests rarely reach the default limits. To change a limit, use \`--limit\` once for each limit, or pass \`limits\` to \`createSimulator\`:

\`\`\`sh
npx journey-kit serve --limit instances=1000 --limit store-bytes=2GiB
\`\`\`

\`\`\`ts
import { createSimulator } from "@journey-kit/simulator";

createSimulator({ limits: { instances: 1_000, "store-bytes": 2 * 1024 ** 3 } });
\`\`\`

Sizes are in bytes, and may end in \`KiB\`, \`MiB\` or \`GiB\` on the command line.

${toTable(["limit", "default, and what happens beyond it"], limitNames.map(toRow))}

A refused request changes nothing. The error message says which limit the request would exceed. Status 413 means that a part of the request is too large. Status 429 means that the simulator already handles too many large requests or streams. Status 507 means that the simulator cannot store more data. A response with status 429 has the header \`Retry-After\`.

## Limits that cannot be changed

- The reading of gap ${toGapLink("request-size-limit")} sets the maximum size of a request body: 20 MiB or 1 MiB. A token request is limited to 64 KiB and 100 parameters, and a device/connect request to 16 KiB. A form that a hosted page sends is limited to 1,000 fields.
- A JSON body can be nested up to 64 levels deep and contain up to 100,000 values. A more complex body is refused before it is parsed.
- The headers of a request must arrive within 10 seconds, and the whole request within 60 seconds.
`,
});

function toRow(name: LimitName): readonly string[] {
  const { default: value, counts, error, effect } = limitOf(name);
  const refusal = error === undefined ? [] : [`Error: ${errorKindOf(error).status} ${toErrorLink(error)}.`];
  const effects = effect === undefined ? [] : [effect];
  return [`\`${name}\``, [`${formatLimit(name, value)} ${counts}.`, ...effects, ...refusal].join(" ")];
}
