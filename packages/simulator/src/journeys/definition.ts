import { JourneyDefinition, type JourneyVersion } from "@journey-kit/schemas";
import { formatPath } from "@journey-kit/schemas/calls";
import { type Catalog, DefinitionError, type PublishOptions } from "./catalog.ts";

/**
 * Parses a definition and publishes it in a catalog.
 *
 * @throws {DefinitionError} If the definition is malformed or the specification forbids it.
 * @throws {VersionConflictError} If the version is already published with different content.
 */
export function publishDefinition(catalog: Catalog, definition: unknown, options?: PublishOptions): JourneyVersion {
  const parsed = JourneyDefinition.safeParse(definition);
  if (parsed.success) return catalog.add(parsed.data, options);
  const problems = parsed.error.issues.map(({ path, message }) => ({ path: formatPath(path), message }));
  throw new DefinitionError(options?.source ?? "The definition", problems);
}
