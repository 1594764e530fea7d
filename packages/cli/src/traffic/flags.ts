import type { Command, OptionValues } from "@commander-js/extra-typings";
import { outputFile } from "../terminal/files.ts";
import { address, host, number, text } from "../terminal/flag-values.ts";
import { example } from "../terminal/help.ts";

const withTrafficFlags = <Args extends unknown[], Flags extends OptionValues>(command: Command<Args, Flags>) =>
  command
    .option(
      "--profile <profile>",
      "profile to compare with: the result of an earlier run, specified or observed",
      text("--profile"),
    )
    .option(
      "--journeys <dir>",
      "folder with the definitions of the service's journeys, as *.json files",
      text("--journeys"),
    )
    .option("-o, --out <file>", "write the readings to this file, as a profile for journey serve", outputFile("--out"))
    .option("--fail-on-drift", "exit with code 1 if no profile explains a response, or the service left the profile")
    .option("--page <file>", "write the report as an HTML page", outputFile("--page"))
    .option(
      "--record <file>",
      "write the exchanges as a HAR file, with sample values for personal data",
      outputFile("--record"),
    )
    .option(
      "--snapshot <file>",
      "write the journeys as a world for journey serve --open; more journeys get more files",
      outputFile("--snapshot"),
    )
    .option("--scenario <file>", "write the outcomes of the journeys as a scenario", outputFile("--scenario"))
    .option("--json", "print JSON instead of text")
    .option("--junit <file>", "write a JUnit report to a file", outputFile("--junit"))
    .option(
      "--summary <file>",
      "append a Markdown summary to a file, such as $GITHUB_STEP_SUMMARY",
      outputFile("--summary"),
    );

export const learnFlags = (command: Command) =>
  withTrafficFlags(command)
    .description("find out from recorded traffic which readings a service follows, and what deviates")
    .argument("<file...>", "HAR files, such as those of a browser, or recordings of journey watch")
    .addHelpText("after", example("journey learn traffic.har --out profile.json"));

export const watchFlags = (command: Command) =>
  withTrafficFlags(command)
    .description("do the same with live traffic, as a proxy in front of the service")
    .requiredOption(
      "--upstream <url>",
      "address of the service (required)",
      address("--upstream", "https://eu.example"),
    )
    .option(
      "--auth-upstream <url>",
      "address of the token service (default: the address of the service)",
      address("--auth-upstream", "https://eu.example"),
    )
    .option("--port <port>", "port to listen on; 0 picks a free one", number("--port", 0, 65_535), 4020)
    .option("--host <host>", "address to bind to", host("--host"), "127.0.0.1")
    .addHelpText("after", example("journey watch --upstream https://eu.example --out profile.json"));

export type TrafficFlags = ReturnType<ReturnType<typeof withTrafficFlags<[], Record<never, never>>>["opts"]>;
export type LearnFlags = ReturnType<ReturnType<typeof learnFlags>["opts"]>;
export type WatchFlags = ReturnType<ReturnType<typeof watchFlags>["opts"]>;
