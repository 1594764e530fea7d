import type { Environment } from "@journey-kit/schemas/regions";
import type { Publication } from "../../journeys/catalog.ts";
import { createSimulator } from "../../simulator.ts";
import type { CommandLine } from "./flags.ts";
import { publishFolder, readProfile } from "./load-files.ts";
import { toColumns } from "./table.ts";
import { styleFor, type Terminal } from "./terminal.ts";

/** Lists what is published, as a table or as JSON. Spec 2.1. */
export async function listJourneys({ values }: CommandLine, { out }: Terminal): Promise<number> {
  const simulator = createSimulator({ profile: { readings: await readProfile(values.profile) } });
  if (values.journeys !== undefined) await publishFolder(simulator, values.journeys);
  const listings = toListings(simulator.published());
  if (values.json === true) out.write(`${JSON.stringify(listings, null, 2)}\n`);
  else out.write(`${toTable(listings, styleFor(out))}\n`);
  return 0;
}

interface Listing {
  readonly resourceIds: Readonly<Record<Environment, string>>;
  readonly name: string;
  readonly generation: "v1" | "v2";
  readonly version: string;
  readonly regions: readonly string[];
}

/** One row for each version of a journey, its two environments side by side. */
function toListings(publications: readonly Publication[]): readonly Listing[] {
  const definitions = new Set(publications.map(({ definition }) => definition));
  return [...definitions].map((definition) => {
    const idIn = (environment: Environment) =>
      publications.find((one) => one.definition === definition && one.environment === environment)?.resourceId ?? "";
    const { name, generation, version, regions } = definition;
    return {
      resourceIds: { production: idIn("production"), preview: idIn("preview") },
      name,
      generation,
      version,
      regions,
    };
  });
}

function toTable(listings: readonly Listing[], style: ReturnType<typeof styleFor>): string {
  const [head = "", ...lines] = toColumns([
    ["PRODUCTION", "PREVIEW", "GENERATION", "VERSION", "REGIONS"],
    ...listings.map(({ resourceIds: { production, preview }, generation, version, regions }) => [
      production,
      preview,
      generation,
      version,
      regions.join(" "),
    ]),
  ]);
  return [style("bold", head), ...lines].join("\n");
}
