import type { Explanation } from "@journey-kit/schemas/control";
import { onSimulator } from "./control-client.ts";
import { toWords } from "./fault.ts";
import { toColumns, toTable } from "./table.ts";
import type { Style } from "./terminal.ts";

/** Says where an instance is, how it came there and what it waits for. */
export const explain = onSimulator(
  async ({ ask, world }, { words: [instance = ""] }) => ask("explainInstance", { world: await world(), instance }),
  toExplanationPage,
);

/** An explanation as a page to read: phase, what it waits for, modules, timeline. */
export function toExplanationPage(explanation: Explanation, style: Style): readonly string[] {
  const { instanceId, journey, version, generation, ordinal, waitingFor, modules, timeline, lastFault } = explanation;
  const heading = (text: string) => ["", style("bold", text)];
  return [
    `${style("bold", instanceId)}  ${journey} ${version}, ${generation}, instance ${ordinal} of its world`,
    "",
    ...toColumns(toFacts(explanation)),
    ...(waitingFor.length === 0 ? [] : [...heading("Waiting for"), ...indent(waitingFor)]),
    ...(modules.length === 0 ? [] : [...heading("Modules"), ...indent(toModules(modules, style))]),
    ...(lastFault === undefined ? [] : [...heading("Last fault"), ...indent(toFault(lastFault))]),
    ...heading("Timeline"),
    ...indent(toColumns(timeline.map(({ at, kind, what }) => [at, kind.replace("-", " "), what]))),
  ];
}

const indent = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);

const toFault = ({ at, exchange, endpoint, rule, action }: NonNullable<Explanation["lastFault"]>) => [
  `${at}  ${endpoint} (exchange ${exchange}): ${toWords(action)}, by ${rule}`,
];

const toFacts = ({ phase, scenario, now, nextEvent }: Explanation): readonly (readonly string[])[] => [
  ["Phase", phase],
  ["Scenario", scenario],
  ["Now", now],
  ...(nextEvent === undefined ? [] : [["Next event", nextEvent]]),
];

/** A run that is under way has its outcome settled; it shows as what will be found. */
const toModules = (modules: Explanation["modules"], style: Style): readonly string[] =>
  toTable(
    ["MODULE", "ATTEMPT", "FROM", "TO", "OUTCOME", "DECIDED BY"],
    modules.map(({ module, attempt, state, startedAt, finishesAt = "never", outcome, decidedBy }) => [
      module,
      String(attempt),
      startedAt,
      finishesAt,
      state === "finished" ? outcome : `${outcome} (to come)`,
      decidedBy,
    ]),
    style,
  );
