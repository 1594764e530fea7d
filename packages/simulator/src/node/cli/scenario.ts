import { Scenario, type ScenarioList } from "@journey-kit/schemas/control";
import { suggest, toPlain, toTable } from "@journey-kit/schemas/report";
import type { Control } from "./control-client.ts";
import { checkShape, readJson } from "./load-files.ts";
import { CommandError, type Style } from "./terminal.ts";

/** Shows the scenarios of a world, and which of them the next instances get. */
export const listScenarios = async (control: Control): Promise<void> =>
  control.print(await control.ask("listScenarios", { world: await control.world() }), toPage);

/**
 * Gives a scenario to the next instances that start.
 *
 * @throws {CommandError} If the world has no such scenario, with the nearest name.
 */
export async function armScenario(control: Control, scenario: string, times: number): Promise<void> {
  const world = await control.worldToChange();
  await checkScenario(control, world, scenario);
  control.print(await control.ask("arm", { world }, { scenario, times }), toHead);
}

/** Throws {@link CommandError} if a world has no scenario of this name. */
export async function checkScenario(control: Control, world: string, scenario: string): Promise<void> {
  const known = (await control.ask("listScenarios", { world })).scenarios.map(({ name }) => name);
  if (known.includes(scenario)) return;
  const hint = suggest(scenario, known) || " journey-sim scenario list shows those there are.";
  throw new CommandError(`There is no scenario "${toPlain(scenario)}".${hint}`);
}

/** Stores the scenario of a JSON file under its name. */
export async function putScenario(control: Control, file: string): Promise<void> {
  const scenario = checkShape(Scenario, file, await readJson(file));
  const world = await control.worldToChange();
  control.print(await control.ask("putScenario", { world, scenario: scenario.name }, scenario), toPage);
}

/** Which scenario the next instances get. */
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
