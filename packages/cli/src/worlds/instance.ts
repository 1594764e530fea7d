import type { Command } from "@commander-js/extra-typings";
import type { Explanation } from "@journey-kit/schemas/control";
import { describeDecider, describeEvent, describeWaits, toColumns, toTable } from "@journey-kit/schemas/report";
import { describeFault } from "@journey-kit/schemas/tables";
import { oneOf, text } from "../terminal/flag-values.ts";
import { onWorld } from "../terminal/flags.ts";
import { example } from "../terminal/help.ts";
import { CommandError, indent, type Style, usageError } from "../terminal/terminal.ts";
import { readDistance } from "./clock.ts";
import type { Open } from "./control.ts";

const steeringVerbs = [
  ["pause", "pause an instance"],
  ["resume", "resume a paused instance"],
  ["fail", "make an instance fail"],
] as const;

export function addInstanceCommands(program: Command, open: Open): void {
  const instances = program.command("instance").helpCommand(false).description("change one instance");
  onWorld(instances.command("advance"))
    .description("move one instance forward in time")
    .argument("<id>", "id of the instance")
    .argument("<distance>", "how far to move: 90s, 24h, 1h30m or next-event")
    .action((id, distance, flags) => {
      const by = readDistance(distance, "instance advance");
      return open(flags).show((world) => world.instance(id).advance(by), renderExplanation);
    });
  onWorld(instances.command("resolve"))
    .description("set the outcome of a running module")
    .argument("<id>", "id of the instance")
    .argument("<module>", "name of the module")
    .argument("<outcome>", "one of the module's outcomes, or accept, refer or reject")
    .option(
      "--retry <how>",
      "whether the module runs again: never, automatic, or recollect (with new data)",
      oneOf("--retry", ["never", "automatic", "recollect"]),
    )
    .addHelpText("after", example("journey instance resolve sim_… Liveness Fail --world my-tests"))
    .action((id, module, outcome, { retry, ...flags }) => {
      if (outcome === "")
        throw usageError('"instance resolve" takes the name of an outcome, or accept, refer or reject.');
      return open(flags).show((world) => world.instance(id).resolve(module, { outcome, retry }), renderExplanation);
    });
  onWorld(instances.command("review"))
    .description("accept or reject a referred instance")
    .argument("<id>", "id of the instance")
    .argument("<outcome>", "accept or reject")
    .action((id, outcome, flags) => {
      const isKnown = outcome === "accept" || outcome === "reject";
      if (!isKnown) throw usageError('"instance review" takes accept or reject as the outcome.');
      return open(flags).show((world) => world.instance(id).review({ outcome }), renderExplanation);
    });
  onWorld(instances.command("complete-pages"))
    .description("complete the remaining hosted pages of an instance with sample data")
    .argument("<id>", "id of the instance")
    .option("--person <name>", "last name to enter, for example Testreject", text("--person"))
    .addHelpText("after", example("journey instance complete-pages sim_… --person Testreject --world my-tests"))
    .action((id, { person, ...flags }) =>
      open(flags).show((world) => world.instance(id).completePages({ person }), renderExplanation),
    );
  for (const [verb, description] of steeringVerbs) {
    onWorld(instances.command(verb))
      .description(description)
      .argument("<id>", "id of the instance")
      .action((id, flags) => open(flags).show((world) => world.instance(id)[verb](), renderExplanation));
  }
}

export function addExplain(program: Command, open: Open): void {
  onWorld(program.command("explain"))
    .description("show the state of an instance, how it was reached and what the instance is waiting for")
    .argument("[instance]", "id of the instance; default: the latest instance in the world")
    .option("--at <instant>", "explain the state at an earlier time, given as an ISO 8601 timestamp", text("--at"))
    .option(
      "--commands <count>",
      "explain the state after this number of commands, including the start",
      text("--commands"),
    )
    .addHelpText("after", example("journey explain --world my-tests"))
    .action(async (id, { at, commands, ...flags }) => {
      const control = open(flags);
      const world = await control.world();
      const instance = id ?? (await world.instances()).instances.at(-1)?.instanceId;
      if (instance === undefined)
        throw new CommandError(
          `World ${world.name} has no instances yet. Start a journey, or choose another world with --world.`,
        );
      control.print(await world.instance(instance).explain({ at, commands }), renderExplanation);
    });
}

export function renderExplanation(explanation: Explanation, style: Style): readonly string[] {
  const { instanceId, journey, version, apiVersion, region, ordinal, waitingFor, modules, timeline, lastFault } =
    explanation;
  const heading = (text: string) => ["", style("bold", text)];
  return [
    `${style("bold", instanceId)}  ${journey} ${version}, ${apiVersion} in ${region}, instance ${ordinal} of its world`,
    "",
    ...toColumns(renderFacts(explanation)),
    ...(waitingFor.length === 0 ? [] : [...heading("Waiting for"), ...indent(describeWaits(waitingFor))]),
    ...(modules.length === 0 ? [] : [...heading("Modules"), ...indent(renderModules(modules, style))]),
    ...(lastFault === undefined ? [] : [...heading("Last fault"), ...indent(renderFault(lastFault))]),
    ...heading("Timeline"),
    ...indent(toColumns(timeline.map((event) => [event.at, event.kind.replace("-", " "), describeEvent(event)]))),
  ];
}

const renderFault = ({ at, exchange, endpoint, rule, action }: NonNullable<Explanation["lastFault"]>) => [
  `${at}  ${endpoint} (request ${exchange}): ${describeFault(action)} (${rule})`,
];

const renderFacts = ({ phase, scenario, readings, now, nextEvent }: Explanation): readonly (readonly string[])[] => [
  ["Phase", phase],
  ["Scenario", scenario],
  ...Object.entries(readings ?? {}).map(([gap, reading]) => ["Reading", `${gap}=${reading}`]),
  ["Now", now],
  ...(nextEvent === undefined ? [] : [["Next event", nextEvent]]),
];

/** A running module already has an outcome, but it only takes effect when the module finishes. */
function renderOutcome({ state, outcome, ends }: Explanation["modules"][number]): string {
  if (state === "finished") return outcome;
  if (state === "failed") return "could not complete";
  const expected = { fail: "failure", never: "none" };
  return `${ends === undefined ? outcome : expected[ends]} (${state === "paused" ? "paused" : "pending"})`;
}

const renderModules = (modules: Explanation["modules"], style: Style): readonly string[] =>
  toTable(
    ["MODULE", "ATTEMPT", "FROM", "TO", "OUTCOME", "DECIDED BY"],
    modules.map((run) => [
      run.module,
      String(run.attempt),
      run.startedAt,
      run.finishesAt ?? "never",
      renderOutcome(run),
      describeDecider(run.decidedBy),
    ]),
    style,
  );
