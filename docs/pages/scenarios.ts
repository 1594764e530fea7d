import type { Consequence, Scenario } from "@journey-kit/schemas/control";
import { toSchemaPath } from "@journey-kit/schemas/file-schemas";
import { moduleNames, moduleOf } from "@journey-kit/schemas/modules";
import { type TestPerson, testPersons } from "../../packages/simulator/src/world/people.ts";
import { shippedScenarios } from "../../packages/simulator/src/world/shipped.ts";
import { type ReferencePage, toList, toTable } from "./markdown.ts";

const example: Scenario = {
  $schema: toSchemaPath("Scenario"),
  name: "slow-then-suspect",
  description: "Liveness takes a minute. British documents are a medium risk on the first attempt.",
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

/** The page of the built-in test people and scenarios. */
export const toScenariosPage = (): ReferencePage => ({
  path: "reference/scenarios",
  title: "Test people and scenarios",
  description: "The last names and scenarios that decide the outcome of a simulated journey.",
  body: `
You choose the outcome of an instance with a test name or a scenario. For example, a person with the last name \`Testreject\` is rejected. A test name in the prefill works even if the journey does not collect \`FullName\`.

To list the scenarios of a running simulator, including your own, run \`journey-sim scenario list\`, or call [\`listScenarios\`](/reference/control-api/#listscenarios) in the control API.

A **scenario** scripts module outcomes. It decides what each module returns, how long the module takes, and whether it finishes. You can script outcomes in four ways:

- **By last name**: send a last name from the tables below. The outcome applies to all instances of that person.
- **Arm** a scenario for the next instances that start: \`journey-sim scenario arm NAME --times 2 --world CLIENT-ID\`, or [\`arm\`](/reference/control-api/#arm) in the control API.
- **By header**: send \`X-Sim-Scenario: NAME\` with a start. The scenario applies to the new instance.
- **Resolve** a running module: \`journey-sim instance resolve ID MODULE OUTCOME\`, or [\`resolveModule\`](/reference/control-api/#resolvemodule) in the control API.

An instance keeps the scenario that it started with, even if you store or arm another scenario later. If no test name or scenario matches, the person is accepted, except that a person under 18 fails Age Verification.

## Test people: every module

${toTable(["last name", "result of every module"], testPersons.filter(isGeneral).map(toGeneralRow))}

If a module never finishes, a synchronous v1 start responds with a 5xx: after a minute with a \`real\` clock, otherwise immediately.

## Test people: one module

These last names affect one module. The other modules return their default outcomes.

${moduleNames.map(toModuleSection).join("\n\n")}

## Built-in scenarios

${toList(shippedScenarios.map(toScenarioText))}

## Your own scenarios

A scenario is a JSON file. When a module runs, the simulator applies the first rule whose conditions all match. If no rule matches, \`otherwise\` applies. Without \`otherwise\`, the test names apply. Copy \`$schema\` from the example, so that your editor can complete and check the file.

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

\`\`\`sh
journey-sim scenario put slow-then-suspect.json --world my-tests
journey-sim scenario arm slow-then-suspect --world my-tests
journey-sim explain INSTANCE --world my-tests     # shows the rule that decided each module
\`\`\`

A condition can match the journey, generation, module, variant, attempt, instance and values of the subject. It can also match the \`ordinal\`: 1 for the first instance in the world, 2 for the second.

A consequence can set:

- \`outcome\`: the name of an outcome of the module; \`accept\`, \`refer\` or \`reject\`; or a custom outcome, such as \`{"name": "Watch List", "classification": "neutral"}\`. Unless the journey says otherwise, a positive outcome leads to accept, a neutral outcome to refer, and a negative outcome to reject
- \`advice\`: members to replace in the module's advice
- \`retry\`: \`never\`, \`automatic\` or \`recollect\`, which overrides gap \`module-retry\` for the run
- \`latency\`: the duration of the run in milliseconds, or a range
- \`ends\`: \`fail\` if the module must fail to complete, or \`never\` if the module must never finish

\`attempt\` counts how often a module has run for the same person in a world, across instances. By default, modules never retry within an instance. A scenario can let the user try again, up to the number of \`attempts\` in the journey definition, in two ways:

- Set \`readings\`, for example to \`{"module-retry": "recollect"}\`. They override the readings of the world for the instances that use the scenario. You can override only the readings that [an instance keeps](/reference/gaps/). \`X-Sim-Basis\` lists these readings. If one scenario applies to a single instance and another to all instances, the readings of the first take precedence.
- Set \`retry\` in a rule, or when you resolve a module, to override \`module-retry\` for one run: \`journey-sim instance resolve ID Liveness Fail --retry recollect\`.

## Impossible rules

The simulator refuses a scenario that contains an impossible rule. The error message contains the path of the rule and the outcomes that the module can return:

- A rule for a module is refused if the module cannot return the outcome in any published journey that the rule matches. If the condition does not name a journey, the rule is also accepted if a module of the specification can return the outcome with the default evaluation. For example, \`{"when": {"module": "Document Classification"}, "then": {"outcome": "reject"}}\` is refused: no outcome of that module leads to reject.
- A rule whose condition does not name a module applies only to the modules that have the outcome. The rule is refused if no module has the outcome.
- An unknown module, journey, variant or reading is refused. A rule that contradicts itself is refused too. For example, a rule cannot set both \`ends\` and \`outcome\`, and cannot set \`retry\` to \`recollect\` for a module that runs only once.
- A start, a submit or a task update is refused if a rule applies to the instance and its journey cannot do what the rule says. A journey can map classifications to other outcomes, so a rule can be possible in one journey and impossible in another. To avoid this, add the journey to the condition.
`,
});

const isGeneral = ({ module }: TestPerson): boolean => module === undefined;

const toGeneralRow = ({ lastName, then }: TestPerson) => [`\`${lastName}\``, toWords(then)];

function toModuleSection(module: string): string {
  const rows = testPersons
    .filter((person) => person.module === module)
    .map(({ lastName, then }) => [`\`${lastName}\``, toWords(then, toWeight(module, then))]);
  return `### ${module}\n\n${toTable(["last name", "outcome"], rows)}`;
}

/** Describes a consequence in words. `weight` follows the name of an outcome. */
function toWords({ outcome, ends, retry }: Consequence, weight = ""): string {
  if (ends === "fail") return "fails to complete, so the instance fails";
  if (ends === "never") return "never finishes";
  if (outcome === "accept" || outcome === "refer" || outcome === "reject")
    return `an outcome that leads to ${outcome}, if the module has one`;
  const name = typeof outcome === "object" ? outcome.name : (outcome ?? "its default outcome");
  const attempt = retry === "recollect" ? " on the first attempt. The service then asks for the data again." : "";
  return `${name}${weight}${attempt}`;
}

/** The classification of an outcome, in parentheses. */
function toWeight(module: string, { outcome }: Consequence): string {
  const found = moduleOf(module).outcomes.find(({ name }) => name === outcome);
  return found === undefined ? "" : ` (${found.classification})`;
}

function toScenarioText({ name, description = "", rules, readings = {} }: Scenario): string {
  const parts = [
    ...rules.map(({ when, then }) => `${toCode(when)} → ${toCode(then)}`),
    ...Object.entries(readings).map(([gap, reading]) => `with \`${gap}=${reading}\``),
  ];
  return `**\`${name}\`**: ${description}<br>${parts.join("<br>")}`;
}

const toCode = (value: object): string => (Object.keys(value).length === 0 ? "always" : `\`${JSON.stringify(value)}\``);
