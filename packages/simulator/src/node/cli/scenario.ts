import { Scenario, type ScenarioList } from "@journey-kit/schemas/control";
import { onSimulator, type Verb } from "./control-client.ts";
import { readTimes } from "./flag-values.ts";
import type { UsageName } from "./flags.ts";
import { checkShape, readJson } from "./load-files.ts";
import { toTable } from "./table.ts";
import type { Style } from "./terminal.ts";

type ScenarioUsage = Extract<UsageName, `scenario ${string}`>;

/** Looks at the scenarios of a world, arms them and keeps new ones. */
export const scenarioVerbs: Readonly<Record<ScenarioUsage, Verb>> = {
  "scenario list": onSimulator(async ({ ask, world }) => ask("listScenarios", { world: await world() }), toPage),
  "scenario arm": onSimulator(async ({ ask, world }, { words: [scenario], values }) => {
    const times = readTimes(values);
    return ask("arm", { world: await world() }, { scenario, times });
  }, toHead),
  "scenario put": onSimulator(async ({ ask, world }, { words: [file = ""] }) => {
    const scenario = checkShape(Scenario, file, await readJson(file));
    return ask("putScenario", { world: await world(), scenario: scenario.name }, scenario);
  }, toPage),
};

/** Which scenario reaches the next instances. */
function toHead({ always, armed }: ScenarioList, style: Style): readonly string[] {
  const next = armed.map(
    ({ scenario, times }) => `${scenario}, for ${times === 1 ? "one instance" : `${times} instances`}`,
  );
  return [
    ...next.map((line, i) => `${style("bold", i === 0 ? "next  " : "then  ")}  ${line}`),
    `${style("bold", "always")}  ${always}`,
  ];
}

function toPage(list: ScenarioList, style: Style): readonly string[] {
  const rows = list.scenarios.map(({ name, rules, description = "" }) => [name, String(rules.length), description]);
  return [...toHead(list, style), "", ...toTable(["SCENARIO", "RULES", "WHAT IT DOES"], rows, style)];
}
