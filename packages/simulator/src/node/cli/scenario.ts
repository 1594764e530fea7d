import { basename } from "node:path";
import { CommandError, checkShape, readJson, type Style } from "@journey-kit/schemas/cli";
import { ScenarioBody, type ScenarioList } from "@journey-kit/schemas/control";
import { suggest, toPlain, toTable } from "@journey-kit/schemas/report";
import type { Control } from "./control-client.ts";

/** Lists the scenarios of a world and those armed for the next instances. */
export const listScenarios = async (control: Control): Promise<void> =>
  control.print(await control.ask("listScenarios", { world: await control.world() }), toPage);

/**
 * Applies a scenario to the next instances that start.
 *
 * @throws {CommandError} If the world has no such scenario. The message suggests the nearest name.
 */
export async function armScenario(control: Control, scenario: string, times: number): Promise<void> {
  const world = await control.worldToChange();
  await checkScenario(control, world, scenario);
  control.print(await control.ask("arm", { world }, { scenario, times }), toHead);
}

/** Throws {@link CommandError} if a world has no such scenario. */
export async function checkScenario(control: Control, world: string, scenario: string): Promise<void> {
  const names = (await control.ask("listScenarios", { world })).scenarios.map(({ name }) => name);
  if (names.includes(scenario)) return;
  const hint = suggest(scenario, names) || " List the scenarios with journey-sim scenario list.";
  throw new CommandError(`There is no scenario "${toPlain(scenario)}".${hint}`);
}

/** Stores the scenario from a JSON file under the given name, the name in the file or the name of the file. */
export async function putScenario(control: Control, file: string, given?: string): Promise<void> {
  const scenario = checkShape(ScenarioBody, file, await readJson(file));
  const world = await control.worldToChange();
  const name = given ?? scenario.name ?? basename(file, ".json");
  control.print(await control.ask("putScenario", { world, scenario: name }, scenario), toPage);
}

/** The scenarios of the next instances. */
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
  return [...toHead(list, style), "", ...toTable(["SCENARIO", "RULES", "DESCRIPTION"], rows, style)];
}
