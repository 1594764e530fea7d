import { paths, replacements } from "@journey-kit/schemas/calls";

/** The name of an endpoint, and its path below the regional address. */
export interface NamedPath {
  readonly name: keyof typeof paths;
  readonly path: string;
}

/** An old endpoint and the v2 endpoint that replaces it. Spec 4.3, 9. */
export interface EndpointChange {
  readonly from: NamedPath;
  readonly to: NamedPath;
  /**
   * Whether the specification deprecates the old endpoint. Spec 4.3.
   *
   * True for `v1.fetchTaskSchema`, although the specification contradicts itself here (gap
   * `v1-task-schema-deprecated`).
   */
  readonly deprecated: boolean;
  /** Section that describes the old endpoint. */
  readonly spec: string;
}

const namedPath = <Name extends keyof typeof paths>(name: Name) => ({ name, path: paths[name] });

/** Every v1 endpoint and the deprecated v2 endpoint, each with its replacement. Spec 4.2, 4.3, 9. */
export const endpointChanges: readonly EndpointChange[] = replacements.map(({ from, to, ...change }) => ({
  from: namedPath(from),
  to: namedPath(to),
  ...change,
}));
