import type { Command } from "@commander-js/extra-typings";
import type { JourneyList, PublishedJourney } from "@journey-kit/schemas/control";
import { suggest, toPlain, toTable } from "@journey-kit/schemas/report";
import { environments, regions } from "@journey-kit/schemas/tables";
import { oneOf, repeated } from "../terminal/flag-values.ts";
import { onSimulator } from "../terminal/flags.ts";
import { example } from "../terminal/help.ts";
import { CommandError, type Style } from "../terminal/terminal.ts";
import { type Open, readBody } from "./control.ts";

export function addJourneyCommands(program: Command, open: Open): void {
  const journeys = program.command("journeys").helpCommand(false).description("list and publish journeys");
  onSimulator(journeys.command("list", { isDefault: true }))
    .description("list the published journeys (default)")
    .action(async (flags) => {
      const { simulator, print } = open(flags);
      print(await simulator.journeys(), renderJourneys);
    });
  onSimulator(journeys.command("publish"))
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
    .addHelpText("after", example("journey journeys publish selfie.json --environment preview --region eu"))
    .action(async (file, { environment, region, ...flags }) => {
      const journey = await readBody(file, ({ Publishing }) => Publishing.shape.journey);
      const { simulator, print } = open(flags);
      const places = { environments: environment?.slice(), regions: region?.slice() };
      print({ journeys: [await simulator.publish({ journey, ...places })] }, renderJourneys);
    });
}

/**
 * Finds a published journey by its resource id, with or without a version.
 *
 * @throws {CommandError} If there is no such journey or version.
 */
export function findJourney({ journeys }: JourneyList, resourceId: string) {
  const [id = "", version = "latest"] = resourceId.split("@");
  const idsOf = ({ environments }: PublishedJourney) =>
    Object.values(environments).flatMap((place) => place?.resourceId ?? []);
  const known = journeys.filter((journey) => idsOf(journey).includes(id));
  const [journey] = known;
  if (journey === undefined) {
    const hint = suggest(id, journeys.flatMap(idsOf)) || " To list the journeys, run journey journeys.";
    throw new CommandError(`There is no journey "${toPlain(id)}".${hint}`);
  }
  const versions = [...new Set(["latest", ...known.map((one) => one.version)])];
  if (!versions.includes(version)) {
    const list = versions.map((one) => `${id}@${one}`).join(", ");
    throw new CommandError(toPlain(`There is no version "${version}" of "${id}". Known versions: ${list}.`));
  }
  return { resourceId: `${id}@${version}`, apiVersion: journey.apiVersion };
}

const renderJourneys = ({ journeys }: JourneyList, style: Style): readonly string[] =>
  toTable(["PRODUCTION", "PREVIEW", "API", "VERSION", "REGIONS"], journeys.flatMap(renderJourneyRows), style);

/** Returns one row for a version, or one row for each environment if the environments have different regions. */
function renderJourneyRows({ apiVersion, version, environments }: PublishedJourney): readonly (readonly string[])[] {
  const { production, preview } = environments;
  const regionsOf = (place: typeof preview) => place?.regions.join(" ") ?? "";
  const row = (own: typeof environments) => {
    const regions = regionsOf(own.production ?? own.preview);
    return [own.production?.resourceId ?? "", own.preview?.resourceId ?? "", apiVersion, version, regions];
  };
  const isOne = production === undefined || preview === undefined || regionsOf(production) === regionsOf(preview);
  return isOne ? [row(environments)] : [row({ production }), row({ preview })];
}
