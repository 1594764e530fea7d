import type { Command } from "@commander-js/extra-typings";
import { example, oneOf, readProfile, type Terminal, text } from "@journey-kit/schemas/cli";
import { addClockCommands } from "./clock.ts";
import { type Open, openControl } from "./control-client.ts";
import { addFaultCommands } from "./fault.ts";
import { clientId, controlTokenOption, profileOption, simulatorOption } from "./flag-values.ts";
import { addExplain, addInstanceCommands } from "./instance.ts";
import { addJourneyCommands, addJourneys } from "./journeys.ts";
import { addCoverage } from "./requests.ts";
import { addScenarioCommands } from "./scenario.ts";
import { simulatorFlags } from "./serve.ts";
import { addWorldCommands } from "./world.ts";

/** Adds every command except `serve`. The commands load the service and the schemas only when they need them. */
export function addCommands(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  const open: Open = (options) => openControl(options, terminal);
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
    .addOption(controlTokenOption("control token of a simulator on another machine"))
    .option(
      "--client-id <id>",
      "client id to use (default: a new one); set JOURNEY_CLIENT_SECRET to the client secret",
      clientId("--client-id"),
    )
    .option("--json", "print the requests and responses as JSON")
    .addHelpText("after", example("journey-sim try full-kyc --scenario face-differs"))
    .action(async (journey, options) =>
      finish(await (await import("./try.ts")).tryJourney(journey, options, terminal)),
    );
  simulatorFlags(program.command("exec"))
    .description("start a temporary simulator and run a command against it")
    .argument(
      "<command...>",
      "command to run; JOURNEY_BASE_URL, JOURNEY_AUTH_URL, JOURNEY_SIMULATOR and the client's credentials are set in its environment",
    )
    .passThroughOptions()
    .addHelpText("after", example("journey-sim exec --latency 0 -- npm test"))
    .action(async (command, options) => finish(await (await import("./exec.ts")).exec(command, options, terminal)));
  addJourneys(program, terminal);
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
    .addHelpText("after", example("journey-sim openapi v2 --profile observed"))
    .action(async (document, { profile }) => {
      const { documentOf } = await import("@journey-kit/schemas/emit");
      terminal.out.write(`${JSON.stringify(documentOf(document, await readProfile(profile)), null, 2)}\n`);
    });
  addWorldCommands(program, open, finish);
  addClockCommands(program, open);
  addJourneyCommands(program, open);
  addScenarioCommands(program, open);
  addFaultCommands(program, open);
  addInstanceCommands(program, open);
  addExplain(program, open);
  addCoverage(program, open, finish);
}
