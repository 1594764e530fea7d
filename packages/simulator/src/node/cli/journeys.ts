import type { Command } from "@commander-js/extra-typings";
import { example, oneOf, readProfile, repeated, type Style, type Terminal } from "@journey-kit/schemas/cli";
import type { JourneyList, PublishedJourney } from "@journey-kit/schemas/control";
import { toTable } from "@journey-kit/schemas/report";
import { environments, regions } from "@journey-kit/schemas/tables";
import { createShippedCatalog } from "../../journeys/shipped.ts";
import { type Open, onSimulator, openControl, readBody } from "./control-client.ts";
import { journeysOption, profileOption } from "./flag-values.ts";

/** Adds the command that lists the journeys that a simulator would publish. Spec 2.1. */
export function addJourneys(program: Command, terminal: Terminal): void {
  program
    .command("journeys")
    .description("list the journeys that a new simulator publishes")
    .addOption(profileOption)
    .addOption(journeysOption)
    .option("--json", "print JSON")
    .addHelpText("after", example("journey-sim journeys --json"))
    .action(async ({ profile, journeys, ...options }) => {
      const catalog = createShippedCatalog(await readProfile(profile));
      if (journeys !== undefined) await (await import("./load-files.ts")).publishFolder(catalog, journeys);
      const { toJourneyList } = await import("../../control/journeys.ts");
      openControl(options, terminal).print(toJourneyList(catalog.list()), toPage);
    });
}

/** Adds the commands that list and publish the journeys of a running simulator. Spec 2.1. */
export function addJourneyCommands(program: Command, open: Open): void {
  const journey = program
    .command("journey")
    .helpCommand(false)
    .description("list and publish journeys on a running simulator");
  onSimulator(journey.command("list"))
    .description("list the published journeys (default)")
    .action((options) => open(options).show("listJourneys", toPage));
  onSimulator(journey.command("publish"))
    .description("publish a journey from a JSON file; a journey without a version gets the next version number")
    .argument("<file>", "JSON file with the journey")
    .option(
      "--environment <name>",
      "environment to publish in: preview or production; repeatable; default: the environments in the file",
      repeated(oneOf("--environment", environments)),
    )
    .option(
      "--region <region>",
      "region to publish in: eu, us or au; repeatable; default: the regions in the file",
      repeated(oneOf("--region", regions)),
    )
    .addHelpText("after", example("journey-sim journey publish selfie.json --environment preview --region eu"))
    .action(async (file, { environment, region, ...options }) => {
      const definition = await readBody(file, ({ Publishing }) => Publishing.shape.journey);
      const body = { journey: definition, environments: environment, regions: region };
      await open(options).show("publishJourney", (one, style) => toPage({ journeys: [one] }, style), {}, body);
    });
}

const toPage = ({ journeys }: JourneyList, style: Style): readonly string[] =>
  toTable(["PRODUCTION", "PREVIEW", "GENERATION", "VERSION", "REGIONS"], journeys.flatMap(toRows), style);

/** Returns one row for a version, or one row for each environment if the environments have different regions. */
function toRows({ generation, version, environments }: PublishedJourney): readonly (readonly string[])[] {
  const { production, preview } = environments;
  const toWords = (place: typeof preview) => place?.regions.join(" ") ?? "";
  const row = (own: typeof environments) => {
    const regions = toWords(own.production ?? own.preview);
    return [own.production?.resourceId ?? "", own.preview?.resourceId ?? "", generation, version, regions];
  };
  const isOne = production === undefined || preview === undefined || toWords(production) === toWords(preview);
  return isOne ? [row(environments)] : [row({ production }), row({ preview })];
}
