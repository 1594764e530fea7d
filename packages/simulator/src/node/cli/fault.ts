import { checkShape, readJson, type Style } from "@journey-kit/schemas/cli";
import { FaultPlan } from "@journey-kit/schemas/control";
import { toTable } from "@journey-kit/schemas/report";
import type { Control, ControlResponse } from "./control-client.ts";

/** Shows the faults planned for a world. */
export const listFaults = async (control: Control): Promise<void> =>
  control.print(await control.ask("readFaults", { world: await control.world() }), toPlanPage);

/** Plans the faults in a JSON file. Without a file, removes all planned faults. */
export async function planFaults(control: Control, file?: string): Promise<void> {
  const plan = file === undefined ? { rules: [] } : checkShape(FaultPlan, file, await readJson(file));
  const world = file === undefined ? await control.world() : await control.worldToChange();
  control.print(await control.ask("putFaults", { world }, plan), toPlanPage);
}

/** Lists the faults that were applied to requests. */
export const showHits = async (control: Control): Promise<void> =>
  control.print(await control.ask("readFaultHits", { world: await control.world() }), toHitsPage);

/** Formats a condition or an action: `endpoint v2.startJourney, nth 2`. */
export function toWords(members: object): string {
  const words = Object.entries(members).map(([name, value]) =>
    typeof value === "string" || typeof value === "number" ? `${name} ${value}` : `${name} ${JSON.stringify(value)}`,
  );
  return words.length === 0 ? "always" : words.join(", ");
}

function toPlanPage({ rules }: FaultPlan, style: Style): readonly string[] {
  if (rules.length === 0) return ["No faults are planned."];
  const rows = rules.map(({ id, when, then }, i) => [id ?? `rules[${i}]`, toWords(when), toWords(then)]);
  return toTable(["RULE", "WHEN", "THEN"], rows, style);
}

function toHitsPage({ hits }: ControlResponse<"readFaultHits">, style: Style): readonly string[] {
  if (hits.length === 0) return ["No fault has hit a request."];
  const rows = hits.map(({ rule, endpoint, instance, call, action }) => [
    rule,
    endpoint,
    instance === 0 ? "" : String(instance),
    call === undefined ? "" : String(call),
    toWords(action),
  ]);
  return toTable(["RULE", "ENDPOINT", "INSTANCE", "CALL", "FAULT"], rows, style);
}
