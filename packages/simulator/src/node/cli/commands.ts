import type { Command } from "@commander-js/extra-typings";
import { example, number, oneOf, repeated, type Terminal, text } from "@journey-kit/schemas/cli";
import { regions } from "@journey-kit/schemas/regions";
import { controlTokenOption, host, limit, origin, simulatorOption, store } from "./flag-values.ts";
import { serve } from "./serve.ts";

/** Receives the result of a command. A number is its exit code. */
export type Finish = (result: unknown) => void;

/**
 * Adds the commands that do not control a running simulator. Each command loads its module when it runs, except
 * `serve`, which runs most often: loading its module later would take a tenth of its startup time.
 */
export function addServingCommands(program: Command, terminal: Terminal, finish: Finish): void {
  simulatorFlags(program.command("serve"))
    .description("start a simulator (default)")
    .option("--port <port>", "port to listen on; 0 picks a free one", number("--port", 0, 65_535), 4010)
    .option("--host <host>", "address to bind to", host("--host"), "127.0.0.1")
    .option(
      "--allow-host <host>",
      "host name to accept in the Host header, in addition to loopback names; repeatable",
      repeated(host("--allow-host")),
    )
    .addOption(controlTokenOption("bearer token that other machines must send to use the control API"))
    .option("--playground <dir>", "folder with web pages to serve at /", text("--playground"))
    .option("--tls-cert <file>", "PEM certificate for HTTPS", text("--tls-cert"))
    .option("--tls-key <file>", "PEM private key of the certificate", text("--tls-key"))
    .option("--metrics", "serve Prometheus metrics for requests and the store at /_sim/metrics")
    .option(
      "--drain <seconds>",
      "how many seconds requests may take to finish when the simulator stops; 0 ends them immediately",
      number("--drain", 0, 3_600),
      10,
    )
    .option(
      "--store <address>",
      "keep worlds in sqlite:FILE or postgres://…; by default, worlds are lost when the simulator stops",
      store("--store"),
    )
    .option("--quiet", "do not log requests")
    .option("--log <format>", "log format: text or json", oneOf("--log", ["text", "json"]), "text" as const)
    .addHelpText("after", example("journey-sim serve --port 0 --latency 0 --profile observed"))
    .action(async (options) => finish(await serve(options, terminal)));
  program
    .command("try")
    .description("run a whole journey and show each request")
    .argument("[journey]", "id of the journey to run", "document-and-selfie")
    .option("--scenario <name>", "scenario that decides the outcomes", text("--scenario"))
    .addOption(simulatorOption("address of a simulator (default: 127.0.0.1:4010, or a temporary simulator)"))
    .addOption(controlTokenOption("control token of a simulator on another machine"))
    .option("--client-id <id>", "client id to use; set JOURNEY_CLIENT_SECRET to the client secret", text("--client-id"))
    .option("--json", "print the requests and responses as JSON")
    .addHelpText("after", example("journey-sim try full-kyc --scenario face-differs"))
    .action(async (journey, options) =>
      finish(await (await import("./try.ts")).tryJourney(journey, options, terminal)),
    );
  simulatorFlags(program.command("exec"))
    .description("start a temporary simulator and run a command against it")
    .argument("<command...>", "command to run, with JOURNEY_BASE_URL and JOURNEY_AUTH_URL set")
    .passThroughOptions()
    .addHelpText("after", example("journey-sim exec --latency 0 -- npm test"))
    .action(async (command, options) => finish(await (await import("./exec.ts")).exec(command, options, terminal)));
  program
    .command("journeys")
    .description("list the journeys that a new simulator publishes")
    .option("--profile <profile>", "profile to follow: specified, observed or a JSON file", text("--profile"))
    .option("--journeys <dir>", "publish every *.json file in a folder as a journey", text("--journeys"))
    .option("--json", "print JSON")
    .addHelpText("after", example("journey-sim journeys --json"))
    .action(async (options) => finish(await (await import("./journeys.ts")).listJourneys(options, terminal)));
  program
    .command("openapi")
    .description("print an OpenAPI document")
    .argument(
      "[document]",
      "document to print: v1, v2, token or control",
      oneOf("[document]", ["v1", "v2", "token", "control"]),
      "v2" as const,
    )
    .option(
      "--profile <profile>",
      "profile to follow: specified, observed or a JSON file",
      text("--profile"),
      "specified",
    )
    .addHelpText("after", example("journey-sim openapi v2 --profile observed"))
    .action(async (document, options) =>
      finish(await (await import("./openapi.ts")).printOpenApi(document, options, terminal)),
    );
}

const simulatorFlags = (command: Command) =>
  command
    .option(
      "--profile <profile>",
      "profile to follow: specified, observed or a JSON file",
      text("--profile"),
      "specified",
    )
    .option(
      "--latency <ms>",
      "how many milliseconds every module takes; overrides the durations in the journeys",
      number("--latency", 0, 3_600_000),
    )
    .option("--journeys <dir>", "publish every *.json file in a folder as a journey", text("--journeys"))
    .option("--clients <file>", "JSON file with API clients; by default, any client id is accepted", text("--clients"))
    .option(
      "--region <region>",
      "region for request paths without a region prefix",
      oneOf("--region", regions),
      "eu" as const,
    )
    .option(
      "--cors <origin>",
      "origin of web pages that may call the simulator, or * for all; loopback origins are always allowed; repeatable",
      repeated(origin("--cors")),
    )
    .option(
      "--limit <name=value>",
      "set a limit, such as instances=1000 or store-bytes=2GiB; repeatable",
      repeated(limit("--limit")),
    )
    .option("--seed <number>", "seed for all random choices", number("--seed", 0, Number.MAX_SAFE_INTEGER), 1);
