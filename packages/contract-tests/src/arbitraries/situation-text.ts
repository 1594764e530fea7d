import type { JourneyDefinition } from "@journey-kit/schemas";
import type { FaultAction, FaultPlan, Scenario } from "@journey-kit/schemas/control";
import { presets, type Readings } from "@journey-kit/schemas/profile";
import type { GeneratedSituation } from "./situation.ts";

/** Describes a generated situation, one fact per line. */
export const toSituationLines = (situation: GeneratedSituation): readonly string[] => [
  ...situation.runs.map(({ journey: n, subject }, i) => {
    const name = [subject.identity?.firstName, ...(subject.identity?.lastNames ?? [])].join(" ");
    return `journey ${i + 1}, for ${name}: ${toJourneyText(situation.journeys[n])}`;
  }),
  `readings: ${toReadingLine(situation.readings)}`,
  ...(situation.region === undefined ? [] : [`region ${situation.region}`]),
  ...(situation.pauseAfter === undefined ? [] : [`a tester pauses each instance after ${situation.pauseAfter} polls`]),
  ...situation.scenario.rules.map((rule) => toRuleText(rule)),
  ...toFaultLines(situation.faults),
];

function toJourneyText(definition: JourneyDefinition | undefined): string {
  if (definition === undefined) return "none";
  const segments = definition.segments.map(({ interactions = [], tasks = [], modules }) => {
    const works = [...interactions, ...tasks].map(({ required, optional }) =>
      [...required, ...optional.map((name) => `${name}?`)].join(" and "),
    );
    const names = modules.map(({ module }) => module).join(" and ");
    return [...works.map((names) => `collects ${names}`), `runs ${names || "no module"}`].join(", ");
  });
  return `${definition.generation}, ${segments.join("; then ")}`;
}

function toReadingLine(readings: Readings): string {
  const from = (preset: Readings) =>
    Object.entries({ ...presets.specified, ...readings }).filter(
      ([id, reading]) => Reflect.get(preset, id) !== reading,
    );
  const [specified, observed] = [from(presets.specified), from(presets.observed)];
  const [preset, others] = specified.length <= observed.length ? ["specified", specified] : ["observed", observed];
  return [preset, ...others.map(([id, reading]) => `${id}=${reading}`)].join(", ");
}

function toRuleText({ when, then }: Scenario["rules"][number]): string {
  const { outcome, latency, ends } = then;
  const what =
    ends === "fail" ? "fails" : outcome === undefined ? "succeeds" : `has the outcome ${JSON.stringify(outcome)}`;
  return `${when.module} ${what}${latency === undefined ? "" : ` after ${Number(latency) / 1_000} s`}`;
}

/** Describes consecutive equal faults in one line. */
function toFaultLines({ rules }: FaultPlan): readonly string[] {
  const lines: string[] = [];
  for (const [i, { when, then }] of rules.entries()) {
    const before = rules[i - 1];
    const isSame = before?.when.endpoint === when.endpoint && JSON.stringify(before?.then) === JSON.stringify(then);
    if (isSame && before?.when.nth === (when.nth ?? 0) - 1) lines.push(`${lines.pop()}, ${when.nth}`);
    else lines.push(`${toActionText(then)} on ${when.endpoint} request ${when.nth}`);
  }
  return lines;
}

function toActionText(action: FaultAction): string {
  const [[kind, value] = ["", ""], ...others] = Object.entries(action);
  const more = others.map(([name, setting]) => `, ${name} ${JSON.stringify(setting)}`).join("");
  return `fault ${kind} ${JSON.stringify(value)}${more}`;
}
