import type { Command } from "@commander-js/extra-typings";
import { clientFlags } from "./client/flags.ts";
import { calibrateFlags, pactFlags, serverFlags } from "./server/flags.ts";
import { simulatorFlags } from "./simulator/flags.ts";
import { readProfile } from "./terminal/files.ts";
import { clientId, oneOf, text } from "./terminal/flag-values.ts";
import { controlTokenOption, profileOption, simulatorOption } from "./terminal/flags.ts";
import { example } from "./terminal/help.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { learnFlags, watchFlags } from "./traffic/flags.ts";
import { addClockCommands } from "./worlds/clock.ts";
import { type Open, openControl } from "./worlds/control.ts";
import { addFaultCommands } from "./worlds/fault.ts";
import { addExplain, addInstanceCommands } from "./worlds/instance.ts";
import { addJourneyCommands } from "./worlds/journeys.ts";
import { addCoverage, addRequests } from "./worlds/requests.ts";
import { addScenarioCommands } from "./worlds/scenario.ts";
import { addWorldCommands } from "./worlds/world.ts";

/** Adds commands to the program. Their actions pass their exit code to `finish`. */
type AddCommands = (program: Command, terminal: Terminal, finish: (code: number) => void) => void;

/**
 * Adds every command except `serve`, in groups by job. The commands load the service, the schemas and the kit only when
 * they run.
 */
export const addCommands: AddCommands = (program, terminal, finish) => {
  const open: Open = (flags) => openControl(flags, terminal);
  addTry(program, terminal, finish);
  addExec(program, terminal, finish);
  addJourneyCommands(program, open);
  addOpenApi(program, terminal);
  program.commandsGroup("Work with worlds:");
  addExplain(program, open);
  addRequests(program, open, finish);
  addScenarioCommands(program, open);
  addClockCommands(program, open);
  addFaultCommands(program, open);
  addInstanceCommands(program, open);
  addWorldCommands(program, open);
  addCoverage(program, open, finish);
  addChecks(program, terminal, finish);
  addTrafficCommands(program, terminal, finish);
  addMcp(program, terminal);
};

const addChecks: AddCommands = (program, terminal, finish) => {
  program.commandsGroup("Test a client:");
  clientFlags(program.command("client")).action(async (command, flags) =>
    finish(await (await import("./client/check-client.ts")).checkClientProgram(command, flags, terminal)),
  );
  program.commandsGroup("Test a server:");
  serverFlags(program.command("server")).action(async (flags) =>
    finish(await (await import("./server/check-server.ts")).checkServer(flags, terminal)),
  );
  calibrateFlags(program.command("calibrate")).action(async (flags) =>
    finish(await (await import("./server/find-readings.ts")).findReadings(flags, terminal)),
  );
  pactFlags(program.command("pacts")).action(async (dir, flags) =>
    finish(await (await import("./server/verify-pacts.ts")).verifyPactFiles(dir, flags, terminal)),
  );
};

const addTrafficCommands: AddCommands = (program, terminal, finish) => {
  program.commandsGroup("Learn from traffic:");
  learnFlags(program.command("learn")).action(async (files, flags) =>
    finish(await (await import("./traffic/learn.ts")).learnFromFiles(files, flags, terminal)),
  );
  watchFlags(program.command("watch")).action(async (flags) =>
    finish(await (await import("./traffic/watch.ts")).watchTraffic(flags, terminal)),
  );
};

const addTry: AddCommands = (program, terminal, finish) =>
  program
    .command("try")
    .description("run a whole journey and show each request")
    .argument("[journey]", "id of the journey to run", "document-and-selfie")
    .option("--scenario <name>", "name of the scenario that decides the outcomes", text("--scenario"))
    .addOption(
      simulatorOption(
        "address of a simulator (default: 127.0.0.1:4010; if it does not respond, a temporary simulator)",
      ),
    )
    .addOption(controlTokenOption())
    .option(
      "--client-id <id>",
      "client id to use (default: a new one); set JOURNEY_CLIENT_SECRET to the client secret",
      clientId("--client-id"),
    )
    .option("--json", "print the requests and responses as JSON")
    .addHelpText("after", example("journey try full-kyc --scenario face-differs"))
    .action(async (journey, flags) =>
      finish(await (await import("./worlds/try.ts")).tryJourney(journey, flags, terminal)),
    );

const addExec: AddCommands = (program, terminal, finish) =>
  simulatorFlags(program.command("exec"))
    .description("start a temporary simulator and run a command against it")
    .argument(
      "<command...>",
      "command to run; JOURNEY_BASE_URL, JOURNEY_AUTH_URL, JOURNEY_SIMULATOR and the client's credentials are set in its environment",
    )
    .option(
      "--share <dir>",
      "afterwards, write each world as an HTML file that shows its journeys and requests",
      text("--share"),
    )
    .passThroughOptions()
    .addHelpText("after", example("journey exec --latency 0 -- npm test"))
    .action(async (command, flags) =>
      finish(await (await import("./simulator/exec.ts")).exec(command, flags, terminal)),
    );

const addMcp = (program: Command, terminal: Terminal) =>
  program
    .commandsGroup("Work with an agent:")
    .command("mcp")
    .description("serve tools for agents over the Model Context Protocol, on standard input and output")
    .addOption(
      simulatorOption(
        "address of a simulator (default: 127.0.0.1:4010; if it does not respond, a temporary simulator)",
      ),
    )
    .addOption(controlTokenOption())
    .addHelpText("after", example("journey mcp --simulator http://127.0.0.1:4010"))
    .action(async (flags) => (await import("./mcp/stdio.ts")).serveTools(flags, terminal));

const addOpenApi = (program: Command, { out }: Terminal) =>
  program
    .command("openapi")
    .description("print the OpenAPI document of an API")
    .argument(
      "[document]",
      "API to print: v1, v2, token or control",
      oneOf("[document]", ["v1", "v2", "token", "control"]),
      "v2" as const,
    )
    .addOption(profileOption)
    .addHelpText("after", example("journey openapi v2 --profile observed"))
    .action(async (document, { profile }) => {
      const { documentOf } = await import("@journey-kit/schemas/emit");
      out.write(`${JSON.stringify(documentOf(document, await readProfile(profile)), null, 2)}\n`);
    });
