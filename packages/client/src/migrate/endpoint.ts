import { type RouteName, routeNames, routeOf } from "@journey-kit/schemas/routes";

/** An endpoint by its name and its path below the regional address. */
export interface EndpointName {
  readonly name: RouteName;
  readonly path: string;
}

/** An endpoint that goes, and the v2 endpoint that takes its place. Spec 4.3, 9. */
export interface EndpointChange {
  readonly from: EndpointName;
  readonly to: EndpointName;
  /**
   * Whether the specification deprecates it; the others merely belong to v1. Spec 4.3.
   *
   * True of `v1.fetchTaskSchema`, which one of two places deprecates (gap `v1-task-schema-deprecated`).
   */
  readonly deprecated: boolean;
  /** Section that describes the endpoint that goes. */
  readonly spec: string;
}

function toEndpointName(name: RouteName): EndpointName {
  const { path } = routeOf(name);
  if (typeof path !== "string") throw new TypeError(`The path of ${name} depends on a reading.`);
  return { name, path };
}

/** Every endpoint of v1, and the deprecated one of v2, each with what replaces it. Spec 4.2, 4.3, 9. */
export const endpointChanges: readonly EndpointChange[] = routeNames.flatMap((name) => {
  const { deprecated, replacedBy, spec } = routeOf(name);
  if (replacedBy === undefined) return [];
  return [{ from: toEndpointName(name), to: toEndpointName(replacedBy), deprecated: deprecated !== undefined, spec }];
});
