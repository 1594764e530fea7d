import type { Command } from "@commander-js/extra-typings";
import { example, type Style } from "@journey-kit/schemas/cli";
import type { FaultCondition, FaultPlan } from "@journey-kit/schemas/control";
import { toTable } from "@journey-kit/schemas/report";
import { describeFault } from "@journey-kit/schemas/tables";
import { type ControlResponse, type Open, onWorld, readBody } from "./control-client.ts";

/** Adds the commands that plan faults. */
export function addFaultCommands(program: Command, open: Open): void {
  const fault = program
    .command("fault")
    .helpCommand(false)
    .description("plan faults, such as lost responses, and show which were applied");
  onWorld(fault.command("list"))
    .description("list the planned faults (default)")
    .action((options) => open(options).show("readFaults", toPlanPage));
  onWorld(fault.command("put"))
    .description("replace all planned faults with those in a JSON file, and clear the list of applied faults")
    .argument("<file>", "JSON file with the faults")
    .addHelpText("after", example("journey-sim fault put faults.json --world my-tests"))
    .action(async (file, options) => {
      const plan = await readBody(file, (schemas) => schemas.FaultPlan);
      await open(options).change("putFaults", toPlanPage, plan);
    });
  onWorld(fault.command("clear"))
    .description("remove all planned faults")
    .action((options) => open(options).show("putFaults", toPlanPage, {}, { rules: [] }));
  onWorld(fault.command("hits"))
    .description("list the faults that have been applied to requests")
    .action((options) => open(options).show("readFaultHits", toHitsPage));
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

function toHitsPage({ hits }: ControlResponse<"readFaultHits">, style: Style): readonly string[] {
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
