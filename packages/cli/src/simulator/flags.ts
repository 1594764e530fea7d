import type { Command } from "@commander-js/extra-typings";
import { regions } from "@journey-kit/schemas/tables";
import { address, host, limit, number, oneOf, origin, repeated, store, text } from "../terminal/flag-values.ts";
import { controlTokenOption, profileOption } from "../terminal/flags.ts";
import { example } from "../terminal/help.ts";

/** Adds the flags of a simulator, which `serve` and `exec` share. */
export const simulatorFlags = (command: Command) =>
  command
    .addOption(profileOption)
    .option(
      "--latency <ms>",
      "duration of every module in milliseconds; overrides the durations in the journeys",
      number("--latency", 0, 3_600_000),
    )
    .option("--journeys <dir>", "publish every *.json file in a folder as a journey", text("--journeys"))
    .option("--clients <file>", "JSON file with API clients; by default, any client id is accepted", text("--clients"))
    .option(
      "--open <file>",
      "begin with a world that `world save` wrote, or with the run in a run.html; repeatable",
      repeated(text("--open")),
    )
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
      "--embed <origin>",
      "origin of web pages that may show hosted pages in a frame, or * for all; loopback origins are always allowed; repeatable",
      repeated(origin("--embed")),
    )
    .option(
      "--limit <name=value>",
      "change a limit, such as instances=1000 or store-bytes=2GiB; repeatable",
      repeated(limit("--limit")),
    )
    .option("--seed <number>", "seed for all random choices", number("--seed", 0, Number.MAX_SAFE_INTEGER), 1)
    .option(
      "--otlp <url>",
      "send a trace of requests and module runs to an OpenTelemetry collector, such as http://127.0.0.1:4318",
      address("--otlp", "http://127.0.0.1:4318"),
    );

export type SimulatorFlags = ReturnType<ReturnType<typeof simulatorFlags>["opts"]>;

export const serveFlags = (command: Command) =>
  simulatorFlags(command)
    .option("--port <port>", "port to listen on; 0 picks a free one", number("--port", 0, 65_535), 4010)
    .option("--host <host>", "address to bind to", host("--host"), "127.0.0.1")
    .option(
      "--allow-host <host>",
      "host to accept in the Host header, in addition to loopback hosts; repeatable",
      repeated(host("--allow-host")),
    )
    .addOption(controlTokenOption("bearer token that other machines must send to use the control API"))
    .option(
      "--playground <dir>",
      "folder with web pages to serve at / instead of the built-in playground",
      text("--playground"),
    )
    .option("--tls-cert <file>", "PEM certificate for HTTPS", text("--tls-cert"))
    .option("--tls-key <file>", "PEM private key of the certificate", text("--tls-key"))
    .option("--metrics", "serve Prometheus metrics for requests and the store at /_sim/metrics")
    .option(
      "--drain <seconds>",
      "seconds that pending requests may take when the simulator stops; 0 ends them immediately",
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
    .addHelpText("after", example("journey serve --port 0 --latency 0 --profile observed"));

export type ServeFlags = ReturnType<ReturnType<typeof serveFlags>["opts"]>;
