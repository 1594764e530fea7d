import { CommandError, type Style } from "@journey-kit/schemas/cli";
import { type Explanation, type ExplanationQuery, Resolution, type Retry, Review } from "@journey-kit/schemas/control";
import type { ControlRouteName } from "@journey-kit/schemas/control-routes";
import { toColumns, toTable } from "@journey-kit/schemas/report";
import type { Control } from "./control-client.ts";
import { readDistance } from "./duration.ts";
import { toWords } from "./fault.ts";

/**
 * Explains the current or an earlier state of an instance: how the instance got there and what it is waiting for. The
 * default is the latest instance of the world.
 */
export async function explainInstance(
  control: Control,
  id: string | undefined,
  { at, commands }: ExplanationQuery,
): Promise<void> {
  const world = await control.world();
  const instance = id ?? (await control.ask("listInstances", { world })).instances.at(-1)?.instanceId;
  if (instance === undefined) throw new CommandError(`World ${world} has no instances yet.`);
  const query = { ...(at !== undefined && { at }), ...(commands !== undefined && { commands }) };
  control.print(await control.ask("explainInstance", { world, instance }, undefined, query), toExplanationPage);
}

/** Endpoints that change an instance and respond with its explanation. */
type InstanceRoute = Extract<ControlRouteName, `${string}Instance` | "resolveModule" | "completePages">;

async function change(control: Control, name: InstanceRoute, instance: string, body: object, module = "") {
  const world = await control.world();
  control.print(await control.ask(name, { world, instance, module }, body), toExplanationPage);
}

/** Moves the clock of one instance forward. */
export const advanceInstance = async (control: Control, instance: string, distance: string): Promise<void> =>
  change(control, "advanceInstance", instance, readDistance(distance, "instance advance", false));

/** Decides the outcome of a running module. */
export async function resolveModule(
  control: Control,
  instance: string,
  module: string,
  outcome: string,
  { retry }: { readonly retry?: Retry | undefined },
) {
  const body = Resolution.safeParse({ outcome, retry });
  if (!body.success) throw new CommandError('"instance resolve" takes an outcome of the module.', 2);
  await change(control, "resolveModule", instance, body.data, module);
}

/** Accepts or rejects a referred instance. */
export async function reviewInstance(control: Control, instance: string, outcome: string) {
  const body = Review.safeParse({ outcome });
  if (!body.success) throw new CommandError('"instance review" takes accept or reject.', 2);
  await change(control, "reviewInstance", instance, body.data);
}

/** Fills in the remaining hosted pages. `person` is the last name to enter. */
export async function completePages(
  control: Control,
  instance: string,
  { person }: { readonly person?: string | undefined },
) {
  await change(control, "completePages", instance, person === undefined ? {} : { person });
}

/** Pauses or resumes an instance, or makes it fail. */
export const steerInstance = async (control: Control, verb: "pause" | "resume" | "fail", instance: string) =>
  change(control, `${verb}Instance`, instance, {});

function toExplanationPage(explanation: Explanation, style: Style): readonly string[] {
  const { instanceId, journey, version, generation, region, ordinal, waitingFor, modules, timeline, lastFault } =
    explanation;
  const heading = (text: string) => ["", style("bold", text)];
  return [
    `${style("bold", instanceId)}  ${journey} ${version}, ${generation} in ${region}, instance ${ordinal} of its world`,
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
  `${at}  ${endpoint} (request ${exchange}): ${toWords(action)} (${rule})`,
];

const toFacts = ({ phase, scenario, readings, now, nextEvent }: Explanation): readonly (readonly string[])[] => [
  ["Phase", phase],
  ["Scenario", scenario],
  ...Object.entries(readings ?? {}).map(([gap, reading]) => ["Reading", `${gap}=${reading}`]),
  ["Now", now],
  ...(nextEvent === undefined ? [] : [["Next event", nextEvent]]),
];

/** A running module already has an outcome, but it only takes effect when the module finishes. */
function toOutcome({ state, outcome, ends }: Explanation["modules"][number]): string {
  if (state === "finished") return outcome;
  if (state === "failed") return "could not complete";
  const expected = { fail: "failure", never: "none" };
  return `${ends === undefined ? outcome : expected[ends]} (${state === "paused" ? "paused" : "pending"})`;
}

const toModules = (modules: Explanation["modules"], style: Style): readonly string[] =>
  toTable(
    ["MODULE", "ATTEMPT", "FROM", "TO", "OUTCOME", "DECIDED BY"],
    modules.map((run) => [
      run.module,
      String(run.attempt),
      run.startedAt,
      run.finishesAt ?? "never",
      toOutcome(run),
      run.decidedBy,
    ]),
    style,
  );
