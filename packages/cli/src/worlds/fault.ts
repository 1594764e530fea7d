import type { Command } from "@commander-js/extra-typings";
import type { FaultCondition, FaultHits, FaultPlan, FaultPreset } from "@journey-kit/schemas/control";
import { suggest, toPlain, toTable } from "@journey-kit/schemas/report";
import { describeFault } from "@journey-kit/schemas/tables";
import { onWorld } from "../terminal/flags.ts";
import { example } from "../terminal/help.ts";
import { CommandError, type Style } from "../terminal/terminal.ts";
import { type Open, readBody } from "./control.ts";

export function addFaultCommands(program: Command, open: Open): void {
  const fault = program
    .command("fault")
    .helpCommand(false)
    .description("plan faults, such as lost responses, and show which were applied");
  onWorld(fault.command("list", { isDefault: true }))
    .description("list the planned faults (default)")
    .action((flags) => open(flags).show((world) => world.faults.read(), renderPlan));
  onWorld(fault.command("use"))
    .description("add a ready-made fault to the plan, and clear the list of applied faults")
    .argument("[name]", "name of the fault; omit it to list all names")
    .addHelpText("after", example("journey fault use lose-submit-response --world my-tests"))
    .action(async (name, flags) => {
      const { addPreset, faultPresets } = await import("@journey-kit/schemas/control"); // loads schemas
      const control = open(flags);
      if (name === undefined) return control.print(faultPresets, renderPresets);
      const preset = faultPresets.find(({ rule }) => rule.id === name);
      if (preset === undefined) {
        const names = faultPresets.map(({ rule }) => rule.id);
        const hint = suggest(name, names) || ` Use one of ${names.join(", ")}.`;
        throw new CommandError(`There is no fault "${toPlain(name)}".${hint}`);
      }
      await control.change(async (world) => world.faults.set(addPreset(await world.faults.read(), preset)), renderPlan);
    });
  onWorld(fault.command("put"))
    .description("replace all planned faults with those in a JSON file, and clear the list of applied faults")
    .argument("<file>", "JSON file with the faults")
    .addHelpText("after", example("journey fault put faults.json --world my-tests"))
    .action(async (file, flags) => {
      const plan = await readBody(file, (schemas) => schemas.FaultPlan);
      await open(flags).change((world) => world.faults.set(plan), renderPlan);
    });
  onWorld(fault.command("clear"))
    .description("remove all planned faults")
    .action((flags) => open(flags).show((world) => world.faults.set({ rules: [] }), renderPlan));
  onWorld(fault.command("hits"))
    .description("list the faults that have been applied to requests")
    .action((flags) => open(flags).show((world) => world.faults.hits(), renderHits));
}

const renderPresets = (presets: readonly FaultPreset[], style: Style): readonly string[] =>
  toTable(
    ["NAME", "FAULT"],
    presets.map(({ rule, label, about }) => [rule.id, `${label}. ${about}`]),
    style,
  );

/** Formats a condition: `endpoint v2.startJourney, nth 2`. */
function renderCondition(when: FaultCondition): string {
  const words = Object.entries(when).map(([name, value]) => `${name} ${value}`);
  return words.length === 0 ? "always" : words.join(", ");
}

function renderPlan({ rules }: FaultPlan, style: Style): readonly string[] {
  if (rules.length === 0) return ["No faults are planned."];
  const rows = rules.map(({ id, when, then }, i) => [id ?? `rules[${i}]`, renderCondition(when), describeFault(then)]);
  return toTable(["RULE", "WHEN", "THEN"], rows, style);
}

function renderHits({ hits }: FaultHits, style: Style): readonly string[] {
  if (hits.length === 0) return ["No fault has hit a request."];
  const rows = hits.map(({ rule, endpoint, instance, call, action }) => [
    rule,
    endpoint,
    instance === 0 ? "" : String(instance),
    call === undefined ? "" : String(call),
    describeFault(action),
  ]);
  return toTable(["RULE", "ENDPOINT", "INSTANCE", "CALL", "FAULT"], rows, style);
}
