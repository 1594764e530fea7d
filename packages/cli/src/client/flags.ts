import { type Command, Option } from "@commander-js/extra-typings";
import { outputFile } from "../terminal/files.ts";
import { number, oneOf, repeated, seconds, text } from "../terminal/flag-values.ts";
import { checkFlags } from "../terminal/flags.ts";
import { example } from "../terminal/help.ts";

/** The test runners for which `--write-test` writes a failure as a test. */
export const runners = ["vitest", "jest", "node", "pytest"] as const;

/** A flag in seconds. Its value is in milliseconds. */
const duration = <const Flags extends string>(flags: Flags, description: string) =>
  new Option(flags, description).argParser(seconds(flags.replace(/ .*/, "")));

export const clientFlags = (command: Command) =>
  checkFlags(command)
    .argument("[command...]", "the program and its arguments, after --")
    .passThroughOptions()
    .description("test a client program against the requirements")
    .addOption(
      duration(
        "--poll-seconds <n>",
        "polling interval in seconds, passed to the program as JOURNEY_POLL_SECONDS (default: 0.2)",
      ),
    )
    .addOption(duration("--timeout <seconds>", "time limit per condition").default(60_000, "60"))
    .option("--adapter <file>", "test the adapter that this module exports, instead of a program", text("--adapter"))
    .option("--only <id>", "check only this requirement; repeatable", repeated(text("--only")))
    .option("--except <id>", "ignore this requirement; repeatable", repeated(text("--except")))
    .option(
      "--allow-untested <id>",
      "pass although this requirement was not tested; repeatable",
      repeated(text("--allow-untested")),
    )
    .option("--generate <n>", "also run under n generated conditions", number("--generate", 1, 100_000))
    .option("--seed <n>", "seed of the generated conditions (default: random)", number("--seed", 0, 2_147_483_647))
    .option("--every-reading", "also run every built-in journey under every pair of readings")
    .option(
      "--exhaustive <k>",
      "also run every schedule of at most k faults; needs --adapter and an injected clock",
      number("--exhaustive", 0, 5),
    )
    .addOption(duration("--seconds <n>", "time limit of the whole check"))
    .option("--parallel <n>", "number of conditions at the same time (default: 6)", number("--parallel", 1, 99))
    .option("--api-version <v1|v2>", "API version of the journeys", oneOf("--api-version", ["v1", "v2"]), "v2" as const)
    .option("--journey <id>", "journey to run (default: document-and-selfie@latest)", text("--journey"))
    .option(
      "--scenario <name>",
      'add a condition called "custom" with this scenario: a name or a JSON file',
      text("--scenario"),
    )
    .option("--faults <file>", 'add the faults from this JSON file to the condition "custom"', text("--faults"))
    .option("--condition <file>", "run only the condition in this JSON file; - for standard input", text("--condition"))
    .option("--replay <token>", "repeat a failure from its replay token", text("--replay"))
    .option("--share <dir>", "write each failure as an HTML file that shows its run", text("--share"))
    .option(
      "--summary <file>",
      "append a Markdown summary to a file, such as $GITHUB_STEP_SUMMARY",
      outputFile("--summary"),
    )
    .option("--write-test <runner and file...>", `write each failure as a test: ${runners.join(", ")}, and a file`)
    .addHelpText("after", example("journey client --write-test pytest test_journeys.py -- python3 client.py"));

export type ClientFlags = ReturnType<ReturnType<typeof clientFlags>["opts"]>;
