import { type Argument, Command, CommanderError, Option, type OptionValues } from "@commander-js/extra-typings";
import { suggest, toUsageProblem } from "@journey-kit/schemas/report";
import { ruleIds } from "@journey-kit/schemas/rules";
import { type RequirementId, requirements } from "../client/requirements.ts";
import { address, each, number, oneOf, reading, seconds, text, token } from "./flag-values.ts";
import { CommandError, styleFor, type Terminal } from "./terminal.ts";

/**
 * Runs a command line.
 *
 * @returns The exit code: 0 when all is well, 1 when failures were found, 2 for a wrong command line.
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  let code = 0;
  const program = createProgram(terminal, (result) => {
    if (typeof result === "number") code = result;
  });
  try {
    await program.parseAsync(args.length === 0 ? ["--help"] : withNegatives(args), { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0; // help or version was shown
    const isUsage = error instanceof CommanderError || (error instanceof CommandError && error.exitCode === 2);
    terminal.err.write(`journey-contract: ${toMessage(error)}${isUsage ? " Try journey-contract --help." : ""}\n`);
    return isUsage ? 2 : 1;
  }
}

/** A negative number is a value, not a flag: a space before it says so. */
function withNegatives(args: readonly string[]): string[] {
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  return args.map((arg, i) => (i < end && /^-\d/.test(arg) ? ` ${arg}` : arg));
}

function toMessage(error: unknown): string {
  if (error instanceof CommanderError) return toUsageProblem(error.code, error.message);
  return error instanceof Error ? error.message : String(error);
}

const requirementIds = Object.keys(requirements) as RequirementId[]; // `Object.keys` forgets its keys

/** Every command. A command's own file is loaded when it runs; `finish` keeps its exit code. */
function createProgram(terminal: Terminal, finish: (result: unknown) => void): Command {
  const style = styleFor(terminal.out);
  const program = new Command("journey-contract")
    .description("Checks clients and servers of the identity-journey service against their contract.")
    .usage("<command> [options]")
    .version(terminal.version, "-v, --version", "show the version")
    .helpOption("-h, --help", "show this help")
    .helpCommand("help [command]", "show the help of a command")
    .exitOverride()
    .configureOutput({
      writeOut: (output) => void terminal.out.write(output),
      writeErr: () => undefined,
      getOutHelpWidth: () => 100,
    })
    .configureHelp({
      styleTitle: (title) => style("bold", title),
      commandDescription: (command) => toSentence(command.description()),
      subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(toTerm)].join(" "),
    })
    .enablePositionalOptions()
    .addHelpText("after", epilog);

  withSimulator(withResults(withProfile(program.command("drive"))))
    .description("run a program in any language as a client and check its requirements")
    .argument("<command...>", "the program and its arguments, after --")
    .passThroughOptions()
    .option(
      "--journey <id>",
      "resource id that the program runs (default: document-and-selfie@latest)",
      text("--journey"),
    )
    .option("--scenario <name>", "one more situation: a scenario by name, or a JSON file", text("--scenario"))
    .option("--faults <file>", "the faults of that situation, as a JSON file", text("--faults"))
    .option("--only <id>", "check this alone; repeatable", each(oneOf("--only", requirementIds)))
    .addOption(duration("--poll-seconds <n>", "value of JOURNEY_POLL_SECONDS", 200))
    .addOption(duration("--timeout <seconds>", "time limit of the program per journey", 60_000))
    .option("--slow", "also run situations that take more than a minute, such as token expiry")
    .addHelpText("after", example("journey-contract drive --min 30 -- python3 client.py"))
    .action(async (command, options) => finish(await (await import("./drive.ts")).drive(command, options, terminal)));
  withSimulator(withResults(program.command("readings")))
    .description("run a program under every pair of readings, and find those that break it")
    .argument("<command...>", "the program and its arguments, after --")
    .passThroughOptions()
    .option("--journey <id>", "one journey to run; repeatable (default: all that ship)", each(text("--journey")))
    .option("--generation <v1|v2>", "generation of the journeys", oneOf("--generation", ["v1", "v2"]), "v2" as const)
    .option("--strength <2|3>", "every pair of readings, or every three", oneOf("--strength", ["2", "3"]), "2" as const)
    .option("--parallel <n>", "how many programs run at once", number("--parallel", 1, 99), 4)
    .addOption(duration("--poll-seconds <n>", "value of JOURNEY_POLL_SECONDS", 50))
    .addOption(duration("--timeout <seconds>", "time limit of the program per journey", 30_000))
    .addHelpText("after", example("journey-contract readings --journey age-check@latest -- python3 client.py"))
    .action(async (command, options) =>
      finish(await (await import("./readings.ts")).runReadings(command, options, terminal)),
    );
  program
    .command("coverage")
    .description("print the coverage of all worlds of a running simulator")
    .requiredOption("--simulator <url>", "a simulator that has been used", address("--simulator"))
    .option("--control-token <token>", "token of a simulator on another machine", token("--control-token"))
    .option("--world <client-id>", "one world; repeatable (default: all)", each(text("--world")))
    .option("--min <percent>", "exit with 1 below this coverage", number("--min", 0, 100))
    .option("--json", "print JSON")
    .addHelpText("after", example("journey-contract coverage --simulator http://127.0.0.1:4010 --min 60"))
    .action(async (options) => finish(await (await import("./coverage.ts")).showCoverage(options, terminal)));
  withSimulator(withResults(withProfile(program.command("cases"))))
    .description("show every rule of the specification on a simulator, case by case")
    .option("--only <rule>", "show this rule alone; repeatable", each(rule))
    .addHelpText("after", example("journey-contract cases --simulator http://127.0.0.1:4010 --profile observed"))
    .action(async (options) => finish(await (await import("./cases.ts")).showCases(options, terminal)));
  withSimulator(withProfile(program.command("verify-pacts")))
    .description("verify the pact files of a folder against a simulator")
    .argument("<dir>")
    .option("--states <file>", "a module that exports `states`: provider states of your own, by name", text("--states"))
    .option("--min <percent>", "exit with 1 below this coverage", number("--min", 0, 100))
    .option("--coverage", "also list what was not covered")
    .addHelpText("after", example("journey-contract verify-pacts pacts"))
    .action(async (dir, options) => finish(await (await import("./pacts.ts")).verifyPacts(dir, options, terminal)));
  program
    .command("export-pact")
    .description("write the requests of a world as a pact")
    .requiredOption("--simulator <url>", "address of the simulator", address("--simulator"))
    .option("--control-token <token>", "token of a simulator on another machine", token("--control-token"))
    .requiredOption("--world <client-id>", "client id of the world", text("--world"))
    .option("--out <dir>", "folder of the pact file (default: pacts)", text("--out"))
    .option("--consumer <name>", "name of the consumer (default: the client id)", text("--consumer"))
    .option("--provider <name>", "name of the provider (default: journey-service)", text("--provider"))
    .option("--json", "print JSON")
    .addHelpText("after", example("journey-contract export-pact --simulator http://127.0.0.1:4010 --world my-app"))
    .action(async (options) => finish(await (await import("./pacts.ts")).exportPact(options, terminal)));
  program
    .command("publish-pacts")
    .description("publish the pact files of a folder to the broker of PACT_BROKER_BASE_URL")
    .argument("<dir>")
    .requiredOption("--app-version <version>", "version of the consumer, such as its commit", text("--app-version"))
    .option("--branch <name>", "branch of the consumer", text("--branch"))
    .addHelpText("after", example("journey-contract publish-pacts pacts --app-version 1.2.3 --branch main"))
    .action(async (dir, options) => finish(await (await import("./pacts.ts")).publishPacts(dir, options, terminal)));
  program
    .command("can-i-deploy")
    .description("ask the broker of PACT_BROKER_BASE_URL whether a version can be deployed")
    .requiredOption("--consumer <name>", "name of the consumer in its pacts", text("--consumer"))
    .requiredOption("--app-version <version>", "version of the consumer", text("--app-version"))
    .requiredOption("--environment <name>", "target environment in the broker", text("--environment"))
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      example("journey-contract can-i-deploy --consumer my-app --app-version 1.2.3 --environment live"),
    )
    .action(async (options) => finish(await (await import("./pacts.ts")).canIDeploy(options, terminal)));
  program
    .command("calibrate")
    .description("find out which readings a server follows, and write them as a profile")
    .requiredOption("--base-url <url>", "regional address of the server", address("--base-url", "https://eu.example"))
    .option(
      "--auth-url <url>",
      "address of its token service, if that is another",
      address("--auth-url", "https://eu.example"),
    )
    .option("--client-id <id>", "API client; its secret is read from JOURNEY_CLIENT_SECRET", text("--client-id"))
    .option(
      "--username <name>",
      "user of the password form; the password is read from JOURNEY_PASSWORD",
      text("--username"),
    )
    .option("--token <token>", "access token instead of a client id; or in JOURNEY_TOKEN", token("--token"))
    .option("--options <file>", "JSON with journeys, people and further clients to use", text("--options"))
    .option("--timeout <seconds>", "how long to wait for anything (default: 60)", seconds("--timeout"))
    .option("--burst", "allow more than 60 starts in a minute, to see a rate limit")
    .option("--control", "the server is a simulator: move its clock and script outcomes")
    .option("--control-token <token>", "token of a simulator on another machine", token("--control-token"))
    .option("-o, --out <file>", "write the findings as a profile for journey-sim", text("--out"))
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      example("journey-contract calibrate --base-url https://eu.example --client-id me -o profile.json"),
    )
    .action(async (options) => finish(await (await import("./calibrate.ts")).calibrateServer(options, terminal)));
  withSimulator(program.command("replay"))
    .description("replay a failure of the model by the token that it printed")
    .argument("<token>")
    .option("--json", "print JSON")
    .addHelpText("after", example("journey-contract replay r1.q1bKz… --simulator http://127.0.0.1:4010"))
    .action(async (word, options) =>
      finish(await (await import("./replay.ts")).replayFailure(word, options, terminal)),
    );
  return program;
}

const epilog = `
Examples:
  journey-contract drive -- python3 client.py
  journey-contract cases --simulator http://127.0.0.1:4010
  journey-contract verify-pacts pacts

Exit codes: 0 all is well, 1 failures were found, 2 a wrong command line.
journey-contract <command> --help shows the options of a command.`;

/** An option in seconds whose value is in milliseconds. */
const duration = <const Flags extends string>(flags: Flags, description: string, usual: number) =>
  new Option(flags, description).argParser(seconds(flags.replace(/ .*/, ""))).default(usual, `${usual / 1_000}`);

const example = (line: string) => `\nExample:\n  ${line}`;

const toSentence = (words: string): string => `${words[0]?.toUpperCase()}${words.slice(1).replace(/\.?$/, ".")}`;

const toTerm = (argument: Argument): string => (argument.required ? `<${argument.name()}>` : `[${argument.name()}]`);

function rule(name: string) {
  const hint = "docs/cases.md lists the rules.";
  const found = ruleIds.find((id) => id === name);
  if (found === undefined)
    throw new CommandError(`--only: there is no rule "${name}".${suggest(name, ruleIds)} ${hint}`, 2);
  return found;
}

const withSimulator = <Args extends unknown[], Options extends OptionValues>(command: Command<Args, Options>) =>
  command
    .option(
      "--simulator <url>",
      "a simulator that runs; without it, one is started and stopped",
      address("--simulator"),
    )
    .option("--control-token <token>", "token of a simulator on another machine", token("--control-token"));

const withProfile = <Args extends unknown[], Options extends OptionValues>(command: Command<Args, Options>) =>
  command
    .option("--profile <profile>", "readings: specified, observed or a JSON file", text("--profile"), "specified")
    .option("--reading <gap=reading>", "one reading; repeatable", each(reading("--reading")));

const withResults = <Args extends unknown[], Options extends OptionValues>(command: Command<Args, Options>) =>
  command
    .option("--min <percent>", "exit with 1 below this coverage", number("--min", 0, 100))
    .option("--coverage", "also list what was not covered")
    .option("--json", "print JSON")
    .option("--junit <file>", "also write a JUnit report", text("--junit"));
