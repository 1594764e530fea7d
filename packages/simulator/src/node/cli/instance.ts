import type { Command } from "@commander-js/extra-typings";
import { CommandError, example, oneOf, type Style, text } from "@journey-kit/schemas/cli";
import type { Explanation } from "@journey-kit/schemas/control";
import { toColumns, toTable } from "@journey-kit/schemas/report";
import { describeFault } from "@journey-kit/schemas/tables";
import { readDistance } from "./clock.ts";
import { type Open, onWorld } from "./control-client.ts";

const steeringVerbs = [
  ["pause", "pause an instance"],
  ["resume", "resume a paused instance"],
  ["fail", "make an instance fail"],
] as const;

/** Adds the commands that change one instance. */
export function addInstanceCommands(program: Command, open: Open): void {
  const instances = program.command("instance").helpCommand(false).description("change one instance");
  onWorld(instances.command("advance"))
    .description("move one instance forward in time")
    .argument("<id>", "id of the instance")
    .argument("<distance>", "how far to move: 90s, 24h, 1h30m or next-event")
    .action((instance, distance, options) => {
      const by = readDistance(distance, "instance advance", false);
      return open(options).show("advanceInstance", toPage, { instance }, by);
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
    .addHelpText("after", example("journey-sim instance resolve sim_… Liveness Fail --world my-tests"))
    .action((instance, module, outcome, { retry, ...options }) => {
      if (outcome === "")
        throw new CommandError('"instance resolve" takes the name of an outcome, or accept, refer or reject.', 2);
      return open(options).show("resolveModule", toPage, { instance, module }, { outcome, retry });
    });
  onWorld(instances.command("review"))
    .description("accept or reject a referred instance")
    .argument("<id>", "id of the instance")
    .argument("<outcome>", "accept or reject")
    .action((instance, outcome, options) => {
      const isKnown = outcome === "accept" || outcome === "reject";
      if (!isKnown) throw new CommandError('"instance review" takes accept or reject as the outcome.', 2);
      return open(options).show("reviewInstance", toPage, { instance }, { outcome });
    });
  onWorld(instances.command("complete-pages"))
    .description("complete the remaining hosted pages of an instance with sample data")
    .argument("<id>", "id of the instance")
    .option("--person <name>", "last name to enter, for example Testreject", text("--person"))
    .addHelpText("after", example("journey-sim instance complete-pages sim_… --person Testreject --world my-tests"))
    .action((instance, { person, ...options }) =>
      open(options).show("completePages", toPage, { instance }, { person }),
    );
  for (const [verb, description] of steeringVerbs) {
    onWorld(instances.command(verb))
      .description(description)
      .argument("<id>", "id of the instance")
      .action((instance, options) => open(options).show(`${verb}Instance`, toPage, { instance }, {}));
  }
}

/** Adds the command that explains the current or an earlier state of an instance. */
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
    .addHelpText("after", example("journey-sim explain --world my-tests"))
    .action(async (id, { at, commands, ...options }) => {
      const control = open(options);
      const world = await control.world();
      const instance = id ?? (await control.ask("listInstances", { world })).instances.at(-1)?.instanceId;
      if (instance === undefined)
        throw new CommandError(
          `World ${world} has no instances yet. Start a journey, or choose another world with --world.`,
        );
      await control.show("explainInstance", toPage, { world, instance }, undefined, { at, commands });
    });
}

function toPage(explanation: Explanation, style: Style): readonly string[] {
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
  `${at}  ${endpoint} (request ${exchange}): ${describeFault(action)} (${rule})`,
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
