import type { Consequence, Scenario } from "@journey-kit/schemas/control";
import { type TestPerson, testPersons } from "@journey-kit/schemas/personal";
import { moduleNames, moduleOf, toSchemaPath } from "@journey-kit/schemas/tables";
import { builtInScenarios } from "../../packages/simulator/src/world/built-in.ts";
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
You choose the outcome of an instance with a test name or a scenario. A test name is a last name that decides module outcomes: for example, a person with the last name \`Testreject\` is rejected. A test name in the prefill works even if the journey does not collect \`FullName\`.

To list the scenarios of a running simulator, including your own, run \`journey scenario list\`, or call [\`listScenarios\`](/reference/control-api/#listscenarios) in the control API.

A **scenario** scripts module outcomes: what each module returns, how long it takes, and whether it finishes. You can choose outcomes in four ways:

- **By last name**: send a test name from the tables below as the person's last name. The outcome applies to all instances of this person.
- **Arm** a scenario, so that it applies to the next instances that start: \`journey scenario arm NAME --times 2 --world CLIENT-ID\`, or [\`arm\`](/reference/control-api/#arm) in the control API.
- **By header**: send \`X-Sim-Scenario: NAME\` with a start. The scenario applies to the new instance.
- **Resolve** a running module with an outcome: \`journey instance resolve ID MODULE OUTCOME\`, or [\`resolveModule\`](/reference/control-api/#resolvemodule) in the control API.

An instance keeps the scenario that it started with, even if you store or arm another scenario later. If no test name or scenario matches, the person is accepted, except that a person under 18 fails Age Verification.

## Test people: every module

${toTable(["last name", "result of every module"], testPersons.filter(isGeneral).map(toGeneralRow))}

If a module never finishes, a synchronous v1 start returns a 5xx status: after a minute if the world's clock is \`real\`, otherwise immediately.

## Test people: one module

These last names affect one module. The other modules return their default outcomes.

${moduleNames.map(toModuleSection).join("\n\n")}

## Built-in scenarios

Each entry ends with the rules of the scenario. The condition of a rule is to the left of the arrow, and its consequence is to the right.

${toList(builtInScenarios.map(toScenarioText))}

## Your own scenarios

A scenario is a JSON file. When a module runs, the simulator applies the first rule whose conditions (\`when\`) all match. If no rule matches, \`otherwise\` applies. Without \`otherwise\`, the test names apply. If you copy \`$schema\` from the example, your editor can complete and check the file.

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

\`\`\`sh
journey scenario put slow-then-suspect.json --world my-tests
journey scenario arm slow-then-suspect --world my-tests
journey explain INSTANCE --world my-tests     # shows the rule that decided each module
\`\`\`

A condition can match the journey, apiVersion, module, variant, attempt, instance and values of the subject. A condition can also match the \`ordinal\` of the instance: 1 for the first instance in the world, 2 for the second.

A consequence (\`then\`) can set:

- \`outcome\`: the name of an outcome of the module; \`accept\`, \`refer\` or \`reject\`; or a custom outcome, such as \`{"name": "Watch List", "classification": "neutral"}\`. Unless the journey says otherwise, a positive outcome leads to accept, a neutral outcome to refer, and a negative outcome to reject
- \`advice\`: members to replace in the module's advice
- \`retry\`: a reading of gap [\`module-retry\`](/reference/gaps/#module-retry), which applies to this run instead of the reading of the instance
- \`latency\`: the duration of the run in milliseconds, or a range, such as \`{"min": 1000, "max": 5000}\`
- \`ends\`: \`fail\` makes the module fail to complete, and \`never\` means that the module never finishes

\`attempt\` counts how often a module has run for the same person in a world, across instances. By default, a module runs only once in an instance. A scenario can let a module run again after a negative outcome, until it has run as many times as \`attempts\` in the journey definition allows. There are two ways:

- Set \`readings\`, for example to \`{"module-retry": "recollect"}\`. These readings override the readings of the world for the instances that use the scenario. You can override only the readings that [an instance keeps](/reference/gaps/). If an instance uses an armed scenario, or one from the header \`X-Sim-Scenario\`, the readings of this scenario take precedence over those of the scenario that applies to every instance.
- Set \`retry\` in a rule, or when you resolve a module, to override \`module-retry\` for one run: \`journey instance resolve ID Liveness Fail --retry recollect\`.

## Impossible rules

The simulator refuses a scenario that contains an impossible rule. The error message contains the path of the rule and the outcomes that the module can return. Rules are checked as follows:

- A rule for a module is refused if the module cannot return the outcome in any published journey that the rule matches. However, a rule whose condition does not name a journey is accepted if the module as the specification defines it can return the outcome. For example, \`{"when": {"module": "Document Classification"}, "then": {"outcome": "reject"}}\` is refused: no outcome of that module leads to reject.
- A rule whose condition does not name a module applies only to the modules that can return the outcome. The rule is refused if no module can.
- A rule with an unknown module, journey or variant is refused, and so is a scenario with an unknown reading. A rule that contradicts itself is refused too. For example, a rule cannot set both \`ends\` and \`outcome\`, and cannot set \`retry\` to \`recollect\` for a module that runs only once.
- A start, a submit or a task update is refused if a rule applies to the instance but is impossible in the journey of the instance. A journey can map classifications to other outcomes, so a rule can be possible in one journey and impossible in another. To avoid such errors, add the journey to the condition.
- A start is refused if the armed scenario would change nothing: it sets no readings, and none of its rules applies to a module of the journey. The scenario stays armed. A scenario that applies to every instance of a world, or that is named in a header, allows every journey.
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
    ...Object.entries(readings).map(([gap, reading]) => `Reading: \`${gap}=${reading}\``),
  ];
  return `**\`${name}\`**: ${description}<br>${parts.join("<br>")}`;
}

const toCode = (value: object): string => (Object.keys(value).length === 0 ? "always" : `\`${JSON.stringify(value)}\``);
