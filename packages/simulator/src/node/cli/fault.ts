import { FaultPlan } from "@journey-kit/schemas/control";
import { type Answered, onSimulator, type Verb } from "./control-client.ts";
import type { UsageName } from "./flags.ts";
import { checkShape, readJson } from "./load-files.ts";
import { toTable } from "./table.ts";
import type { Style } from "./terminal.ts";

type FaultUsage = Extract<UsageName, `fault ${string}`>;

/** Plans what goes wrong on the way to a world, and shows which calls were struck. */
export const faultVerbs: Readonly<Record<FaultUsage, Verb>> = {
  "fault list": onSimulator(async ({ ask, world }) => ask("readFaults", { world: await world() }), toPlanPage),
  "fault put": onSimulator(async ({ ask, world }, { words: [file = ""] }) => {
    const plan = checkShape(FaultPlan, file, await readJson(file));
    return ask("putFaults", { world: await world() }, plan);
  }, toPlanPage),
  "fault clear": onSimulator(
    async ({ ask, world }) => ask("putFaults", { world: await world() }, { rules: [] }),
    toPlanPage,
  ),
  "fault hits": onSimulator(async ({ ask, world }) => ask("readFaultHits", { world: await world() }), toLedgerPage),
};

/** A condition or an action as words: `endpoint v2.startJourney, nth 2`. */
export function toWords(members: object): string {
  const words = Object.entries(members).map(([name, value]) =>
    typeof value === "string" || typeof value === "number" ? `${name} ${value}` : `${name} ${JSON.stringify(value)}`,
  );
  return words.length === 0 ? "always" : words.join(", ");
}

function toPlanPage({ rules }: FaultPlan, style: Style): readonly string[] {
  if (rules.length === 0) return ["No fault is planned."];
  const rows = rules.map(({ id, when, then }, i) => [id ?? `rules[${i}]`, toWords(when), toWords(then)]);
  return toTable(["RULE", "WHEN", "THEN"], rows, style);
}

function toLedgerPage({ hits }: Answered<"readFaultHits">, style: Style): readonly string[] {
  if (hits.length === 0) return ["No call has been struck."];
  const rows = hits.map(({ rule, endpoint, instance, call, action }) => [
    rule,
    endpoint,
    instance === 0 ? "" : String(instance),
    call === undefined ? "" : String(call),
    toWords(action),
  ]);
  return toTable(["RULE", "ENDPOINT", "INSTANCE", "CALL", "FAULT"], rows, style);
}
