import type { JourneyDefinition, JourneyVersion } from "@journey-kit/schemas";
import { isRecord } from "@journey-kit/schemas/calls";
import type { Profile } from "@journey-kit/schemas/tables";
import { type Environment, environments, type Region } from "@journey-kit/schemas/tables";
import type { Basis } from "../engine/result.ts";
import { allowedBy, findProblems, type Problem } from "./validation.ts";

/** A version of a journey in one environment. Spec 1, 2.1. */
export interface Publication {
  /** Resource id without a version. */
  readonly resourceId: string;
  readonly environment: Environment;
  readonly regions: readonly Region[];
  readonly definition: JourneyVersion;
  /** The readings that allow the journey to be published. */
  readonly basis: readonly Basis[];
}

/** Where to publish a journey. */
export interface PublishOptions {
  /** Origin of the definition, for messages. */
  readonly source?: string | undefined;
  /** The default is the environments of the definition. */
  readonly environments?: readonly Environment[] | undefined;
  /** The default is the regions of the definition. */
  readonly regions?: readonly Region[] | undefined;
}

/** The published journeys. Running instances keep the definition that they started with. */
export interface Catalog {
  /**
   * Publishes a journey. A journey without a version gets the next version. The version becomes the latest in each
   * environment where it was not published before. A published version can be published in more places, but its content
   * never changes.
   *
   * @throws {DefinitionError} If the specification forbids the definition.
   * @throws {VersionConflictError} If the version is already published with different content.
   */
  add(definition: JourneyDefinition, options?: PublishOptions): JourneyVersion;
  /**
   * Adds a version that passed `check` when it was published, for example by an earlier process, without validating it
   * again.
   *
   * @throws {VersionConflictError} If the version is already published with different content.
   */
  restore(definition: JourneyDefinition, options?: PublishOptions): JourneyVersion;
  /** Checks a journey as `add` does, and returns the version that `add` would publish. */
  check(definition: JourneyDefinition, options?: PublishOptions): JourneyVersion;
  /**
   * Finds the version in a resource id, or the latest version, and prefers one that is published in `region`. Returns
   * undefined if there is none. Spec 2.1.
   */
  find(resourceId: ParsedResourceId, region?: Region): Publication | undefined;
  list(): readonly Publication[];
}

/** A journey that cannot be published. The message contains the source and the path of each problem. */
export class DefinitionError extends Error {
  override readonly name: string = "DefinitionError";
  readonly problems: readonly Problem[];

  constructor(source: string, problems: readonly Problem[]) {
    super([`${source}:`, ...problems.map(formatProblem)].join("\n"));
    this.problems = problems;
  }
}

/** A version that is already published with different content. */
export class VersionConflictError extends DefinitionError {
  override readonly name = "VersionConflictError";
}

const formatProblem = ({ path, message, basis }: Problem): string =>
  `  ${path || "(root)"}: ${message}${basis === undefined ? "" : ` (${basis})`}`;

/**
 * Creates a catalog. `profile` decides what can be published (gaps `v1-data-variants`, `element-names`). `initial`
 * journeys are published without a check, because checking the built-in journeys would slow down startup.
 */
export function createCatalog(profile: Profile, initial: readonly JourneyVersion[] = []): Catalog {
  let publications: readonly Publication[] = [];

  const publicationsOf = (definition: JourneyVersion, options: PublishOptions): readonly Publication[] => {
    const resourceIds = { preview: `${definition.id}-preview`, production: definition.id };
    return (options.environments ?? environmentsOf(definition)).map((environment) => {
      const resourceId = definition.environments?.[environment]?.resourceId ?? resourceIds[environment];
      const earlier = publications.find((old) => old.definition === definition && old.environment === environment);
      const regions = [...new Set([...(earlier?.regions ?? []), ...(options.regions ?? definition.regions)])];
      return { resourceId, environment, regions, definition, basis: allowedBy(definition, profile) };
    });
  };

  const place = (definition: JourneyDefinition, options: PublishOptions = {}) => {
    const { source = "The definition" } = options;
    const versions = publications.map((old) => old.definition).filter(({ id }) => id === definition.id);
    const published = versions.find(({ version }) => version === definition.version);
    if (published !== undefined && publishedContentOf(published) !== publishedContentOf(definition)) {
      const message = `version ${published.version} of ${published.id} is already published with different content.`;
      throw new VersionConflictError(source, [{ path: "version", message }]);
    }
    const version = published ?? { ...definition, version: definition.version ?? nextVersion(versions) };
    const placed = publicationsOf(version, options);
    const taken = publications.find(
      (old) => old.definition.id !== version.id && placed.some(({ resourceId }) => resourceId === old.resourceId),
    );
    if (taken !== undefined) {
      const message = `${taken.resourceId} already belongs to the journey ${taken.definition.id}.`;
      throw new DefinitionError(source, [{ path: "environments", message }]);
    }
    return { version, placed };
  };
  const validate = (definition: JourneyDefinition, options?: PublishOptions): void => {
    const problems = findProblems(definition, profile);
    if (problems.length > 0) throw new DefinitionError(options?.source ?? "The definition", problems);
  };
  const restore = (definition: JourneyDefinition, options?: PublishOptions): JourneyVersion => {
    const { version, placed } = place(definition, options);
    const replacing = (old: Publication) =>
      placed.find((one) => one.definition === old.definition && one.environment === old.environment);
    const kept = publications.map((old) => replacing(old) ?? old);
    publications = [...kept, ...placed.filter((one) => !kept.includes(one))];
    return version;
  };

  publications = initial.flatMap((definition) => publicationsOf(definition, {}));
  return {
    add: (definition, options) => {
      validate(definition, options);
      return restore(definition, options);
    },
    restore,
    check: (definition, options) => {
      validate(definition, options);
      return place(definition, options).version;
    },
    find: ({ id, version }, region) => {
      const found = publications.filter(
        ({ resourceId, definition }) =>
          resourceId === id && (version === undefined || version === "latest" || version === definition.version),
      );
      return found.findLast(({ regions }) => region === undefined || regions.includes(region)) ?? found.at(-1);
    },
    list: () => publications,
  };
}

/** The environments that a definition names; both if it names none. Gap `environment-choice`. */
function environmentsOf({ environments: named = {} }: JourneyDefinition): readonly Environment[] {
  const chosen = environments.filter((environment) => named[environment] !== undefined);
  return chosen.length === 0 ? environments : chosen;
}

/**
 * The content of a version, which never changes: everything except the regions. The order of members does not matter.
 */
const publishedContentOf = ({ $schema: _, regions: __, ...content }: JourneyDefinition): string =>
  JSON.stringify(content, (_key, value: unknown) =>
    isRecord(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

const nextVersion = (versions: readonly JourneyVersion[]): string =>
  `${1 + Math.max(0, ...versions.map(({ version }) => (/^\d{1,15}$/.test(version) ? Number(version) : 0)))}`;

/** A parsed resource id. Spec 2.1. */
export interface ParsedResourceId {
  readonly id: string;
  /** A version, `latest`, or undefined if omitted (gap `version-omitted`). */
  readonly version: string | undefined;
}

const form = /^([^@\s]+)(?:@([^@\s]+))?$/;

/** Parses `<id>@<version>`; undefined for any other text. Spec 2.1. */
export function parseResourceId(text: string): ParsedResourceId | undefined {
  const match = form.exec(text);
  return match?.[1] === undefined ? undefined : { id: match[1], version: match[2] };
}
