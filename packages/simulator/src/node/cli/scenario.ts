import { basename } from "node:path";
import type { Command } from "@commander-js/extra-typings";
import { CommandError, example, number, type Style, text } from "@journey-kit/schemas/cli";
import type { ScenarioList } from "@journey-kit/schemas/control";
import { suggest, toPlain, toTable } from "@journey-kit/schemas/report";
import { type Control, type Open, onWorld, readBody } from "./control-client.ts";

/** Adds the commands that script module outcomes. */
export function addScenarioCommands(program: Command, open: Open): void {
  const scenario = program
    .command("scenario")
    .helpCommand(false)
    .description("list, save and arm scenarios, which script the outcomes of modules");
  onWorld(scenario.command("list"))
    .description("list the scenarios, and show which are armed for the next instances (default)")
    .action((options) => open(options).show("listScenarios", toPage));
  onWorld(scenario.command("arm"))
    .description("apply a scenario to the next instances that start")
    .argument("<name>", "name of the scenario")
    .option("--times <n>", "number of instances to apply the scenario to", number("--times", 1, 1_000_000), 1)
    .addHelpText("after", example("journey-sim scenario arm liveness-fails-once --times 2 --world my-tests"))
    .action(async (name, { times, ...options }) => {
      const control = open(options);
      const world = await control.worldToChange();
      await checkScenario(control, world, name);
      await control.show("arm", toHead, { world }, { scenario: name, times });
    });
  onWorld(scenario.command("put"))
    .description("save a scenario from a JSON file in a world; replaces a scenario with the same name")
    .argument("<file>", "JSON file with the scenario")
    .option("--name <name>", "name of the scenario; default: the name in the file, or the file name", text("--name"))
    .action(async (file, { name: given, ...options }) => {
      const body = await readBody(file, ({ ScenarioBody }) => ScenarioBody);
      const control = open(options);
      const parameters = {
        world: await control.worldToChange(),
        scenario: given ?? body.name ?? basename(file, ".json"),
      };
      await control.show("putScenario", toPage, parameters, body);
    });
}

/** Throws {@link CommandError} if a world has no such scenario. The message suggests the nearest name. */
export async function checkScenario(control: Control, world: string, scenario: string): Promise<void> {
  const names = (await control.ask("listScenarios", { world })).scenarios.map(({ name }) => name);
  if (names.includes(scenario)) return;
  const hint = suggest(scenario, names) || " To list the scenarios, run journey-sim scenario list.";
  throw new CommandError(`There is no scenario "${toPlain(scenario)}".${hint}`);
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
