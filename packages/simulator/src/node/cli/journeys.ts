import { checkShape, readJson, readProfile, type Style, styleFor, type Terminal } from "@journey-kit/schemas/cli";
import type { JourneyList, PublishedJourney } from "@journey-kit/schemas/control";
import { Publishing } from "@journey-kit/schemas/control";
import type { Environment, Region } from "@journey-kit/schemas/regions";
import { toTable } from "@journey-kit/schemas/report";
import { toJourneyList } from "../../control/journeys.ts";
import { createShippedCatalog } from "../../journeys/shipped.ts";
import type { Control } from "./control-client.ts";
import { publishFolder } from "./load-files.ts";

/** Flags of `journeys`. */
interface JourneysOptions {
  readonly profile?: string | undefined;
  readonly journeys?: string | undefined;
  readonly json?: true | undefined;
}

/** Lists the journeys that a simulator would publish, as a table or JSON. Spec 2.1. */
export async function listJourneys({ profile, journeys, json }: JourneysOptions, { out }: Terminal): Promise<void> {
  const catalog = createShippedCatalog(await readProfile(profile));
  if (journeys !== undefined) await publishFolder(catalog, journeys);
  const list = toJourneyList(catalog.list());
  const page = json === true ? [JSON.stringify(list, null, 2)] : toPage(list, styleFor(out));
  out.write(`${page.join("\n")}\n`);
}

/** Lists the journeys that a running simulator has published. */
export const showJourneys = async (control: Control): Promise<void> =>
  control.print(await control.ask("listJourneys"), toPage);

/** Where to publish a journey. */
interface PublishFlags {
  readonly environment?: readonly Environment[] | undefined;
  readonly region?: readonly Region[] | undefined;
}

/** Publishes a journey from a JSON file on a running simulator. Spec 2.1. */
export async function publishJourney(
  control: Control,
  file: string,
  { environment: environments, region: regions }: PublishFlags,
): Promise<void> {
  const journey = checkShape(Publishing.shape.journey, file, await readJson(file));
  const published = await control.ask("publishJourney", {}, { journey, environments, regions });
  control.print(published, (version, style) => toPage({ journeys: [version] }, style));
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
