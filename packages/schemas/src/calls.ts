// What a client needs, as plain data and functions that load no Zod.
export { listing, paths, replacements, retries } from "./tables/calls.ts";
export {
  type ControlRoute,
  type ControlRouteName,
  clientIdProblem,
  controlRouteNames,
  controlRouteOf,
  controlRoutes,
  isClientId,
} from "./tables/control-routes.ts";
export { type Element, type ElementName, elements } from "./tables/elements.ts";
export { markedForm, simulatorPrefix } from "./tables/mark.ts";
export { createCache, memoize, memoizeText } from "./tables/memoize.ts";
export {
  findMisplaced,
  findPlace,
  formatPath,
  isBlank,
  isFilled,
  isOfType,
  isRecord,
  listOf,
  memberOf,
  type Place,
  parsePath,
  readPath,
  resolvePath,
  type Step,
  splitPath,
  writePath,
} from "./tables/subject-path.ts";
