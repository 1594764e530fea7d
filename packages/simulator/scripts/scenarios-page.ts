import type { Consequence, Scenario } from "@journey-kit/schemas/control";
import { type ModuleName, moduleNames, moduleOf } from "@journey-kit/schemas/modules";
import { type TestPerson, testPersons } from "../src/world/people.ts";
import { shippedScenarios } from "../src/world/shipped.ts";

/** Where the page is kept. */
export const scenariosFile = new URL("../../../docs/scenarios.md", import.meta.url);

const example: Scenario = {
  $schema: "./node_modules/@journey-kit/schemas/json/Scenario.json",
  name: "slow-then-suspect",
  description: "Liveness takes a minute, and British documents look suspect the first time.",
  rules: [
    { when: { module: "Liveness" }, then: { latency: 60_000 } },
    {
      when: {
        module: "Document Authentication",
        attempt: 1,
        subject: [{ path: "documents[type=Primary].countryCode", in: ["GB", "GBR"] }],
      },
      then: { outcome: "Medium Risk" },
    },
  ],
  otherwise: { outcome: "accept" },
};

/** The page of test people and scenarios, written from what ships. */
export const toScenariosPage = (): string => `# Test people and scenarios

This page is written by \`pnpm emit\` from what the simulator ships; a test keeps the two equal. A running simulator lists the same, and your own, under \`GET /_sim/worlds/:world/scenarios\` and \`journey-sim scenario list\`.

A **scenario** decides what the modules of an instance find, when they finish and whether they do. There are four ways to give one to an instance, and all end in the same state:

| way | how | reaches |
| --- | --- | --- |
| by the subject | send a last name of the tables below | instances with that person |
| armed | \`journey-sim scenario arm NAME --times 2 --world CLIENT-ID\`, or \`POST /_sim/worlds/:world/arm\` | the next instances that start |
| by header | \`X-Sim-Scenario: NAME\` on start | this instance |
| after the fact | \`POST /_sim/worlds/:world/instances/:instance/modules/:module/resolve\` | a module that is running |

An instance keeps the scenario it started with, whatever is put or armed later. Whom no test person and no scenario concerns is accepted, except that somebody under 18 fails Age Verification.

## Test people: any module

${toTable(["last name", "every module"], testPersons.filter(isGeneral).map(toGeneralRow))}

## Test people: one module

The other modules find what they would find anyway.

${moduleNames.map(toModuleSection).join("\n\n")}

## Shipped scenarios

${toTable(["scenario", "what it does", "rules"], shippedScenarios.map(toScenarioRow))}

## Your own

A scenario is a JSON file: data, without code. For each run of a module the first rule whose conditions all hold decides; \`otherwise\` holds where none does, and without one the test people still count. Editors check it against [Scenario.json](../packages/schemas/json/Scenario.json).

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

\`\`\`sh
journey-sim scenario put slow-then-suspect.json --world my-tests
journey-sim scenario arm slow-then-suspect --world my-tests
journey-sim explain INSTANCE --world my-tests     # names the rule that decided each module
\`\`\`

A condition can name journey, generation, module, variant, attempt, instance, ordinal and values of the subject; a consequence can give an outcome (one of the module's, or \`accept\`, \`refer\`, \`reject\`), members of the advice, a latency in milliseconds or a range of it, and \`"ends": "fail"\` or \`"never"\`. What a second attempt is depends on gap \`module-retry\`.
`;

const isGeneral = ({ module }: TestPerson): boolean => module === undefined;

const toGeneralRow = ({ lastName, then }: TestPerson) => [`\`${lastName}\``, toWords(then)];

function toModuleSection(module: ModuleName): string {
  const rows = testPersons
    .filter((person) => person.module === module)
    .map(({ lastName, then }) => [`\`${lastName}\``, toWords(then), toWeight(module, then)]);
  return `### ${module}\n\n${toTable(["last name", "finds", "which is"], rows)}`;
}

/** What the modules come to, in words. */
function toWords({ outcome, ends }: Consequence): string {
  if (ends === "fail") return "cannot complete; the instance fails";
  if (ends === "never") return "never finishes";
  if (outcome === "accept" || outcome === "refer" || outcome === "reject") return `what leads to ${outcome}`;
  return outcome ?? "what it would find anyway";
}

const toWeight = (module: ModuleName, { outcome }: Consequence): string =>
  moduleOf(module).outcomes.find(({ name }) => name === outcome)?.classification ?? "";

const toScenarioRow = ({ name, description = "", rules }: Scenario) => [
  `\`${name}\``,
  description,
  rules.map(({ when, then }) => `${toCode(when)} → ${toCode(then)}`).join("<br>"),
];

const toCode = (value: object): string => (Object.keys(value).length === 0 ? "always" : `\`${JSON.stringify(value)}\``);

const toTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
