import { toCoverageLines } from "../coverage-text.ts";
import type { Errand } from "../driver/driver.ts";
import { toCover } from "../reading/cover.ts";
import type { Run } from "../reading/culprit.ts";
import { acceptedPerson, shippedErrands } from "../reading/errand.ts";
import { toReadingsJunit, toReadingsText } from "../reading/readings-text.ts";
import { type ReadingsReport, runUnderReadings } from "../reading/under.ts";
import { CommandError } from "./command-error.ts";
import { junitFlag, writeJunit } from "./junit-file.ts";
import { coverageFlags, readMin } from "./min-flag.ts";
import { createProgramDriver } from "./program-driver.ts";
import { readSeconds } from "./seconds.ts";
import { reachSimulator, simulatorFlags } from "./simulator.ts";
import type { Terminal } from "./terminal.ts";
import { type CommandLine, createVerb } from "./verb.ts";

const flags = {
  journey: { type: "string", multiple: true, value: "ID", help: "one journey to run; may be repeated (all that ship)" },
  generation: { type: "string", value: "v1|v2", help: "what the journeys are (v2)" },
  strength: { type: "string", value: "2|3", help: "2 for every pair of readings, 3 for every three (2)" },
  parallel: { type: "string", value: "N", help: "how many programs run at once (4)" },
  "poll-seconds": { type: "string", value: "SECONDS", help: "what JOURNEY_POLL_SECONDS asks for (0.05)" },
  timeout: { type: "string", value: "SECONDS", help: "how long the program may take for a journey (30)" },
  ...coverageFlags,
  json: { type: "boolean", help: "writes the report as JSON" },
  ...junitFlag,
  ...simulatorFlags,
} as const;

/** Runs a program in any language as a client under every pair of readings. */
export const readings = createVerb(
  {
    name: "readings",
    takesCommand: true,
    help: "runs a program under every pair of readings, and finds those that break it",
    flags,
    example: "journey-contract readings --journey age-check@latest -- python3 client.py",
  },
  run,
);

type Values = CommandLine<typeof flags>["values"];

async function run({ values, command }: CommandLine<typeof flags>, { out, err, stop }: Terminal): Promise<number> {
  const pollSeconds = readSeconds("poll-seconds", values["poll-seconds"] ?? "0.05");
  const min = readMin(values);
  const errands = toErrands(values);
  const strength = readOneOf("strength", values.strength ?? "2", ["2", "3"]) === "3" ? 3 : 2;
  const chosen = {
    errands,
    profiles: toCover({ strength }),
    patience: readSeconds("timeout", values.timeout ?? "30") * 1_000,
    parallel: readCount("parallel", values.parallel ?? "4"),
    ...(min !== undefined && { min }),
  } as const;
  const simulator = await reachSimulator(values, stop);
  const tell = createProgress(err, chosen.profiles.length * errands.length);
  try {
    const report = await runUnderReadings(createProgramDriver({ command, pollSeconds }), {
      ...chosen,
      simulator: simulator.address,
      // Each call for something that is under way moves it to its next event: a program that really waits waits little.
      world: { clock: "auto" },
      signal: stop,
      onRun: tell,
    });
    await writeJunit(values, toReadingsJunit(report));
    out.write(values.json === true ? `${JSON.stringify(report, null, 2)}\n` : toPage(report, values));
    return report.failed === 0 && report.coverage.reached ? 0 : 1;
  } catch (error) {
    throw stop.aborted ? new CommandError("Ended before everything had been tried.") : error;
  } finally {
    await simulator.close();
  }
}

/** Tells of each run that failed, and of what comes when all have ended. */
function createProgress(err: Terminal["err"], total: number): (run: Run) => void {
  let [count, failed] = [0, 0];
  return ({ errand, problem }) => {
    count += 1;
    if (problem !== undefined) {
      failed += 1;
      err.write(`run ${count} of ${total}: ${errand.resourceId}: ${problem}\n`);
    }
    if (count === total && failed > 0) err.write(`${failed} runs failed; looking for the readings that are to blame\n`);
  };
}

const toPage = (report: ReadingsReport, { coverage }: Values): string =>
  ["", toReadingsText(report), ...toCoverageLines(report.coverage, coverage === true), ""].join("\n");

function toErrands({ journey, generation: text = "v2" }: Values): readonly Errand[] {
  const generation = readOneOf("generation", text, ["v1", "v2"]);
  if (journey === undefined) return shippedErrands.filter((errand) => errand.generation === generation);
  return journey.map((resourceId) => ({ resourceId, generation, subject: acceptedPerson }));
}

function readOneOf<const Word extends string>(flag: string, text: string, words: readonly Word[]): Word {
  const word = words.find((one) => one === text);
  if (word === undefined) throw new CommandError(`--${flag} takes ${words.join(" or ")}.`, 2);
  return word;
}

function readCount(flag: string, text: string): number {
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new CommandError(`--${flag} takes a whole number from 1 to 99.`, 2);
}
