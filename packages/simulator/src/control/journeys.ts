import type { JourneyDefinition, JourneyVersion } from "@journey-kit/schemas";
import { type JourneyList, JourneyQuery, type PublishedJourney, Publishing } from "@journey-kit/schemas/control";
import type { Limits } from "@journey-kit/schemas/tables";
import type { SimulatorContext } from "../context/context.ts";
import { exceeds, RefusalError } from "../engine/refusal-error.ts";
import { DefinitionError, type Publication, VersionConflictError } from "../journeys/catalog.ts";
import { checkBytes, parseInput, refuseAll } from "./input.ts";

/**
 * Publishes a journey. Spec 2.1.
 *
 * @throws {RefusalError} `VERSION_EXISTS` if the version is already published with different content, otherwise an error with the
 *   path of each problem.
 * @throws {RefusalError} `journey-bytes`, `segments`, `module-runs`, `list-entries` or `journeys`.
 */
export async function publishJourney(
  { catalog, journeyLog, journals, limits }: SimulatorContext,
  input: unknown,
): Promise<PublishedJourney> {
  const { journey, ...where } = parseInput(Publishing, input);
  checkBytes({ limits }, "journey-bytes", "journey", journey);
  checkDefinition(limits, "journey", journey);
  await journeyLog.refresh();
  const versions = new Set(catalog.list().map(({ definition }) => definition));
  const isKnown = [...versions].some(({ id, version }) => id === journey.id && version === journey.version);
  if (!isKnown && versions.size >= limits.journeys) throw exceeds("journeys", limits.journeys);
  try {
    const { id, version } = await journeyLog.publish(journey, where);
    journals.reportChange();
    const publications = catalog
      .list()
      .filter(({ definition }) => definition.id === id && definition.version === version);
    const [published] = publications;
    if (published === undefined) throw new Error(`Version ${version} of ${id} is not in the catalog.`);
    return renderPublished(publications, published.definition);
  } catch (error) {
    if (error instanceof DefinitionError) {
      const problems = error.problems.map(({ path, message }) => ({ path: `journey.${path}`, message }));
      refuseAll(problems, error instanceof VersionConflictError ? "VERSION_EXISTS" : "INVALID_FIELD");
    }
    throw error;
  }
}

/**
 * Checks the number of segments, of module runs and of the entries of each list, because each of them takes time in
 * every instance.
 *
 * @throws {RefusalError} `segments`, `module-runs` or `list-entries`.
 */
export function checkDefinition(limits: Limits, path: string, definition: JourneyDefinition): void {
  const { segments } = definition;
  if (segments.length > limits.segments) throw exceeds("segments", limits.segments, `${path}.segments`);
  const runs = segments.flatMap(({ modules }) => modules).reduce((sum, { attempts = 1 }) => sum + attempts, 0);
  if (runs > limits["module-runs"]) throw exceeds("module-runs", limits["module-runs"], `${path}.segments`);
  const long = findList(definition, path, limits["list-entries"]);
  if (long !== undefined) throw exceeds("list-entries", limits["list-entries"], long);
}

/** Finds the path of a list with more than `max` entries. */
function findList(value: unknown, path: string, max: number): string | undefined {
  if (Array.isArray(value) && value.length > max) return path;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const found = findList(member, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`, max);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Finds a version of a journey by the id of the journey. Spec 2.1.
 *
 * @throws {RefusalError} `UNKNOWN_PATH` if there is no such journey or version.
 */
export async function readJourney(
  { catalog, journeyLog }: SimulatorContext,
  id: string,
  query: unknown,
): Promise<JourneyVersion> {
  await journeyLog.refresh();
  const { version } = parseInput(JourneyQuery, query);
  const versions = catalog
    .list()
    .map(({ definition }) => definition)
    .filter((definition) => definition.id === id);
  const found = versions.findLast((definition) => version === undefined || version === definition.version);
  if (found !== undefined) return found;
  throw new RefusalError(
    "UNKNOWN_PATH",
    versions.length === 0 ? "There is no such journey." : "There is no such version.",
  );
}

/** Lists the published versions, each with the environments and regions where it is published. */
export function renderJourneys(publications: readonly Publication[]): JourneyList {
  const versions = [...new Set(publications.map(({ definition }) => definition))];
  const placesOf = (version: Publication["definition"]) =>
    publications.filter(({ definition }) => definition === version);
  return { journeys: versions.map((version) => renderPublished(placesOf(version), version)) };
}

const renderPublished = (
  places: readonly Publication[],
  { id, name, apiVersion, version }: Publication["definition"],
): PublishedJourney => ({
  id,
  name,
  apiVersion,
  version,
  environments: Object.fromEntries(
    places.map(({ environment, resourceId, regions }) => [environment, { resourceId, regions: [...regions] }]),
  ),
});
