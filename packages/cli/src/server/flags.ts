import type { Command } from "@commander-js/extra-typings";
import { outputFile } from "../terminal/files.ts";
import { address, repeated, seconds, text, token } from "../terminal/flag-values.ts";
import { checkFlags, controlTokenOption } from "../terminal/flags.ts";
import { example } from "../terminal/help.ts";

export const serverFlags = (command: Command) =>
  checkFlags(command)
    .description("check a simulator against the rules of the specification")
    .option("--only <rule>", "check only this rule; repeatable", repeated(text("--only")))
    .addHelpText("after", example("journey server --profile observed --junit server.xml"));

export type ServerFlags = ReturnType<ReturnType<typeof serverFlags>["opts"]>;

export const calibrateFlags = (command: Command) =>
  command
    .description("find out which readings a server follows, and optionally write them to a profile")
    .requiredOption(
      "--base-url <url>",
      "regional address of the server (required)",
      address("--base-url", "https://eu.example"),
    )
    .option(
      "--auth-url <url>",
      "address of the token service (default: the address of the server)",
      address("--auth-url", "https://eu.example"),
    )
    .option("--client-id <id>", "client id; set JOURNEY_CLIENT_SECRET to the client secret", text("--client-id"))
    .option(
      "--username <name>",
      "user name for the password grant; set JOURNEY_PASSWORD to the password",
      text("--username"),
    )
    .option("--token <token>", "access token instead of a client id (or set JOURNEY_TOKEN)", token("--token"))
    .option(
      "--options <file>",
      "JSON file with resource ids, last names of test people, region addresses and additional clients",
      text("--options"),
    )
    .option(
      "--timeout <seconds>",
      "maximum time to wait for an instance to reach a state that a case needs (default: 60)",
      seconds("--timeout"),
    )
    .option("--burst", "allow more than 60 starts in a minute, to detect a rate limit")
    .option("--control", "advance the server's clock and script its outcomes; only for a simulator")
    .addOption(controlTokenOption())
    .option("-o, --out <file>", "write the readings to this file, as a profile for journey serve", outputFile("--out"))
    .option("--json", "print JSON instead of text")
    .addHelpText("after", example("journey calibrate --base-url https://eu.example --client-id me -o profile.json"));

export type CalibrateFlags = ReturnType<ReturnType<typeof calibrateFlags>["opts"]>;

export const pactFlags = (command: Command) =>
  checkFlags(command)
    .description("verify the pact files in a folder against a simulator")
    .argument("<dir>", "folder with the pact files")
    .option("--states <file>", "module that exports your own provider states as `stateHandlers`", text("--states"))
    .addHelpText("after", example("journey pacts my-pacts"));

export type PactFlags = ReturnType<ReturnType<typeof pactFlags>["opts"]>;
