import type { Command } from "@commander-js/extra-typings";
import { example, number, oneOf, reading, repeated, type Terminal, text } from "@journey-kit/schemas/cli";
import { environments, regions } from "@journey-kit/schemas/regions";
import type { Finish } from "./commands.ts";
import type { Control, ControlOptions } from "./control-client.ts";
import { controlTokenOption, simulatorOption } from "./flag-values.ts";

/** Adds the commands that control a running simulator. */
export function addControlCommands(program: Command, terminal: Terminal, finish: Finish): void {
  const on = async <Module>(
    load: () => Promise<Module>,
    options: ControlOptions,
    act: (loaded: Module, control: Control) => Promise<unknown>,
  ): Promise<void> => {
    const { openControl } = await import("./control-client.ts");
    finish(await act(await load(), openControl(options, terminal)));
  };
  const worlds = () => import("./world.ts");
  const situations = () => import("./situation.ts");
  const clocks = () => import("./clock.ts");
  const requests = () => import("./requests.ts");
  const scenarios = () => import("./scenario.ts");
  const faults = () => import("./fault.ts");
  const instances = () => import("./instance.ts");
  const journeys = () => import("./journeys.ts");

  const world = program
    .command("world")
    .helpCommand(false)
    .description("show and change worlds; each client id has a separate world");
  onSimulator(world.command("list"))
    .description("list the worlds that exist (default)")
    .action((options) => on(worlds, options, (loaded, control) => loaded.listWorlds(control)));
  onWorld(world.command("show"))
    .description("show a world's clock and number of instances")
    .action((options) => on(worlds, options, (loaded, control) => loaded.showWorld(control)));
  onWorld(world.command("instances"))
    .description("list the instances in a world and their phases")
    .action((options) => on(worlds, options, (loaded, control) => loaded.listInstances(control)));
  onWorld(world.command("requests"))
    .description("show the latest requests to a world and their results")
    .option("--limit <n>", "number of requests (default: 100)", number("--limit", 1, 9_999))
    .option(
      "--after <request>",
      "show the first requests after the request with this number",
      number("--after", 0, 999_999_999_999_999),
    )
    .option("--deprecated", "count the requests to each deprecated endpoint")
    .option("--fail", "with --deprecated, exit with 1 if there are deprecated requests")
    .addHelpText("after", example("journey-sim world requests --deprecated --fail --world my-tests"))
    .action((options) => on(requests, options, (loaded, control) => loaded.showRequests(control, options)));
  const profile = world
    .command("profile")
    .helpCommand(false)
    .description("show or set the readings that a world follows");
  onWorld(profile.command("show"))
    .description("show the readings that a world follows (default)")
    .action((options) => on(worlds, options, (loaded, control) => loaded.showProfile(control)));
  onWorld(profile.command("set"))
    .description("set the readings that a world follows")
    .argument(
      "[profile]",
      "profile to follow: specified, observed or a JSON file; if omitted, only --reading has an effect",
    )
    .option("--reading <gap=reading>", "override one reading; repeatable", repeated(reading("--reading")))
    .addHelpText("after", example("journey-sim world profile set --reading refer-ends-journey=no --world my-tests"))
    .action((name, options) =>
      on(worlds, options, (loaded, control) => loaded.setProfile(control, name, options.reading)),
    );
  onWorld(world.command("rate"))
    .description("limit how many starts and submits a world accepts per minute")
    .argument("<calls>", "number of starts and submits per minute", number("<calls>", 0, 1_000_000))
    .addHelpText("after", example("journey-sim world rate 10 --world my-tests"))
    .action((calls, options) => on(worlds, options, (loaded, control) => loaded.setRate(control, calls)));
  onWorld(world.command("checkpoint"))
    .description("save the state of a world and show the checkpoint id")
    .action((options) => on(worlds, options, (loaded, control) => loaded.saveCheckpoint(control)));
  onWorld(world.command("checkpoints"))
    .description("list the checkpoints of a world, oldest first")
    .action((options) => on(worlds, options, (loaded, control) => loaded.listCheckpoints(control)));
  onWorld(world.command("restore"))
    .description("restore a world to a checkpoint")
    .argument("<checkpoint>", "id of the checkpoint")
    .action((id, options) => on(worlds, options, (loaded, control) => loaded.restoreCheckpoint(control, id)));
  onWorld(world.command("fork"))
    .description("copy a checkpoint to another client id")
    .argument("<checkpoint>", "id of the checkpoint")
    .argument("<client-id>", "client id of the world to replace")
    .action((id, as, options) => on(worlds, options, (loaded, control) => loaded.forkCheckpoint(control, id, as)));
  onWorld(world.command("remove-checkpoint"))
    .description("delete a checkpoint and list the others")
    .argument("<checkpoint>", "id of the checkpoint")
    .action((id, options) => on(worlds, options, (loaded, control) => loaded.removeCheckpoint(control, id)));
  onWorld(world.command("save"))
    .description("save a world to a file, which may contain personal data")
    .argument("<file>", "file to write")
    .addHelpText("after", example("journey-sim world save situation.json --world my-tests"))
    .action((file, options) => on(situations, options, (loaded, control) => loaded.saveWorld(control, file)));
  onWorld(world.command("open"), "client id of the world to replace; default: the saved client id")
    .description("replace a world with the world in a saved file")
    .argument("<file>", "file written by `world save`")
    .addHelpText("after", example("journey-sim world open situation.json --world copy"))
    .action((file, options) => on(situations, options, (loaded, control) => loaded.openWorld(control, file)));
  onWorld(world.command("reset"))
    .description("remove all instances from a world and revoke its tokens")
    .action((options) => on(worlds, options, (loaded, control) => loaded.resetWorld(control)));

  const clock = program.command("clock").helpCommand(false).description("show and change the clock of a world");
  onWorld(clock.command("show"))
    .description("show the time and mode of the clock (default)")
    .action((options) => on(clocks, options, (loaded, control) => loaded.showClock(control)));
  onWorld(clock.command("advance"))
    .description("move the clock forward")
    .argument(
      "<distance>",
      "how far to move: 90s, 24h, 1h30m or next-event; or the time to move to, as an ISO 8601 timestamp",
    )
    .addHelpText("after", example("journey-sim clock advance 24h --world my-tests"))
    .action((distance, options) => on(clocks, options, (loaded, control) => loaded.advanceClock(control, distance)));
  for (const [verb, mode, description] of clockModes) {
    onWorld(clock.command(verb))
      .description(description)
      .action((options) => on(clocks, options, (loaded, control) => loaded.changeClock(control, mode)));
  }

  const journey = program
    .command("journey")
    .helpCommand(false)
    .description("list and publish journeys on a running simulator");
  onSimulator(journey.command("list"))
    .description("list the published journeys (default)")
    .action((options) => on(journeys, options, (loaded, control) => loaded.showJourneys(control)));
  onSimulator(journey.command("publish"))
    .description("publish a journey from a JSON file; if the file has no version, the journey gets the next one")
    .argument("<file>", "JSON file with the journey")
    .option(
      "--environment <name>",
      "where to publish: preview or production; repeatable; default: both",
      repeated(oneOf("--environment", environments)),
    )
    .option(
      "--region <region>",
      "where to publish: eu, us or au; repeatable; default: the regions in the file",
      repeated(oneOf("--region", regions)),
    )
    .addHelpText("after", example("journey-sim journey publish selfie.json --environment preview --region eu"))
    .action((file, options) =>
      on(journeys, options, (loaded, control) => loaded.publishJourney(control, file, options)),
    );

  const scenario = program.command("scenario").helpCommand(false).description("script module outcomes");
  onWorld(scenario.command("list"))
    .description("list the scenarios, and those armed for the next instances (default)")
    .action((options) => on(scenarios, options, (loaded, control) => loaded.listScenarios(control)));
  onWorld(scenario.command("arm"))
    .description("apply a scenario to the next instances that start")
    .argument("<name>", "name of the scenario")
    .option("--times <n>", "number of instances", number("--times", 1, 1_000_000), 1)
    .addHelpText("after", example("journey-sim scenario arm liveness-fails-once --times 2 --world my-tests"))
    .action((name, options) =>
      on(scenarios, options, (loaded, control) => loaded.armScenario(control, name, options.times)),
    );
  onWorld(scenario.command("put"))
    .description("save a scenario from a JSON file in a world")
    .argument("<file>", "JSON file with the scenario")
    .option("--name <name>", "name of the scenario; default: the name in the file, or the file name", text("--name"))
    .action((file, options) =>
      on(scenarios, options, (loaded, control) => loaded.putScenario(control, file, options.name)),
    );

  const fault = program.command("fault").helpCommand(false).description("plan faults between client and service");
  onWorld(fault.command("list"))
    .description("list the planned faults (default)")
    .action((options) => on(faults, options, (loaded, control) => loaded.listFaults(control)));
  onWorld(fault.command("put"))
    .description("plan the faults in a JSON file, and clear the list of applied faults")
    .argument("<file>", "JSON file with the faults")
    .addHelpText("after", example("journey-sim fault put faults.json --world my-tests"))
    .action((file, options) => on(faults, options, (loaded, control) => loaded.planFaults(control, file)));
  onWorld(fault.command("clear"))
    .description("remove all planned faults")
    .action((options) => on(faults, options, (loaded, control) => loaded.planFaults(control)));
  onWorld(fault.command("hits"))
    .description("list the faults that were applied to requests")
    .action((options) => on(faults, options, (loaded, control) => loaded.showHits(control)));

  const instance = program.command("instance").helpCommand(false).description("change one instance");
  onWorld(instance.command("advance"))
    .description("move one instance forward in time")
    .argument("<id>", "id of the instance")
    .argument("<distance>", "how far to move: 90s, 24h, 1h30m or next-event")
    .action((id, by, options) => on(instances, options, (loaded, control) => loaded.advanceInstance(control, id, by)));
  onWorld(instance.command("resolve"))
    .description("set the outcome of a running module")
    .argument("<id>", "id of the instance")
    .argument("<module>", "name of the module")
    .argument("<outcome>", "name of an outcome of the module, or accept, refer or reject")
    .option(
      "--retry <how>",
      "whether the module may run again: never, automatic, or recollect (with new data)",
      oneOf("--retry", ["never", "automatic", "recollect"]),
    )
    .addHelpText("after", example("journey-sim instance resolve sim_… Liveness Fail --world my-tests"))
    .action((id, module, outcome, options) =>
      on(instances, options, (loaded, control) => loaded.resolveModule(control, id, module, outcome, options)),
    );
  onWorld(instance.command("review"))
    .description("accept or reject a referred instance")
    .argument("<id>", "id of the instance")
    .argument("<outcome>", "accept or reject")
    .action((id, outcome, options) =>
      on(instances, options, (loaded, control) => loaded.reviewInstance(control, id, outcome)),
    );
  onWorld(instance.command("complete-pages"))
    .description("fill in the remaining hosted pages with sample data")
    .argument("<id>", "id of the instance")
    .option("--person <name>", "last name to enter, for example Testreject", text("--person"))
    .addHelpText("after", example("journey-sim instance complete-pages sim_… --person Testreject --world my-tests"))
    .action((id, options) => on(instances, options, (loaded, control) => loaded.completePages(control, id, options)));
  for (const [verb, description] of steeringVerbs) {
    onWorld(instance.command(verb))
      .description(description)
      .argument("<id>", "id of the instance")
      .action((id, options) => on(instances, options, (loaded, control) => loaded.steerInstance(control, verb, id)));
  }

  onWorld(program.command("explain"))
    .description("explain where an instance is, how it got there and what it is waiting for")
    .argument("[instance]", "id of the instance; default: the latest instance in the world")
    .option("--at <instant>", "explain the state at an earlier time, given as an ISO 8601 timestamp", text("--at"))
    .option(
      "--commands <count>",
      "explain the state after this many changes to the instance, counting the start",
      text("--commands"),
    )
    .addHelpText("after", example("journey-sim explain --world my-tests"))
    .action((id, options) => on(instances, options, (loaded, control) => loaded.explainInstance(control, id, options)));
  onSimulator(program.command("coverage"))
    .description("show which parts of the specification are covered by the requests in all worlds")
    .option("--world <client-id>", "include only this world; repeatable", repeated(text("--world")))
    .option("--min <percent>", "exit with 1 if coverage is below this percentage", number("--min", 0, 100))
    .option("--junit <file>", "write a JUnit report to a file", text("--junit"))
    .addHelpText("after", example("journey-sim coverage --min 60 --junit coverage.xml --world my-tests"))
    .action(({ world: only, ...options }) =>
      on(requests, options, (loaded, control) => loaded.showCoverage(control, { ...options, only })),
    );
}

const steeringVerbs = [
  ["pause", "pause an instance"],
  ["resume", "resume a paused instance"],
  ["fail", "make an instance fail"],
] as const;

const clockModes = [
  ["freeze", "frozen", "stop the clock"],
  ["auto", "auto", "stop the clock, and move an instance to its next event each time it is fetched"],
  ["real", "real", "let the clock run at the speed of the system clock"],
] as const;

const onSimulator = (command: Command) =>
  command
    .addOption(simulatorOption("address of the simulator (default: 127.0.0.1:4010)"))
    .addOption(controlTokenOption("control token of a simulator on another machine"))
    .option("--json", "print JSON");

const onWorld = (command: Command, meaning = "client id of the world; optional if there is only one world") =>
  onSimulator(command).option("--world <client-id>", meaning, text("--world"));
