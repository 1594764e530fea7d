import { JourneyDefinition } from "@journey-kit/schemas";
import type { Profile } from "@journey-kit/schemas/profile";
import type { Environment } from "@journey-kit/schemas/regions";
import type { Basis } from "../engine/result.ts";
import { formatPath } from "../world/parse.ts";
import { allowedBy, findProblems, type Problem } from "./validation.ts";

/** A version of a journey in one environment. Spec 1, 2.1. */
export interface Publication {
  /** Resource id without a version. */
  readonly resourceId: string;
  readonly environment: Environment;
  readonly definition: JourneyDefinition;
  /** The readings that allow its publication. */
  readonly basis: readonly Basis[];
}

/** The published journeys. Running instances keep the definition that they started with. */
export interface Catalog {
  /**
   * Publishes a journey in its environments. Its version becomes the latest.
   *
   * @param source Origin of the definition, for messages.
   * @throws {DefinitionError} If the definition is malformed or the specification forbids it.
   */
  publish(definition: unknown, source?: string): JourneyDefinition;
  /**
   * Publishes a well-formed definition.
   *
   * @throws {DefinitionError} If the specification forbids it.
   */
  add(definition: JourneyDefinition, source?: string): void;
  /** Finds a version, or the latest; undefined if it is not published. Spec 2.1. */
  find(resourceId: ResourceId): Publication | undefined;
  list(): readonly Publication[];
}

/** A journey that cannot be published. The message contains the source and the path of each problem. */
export class DefinitionError extends Error {
  override readonly name = "DefinitionError";
  readonly problems: readonly Problem[];

  constructor(source: string, problems: readonly Problem[]) {
    super([`${source}:`, ...problems.map(toLine)].join("\n"));
    this.problems = problems;
  }
}

const toLine = ({ path, message, basis }: Problem): string =>
  `  ${path || "(root)"}: ${message}${basis === undefined ? "" : ` (${basis})`}`;

/** Creates an empty catalog. `profile` decides what can be published (gaps `v1-data-variants`, `element-names`). */
export function createCatalog(profile: Profile): Catalog {
  const publications: Publication[] = [];

  const add = (definition: JourneyDefinition, source = "The definition") => {
    const problems = findProblems(definition, profile);
    if (problems.length > 0) throw new DefinitionError(source, problems);
    const resourceIds = { preview: `${definition.id}-preview`, production: definition.id };
    const placed = (["preview", "production"] as const).map((environment) => ({
      resourceId: definition.environments?.[environment]?.resourceId ?? resourceIds[environment],
      environment,
      definition,
      basis: allowedBy(definition, profile),
    }));
    const taken = publications.find(
      (old) => old.definition.id !== definition.id && placed.some(({ resourceId }) => resourceId === old.resourceId),
    );
    if (taken !== undefined) {
      const message = `${taken.resourceId} already belongs to the journey ${taken.definition.id}.`;
      throw new DefinitionError(source, [{ path: "environments", message }]);
    }
    const isSame = (one: Publication, other: Publication) =>
      one.resourceId === other.resourceId && one.definition.version === other.definition.version;
    const others = publications.filter((old) => !placed.some((one) => isSame(old, one)));
    publications.splice(0, publications.length, ...others, ...placed);
  };

  return {
    publish(input, source = "The definition") {
      const parsed = JourneyDefinition.safeParse(input);
      if (!parsed.success) {
        const problems = parsed.error.issues.map(({ path, message }) => ({ path: formatPath(path), message }));
        throw new DefinitionError(source, problems);
      }
      add(parsed.data, source);
      return parsed.data;
    },
    add,
    find: ({ id, version }) =>
      publications.findLast(
        ({ resourceId, definition }) =>
          resourceId === id && (version === undefined || version === "latest" || version === definition.version),
      ),
    list: () => publications,
  };
}

/** A parsed resource id. Spec 2.1. */
export interface ResourceId {
  readonly id: string;
  /** A version, `latest`, or undefined if omitted (gap `version-omitted`). */
  readonly version: string | undefined;
}

const form = /^([^@\s]{1,128})(?:@([^@\s]{1,64}))?$/;

/** Parses `<id>@<version>`; undefined for any other text. Spec 2.1. */
export function parseResourceId(text: string): ResourceId | undefined {
  const match = form.exec(text);
  return match?.[1] === undefined ? undefined : { id: match[1], version: match[2] };
}
