import type { Environment } from "@journey-kit/schemas/regions";
import { toTable } from "@journey-kit/schemas/report";
import type { Publication } from "../../journeys/catalog.ts";
import { createSimulator } from "../../simulator.ts";
import { publishFolder, readProfile } from "./load-files.ts";
import { styleFor, type Terminal } from "./terminal.ts";

/** Flags of `journeys`. */
interface JourneysOptions {
  readonly profile?: string | undefined;
  readonly journeys?: string | undefined;
  readonly json?: true | undefined;
}

/** Lists the published journeys as a table or JSON. Spec 2.1. */
export async function listJourneys({ profile, journeys, json }: JourneysOptions, { out }: Terminal): Promise<void> {
  const simulator = createSimulator({ profile: { readings: await readProfile(profile) } });
  if (journeys !== undefined) await publishFolder(simulator, journeys);
  const listings = toListings(simulator.published());
  const page = json === true ? [JSON.stringify(listings, null, 2)] : toPage(listings, out);
  out.write(`${page.join("\n")}\n`);
}

interface Listing {
  readonly resourceIds: Readonly<Record<Environment, string>>;
  readonly name: string;
  readonly generation: "v1" | "v2";
  readonly version: string;
  readonly regions: readonly string[];
}

/** One row for each version of a journey, with both environments. */
function toListings(publications: readonly Publication[]): readonly Listing[] {
  const definitions = new Set(publications.map(({ definition }) => definition));
  return [...definitions].map((definition) => {
    const idIn = (environment: Environment) =>
      publications.find((one) => one.definition === definition && one.environment === environment)?.resourceId ?? "";
    const { name, generation, version, regions } = definition;
    const resourceIds = { production: idIn("production"), preview: idIn("preview") };
    return { resourceIds, name, generation, version, regions };
  });
}

const toPage = (listings: readonly Listing[], out: Terminal["out"]): readonly string[] =>
  toTable(
    ["PRODUCTION", "PREVIEW", "GENERATION", "VERSION", "REGIONS"],
    listings.map(({ resourceIds: { production, preview }, generation, version, regions }) => [
      production,
      preview,
      generation,
      version,
      regions.join(" "),
    ]),
    styleFor(out),
  );
