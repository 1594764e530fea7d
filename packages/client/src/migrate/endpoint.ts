import { type RouteName, routeNames, routeOf } from "@journey-kit/schemas/routes";

/** The name of an endpoint, and its path below the regional address. */
export interface EndpointName {
  readonly name: RouteName;
  readonly path: string;
}

/** An old endpoint and the v2 endpoint that replaces it. Spec 4.3, 9. */
export interface EndpointChange {
  readonly from: EndpointName;
  readonly to: EndpointName;
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

function toEndpointName(name: RouteName): EndpointName {
  const { path } = routeOf(name);
  if (typeof path !== "string") throw new TypeError(`The path of ${name} depends on a reading.`);
  return { name, path };
}

/** Every v1 endpoint and the deprecated v2 endpoint, each with its replacement. Spec 4.2, 4.3, 9. */
export const endpointChanges: readonly EndpointChange[] = routeNames.flatMap((name) => {
  const { deprecated, replacedBy, spec, extension } = routeOf(name);
  if (replacedBy === undefined || extension !== undefined) return [];
  return [{ from: toEndpointName(name), to: toEndpointName(replacedBy), deprecated: deprecated !== undefined, spec }];
});
