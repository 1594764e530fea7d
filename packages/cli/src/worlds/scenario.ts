import { basename } from "node:path";
import type { Command } from "@commander-js/extra-typings";
import type { ScenarioList, World } from "@journey-kit/schemas/control";
import { suggest, toPlain, toTable } from "@journey-kit/schemas/report";
import { number, text } from "../terminal/flag-values.ts";
import { onWorld } from "../terminal/flags.ts";
import { example } from "../terminal/help.ts";
import { CommandError, type Style } from "../terminal/terminal.ts";
import { type Open, readBody } from "./control.ts";

export function addScenarioCommands(program: Command, open: Open): void {
  const scenario = program
    .command("scenario")
    .helpCommand(false)
    .description("list, save and arm scenarios, which script the outcomes of modules");
  onWorld(scenario.command("list", { isDefault: true }))
    .description("list the scenarios, and show which are armed for the next instances (default)")
    .action((flags) => open(flags).show((world) => world.scenarios.list(), renderScenarios));
  onWorld(scenario.command("arm"))
    .description("apply a scenario to the next instances that start")
    .argument("<name>", "name of the scenario")
    .option("--times <n>", "number of instances to apply the scenario to", number("--times", 1, 1_000_000), 1)
    .addHelpText("after", example("journey scenario arm liveness-fails-once --times 2 --world my-tests"))
    .action((name, { times, ...flags }) =>
      open(flags).change(async (world) => {
        await checkScenario(world, name);
        return world.scenarios.arm({ scenario: name, times });
      }, renderNext),
    );
  onWorld(scenario.command("put"))
    .description("save a scenario from a JSON file in a world; replaces a scenario with the same name")
    .argument("<file>", "JSON file with the scenario")
    .option("--name <name>", "name of the scenario; default: the name in the file, or the file name", text("--name"))
    .action(async (file, { name: given, ...flags }) => {
      const body = await readBody(file, ({ ScenarioBody }) => ScenarioBody);
      const name = given ?? body.name ?? basename(file, ".json");
      if (body.name !== undefined && name !== body.name) throw new CommandError(`${file}: name: must match --name.`);
      await open(flags).change((world) => world.scenarios.put({ ...body, name }), renderScenarios);
    });
}

/** Throws {@link CommandError} if a world has no such scenario. The message suggests the nearest name. */
export async function checkScenario(world: World, scenario: string): Promise<void> {
  const names = (await world.scenarios.list()).scenarios.map(({ name }) => name);
  if (names.includes(scenario)) return;
  const hint = suggest(scenario, names) || " To list the scenarios, run journey scenario list.";
  throw new CommandError(`There is no scenario "${toPlain(scenario)}".${hint}`);
}

function renderNext({ always, armed }: ScenarioList, style: Style): readonly string[] {
  const next = armed.map(
    ({ scenario, times }) => `${scenario}, for ${times === 1 ? "one instance" : `${times} instances`}`,
  );
  return [
    ...next.map((line, i) => `${style("bold", i === 0 ? "next  " : "then  ")}  ${line}`),
    `${style("bold", "always")}  ${always}`,
  ];
}

export function renderScenarios(list: ScenarioList, style: Style): readonly string[] {
  const rows = list.scenarios.map(({ name, rules, description = "" }) => [name, String(rules.length), description]);
  return [...renderNext(list, style), "", ...toTable(["SCENARIO", "RULES", "DESCRIPTION"], rows, style)];
}
