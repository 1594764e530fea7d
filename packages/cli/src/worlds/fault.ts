import type { Command } from "@commander-js/extra-typings";
import type { FaultCondition, FaultHits, FaultPlan } from "@journey-kit/schemas/control";
import { toTable } from "@journey-kit/schemas/report";
import { describeFault } from "@journey-kit/schemas/tables";
import { onWorld } from "../terminal/flags.ts";
import { example } from "../terminal/help.ts";
import type { Style } from "../terminal/terminal.ts";
import { type Open, readBody } from "./control.ts";

/** Adds the commands that plan faults. */
export function addFaultCommands(program: Command, open: Open): void {
  const fault = program
    .command("fault")
    .helpCommand(false)
    .description("plan faults, such as lost responses, and show which were applied");
  onWorld(fault.command("list", { isDefault: true }))
    .description("list the planned faults (default)")
    .action((flags) => open(flags).show((world) => world.faults.read(), toPlanPage));
  onWorld(fault.command("put"))
    .description("replace all planned faults with those in a JSON file, and clear the list of applied faults")
    .argument("<file>", "JSON file with the faults")
    .addHelpText("after", example("journey fault put faults.json --world my-tests"))
    .action(async (file, flags) => {
      const plan = await readBody(file, (schemas) => schemas.FaultPlan);
      await open(flags).change((world) => world.faults.set(plan), toPlanPage);
    });
  onWorld(fault.command("clear"))
    .description("remove all planned faults")
    .action((flags) => open(flags).show((world) => world.faults.set({ rules: [] }), toPlanPage));
  onWorld(fault.command("hits"))
    .description("list the faults that have been applied to requests")
    .action((flags) => open(flags).show((world) => world.faults.hits(), toHitsPage));
}

/** Formats a condition: `endpoint v2.startJourney, nth 2`. */
function toWords(when: FaultCondition): string {
  const words = Object.entries(when).map(([name, value]) => `${name} ${value}`);
  return words.length === 0 ? "always" : words.join(", ");
}

function toPlanPage({ rules }: FaultPlan, style: Style): readonly string[] {
  if (rules.length === 0) return ["No faults are planned."];
  const rows = rules.map(({ id, when, then }, i) => [id ?? `rules[${i}]`, toWords(when), describeFault(then)]);
  return toTable(["RULE", "WHEN", "THEN"], rows, style);
}

function toHitsPage({ hits }: FaultHits, style: Style): readonly string[] {
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
