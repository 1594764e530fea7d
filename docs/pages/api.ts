import { type Export, entriesOf, exportsOf } from "./exports.ts";
import { type ReferencePage, toBlock, toBody, toList, toTable } from "./markdown.ts";

/** The pages of the packages whose exports are described by their docstrings. */
export const toApiPages = (): readonly ReferencePage[] => [
  {
    path: "reference/client",
    title: "Client API",
    description: "Every export of the package @journey-kit/client: functions, errors, options and types.",
    contents: 2,
    body: toApi(
      "client",
      "`@journey-kit/client` calls the service. [Use the client](/guides/client/) shows how, and [Migrate from v1 to v2](/guides/migration/) explains the entry `migrate`. The types of request and response bodies follow the [schemas](/reference/json-schemas/).",
    ),
  },
  {
    path: "reference/contract-tests",
    title: "Contract tests API",
    description:
      "Every export of the package @journey-kit/contract-tests: the client check, worlds, cases, pacts and generators.",
    contents: 2,
    body: toApi(
      "contract-tests",
      "`@journey-kit/contract-tests` tests clients and servers. Guides: [test your client](/guides/client-suite/), [worlds in your tests](/guides/worlds/), [pacts](/guides/pact/), [test a server](/guides/test-a-server/) and [calibrate](/guides/calibrate/).",
    ),
  },
];

const toApi = (folder: string, introduction: string): string =>
  toBody(introduction, ...entriesOf(folder).map(([name, file]) => toEntry(name, exportsOf(file))));

/** First what a program calls, then the types with documented members, then a table of the other types. */
function toEntry(name: string, exports: readonly Export[]): string {
  const isShort = ({ kind, members }: Export) => kind === "type" && members.length === 0;
  const values = exports.filter(({ kind }) => kind !== "type");
  const described = exports.filter((one) => one.kind === "type" && !isShort(one));
  const short = exports.filter(isShort);
  return toBody(
    `## \`${name}\``,
    ...[...values, ...described].map(toSection),
    short.length === 0 ? undefined : "### Other types",
    short.length === 0
      ? undefined
      : toTable(
          ["type", "meaning"],
          short.map((one) => [`\`${one.name}\``, toCell(one.doc.text)]),
        ),
  );
}

function toSection({ name, doc, signature, members }: Export): string {
  const { text, returns, throws, example } = doc;
  const notes = [...(returns === undefined ? [] : [`Returns: ${returns}`]), ...throws.map((one) => `Throws ${one}`)];
  return toBody(
    `### \`${name}\``,
    text === "" ? undefined : text,
    signature === undefined ? undefined : toBlock("typescript", signature),
    notes.length === 0 ? undefined : toList(notes),
    example === undefined ? undefined : toBlock("typescript", example),
    members.length === 0
      ? undefined
      : toTable(
          ["member", "meaning"],
          members.map((one) => [`\`${one.name}\``, toCell(one.doc.text)]),
        ),
  );
}

const toCell = (text: string): string => text.replaceAll(/\s*\n\s*/g, " ");
