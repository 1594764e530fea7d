import { controlRoutes } from "@journey-kit/schemas/calls";
import { type EndpointName, endpointNames, endpointOf, pathsOf } from "@journey-kit/schemas/endpoints";
import type { GapId } from "@journey-kit/schemas/tables";
import { type Region, regions } from "@journey-kit/schemas/tables";
import { memoizeText } from "../world/cache.ts";

/** The properties of a request that follow from its URL. Spec 1; gap `region-address`. */
export interface RequestTarget {
  /** Scheme and authority. */
  readonly origin: string;
  /** The region at the start of the path. */
  readonly region: Region | undefined;
  /** Path without region and query. */
  readonly path: string;
  readonly hasQuery: boolean;
  readonly isControl: boolean;
  /** The endpoints that the path has under at least one profile. A hosted page has one path and two methods. */
  readonly matches: readonly RouteMatch[];
}

/** A path of an endpoint, and the gap that decides whether it exists. */
export interface RouteMatch {
  readonly name: EndpointName;
  readonly path: string;
  readonly gap: GapId | undefined;
}

/**
 * Parses the URL of a request. The result is memoized, because a polling client requests the same few URLs again and
 * again.
 */
export const targetOf = memoizeText((url: string): RequestTarget => {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const query = url.indexOf("?", start);
  const whole = url.slice(start, query === -1 ? undefined : query);
  const region = regions.find((one) => whole.startsWith(`/${one}/`));
  const path = region === undefined ? whole : whole.slice(region.length + 1);
  return {
    origin: url.slice(0, start),
    region,
    path,
    hasQuery: query !== -1 && query < url.length - 1,
    isControl: path === "/_sim" || path.startsWith("/_sim/"),
    matches: matchesAt(path),
  };
});

/** The segments of all paths, except their parameters. */
const knownSegments = new Set<string>(regions);
for (const path of [
  ...endpointNames.map(endpointOf).flatMap(pathsOf),
  ...Object.values(controlRoutes).map((row) => row.path),
]) {
  for (const segment of path.split("/")) if (!segment.startsWith(":")) knownSegments.add(segment);
}

/** Redacts the path segments that occur in no endpoint's path, because a caller can put anything there. */
export const redactPath = (path: string): string =>
  path
    .split("/")
    .slice(0, 20)
    .map((segment) => (knownSegments.has(segment) ? segment : `‹string ${segment.length}›`))
    .join("/");

/** The path to log for a request: the path of its endpoint with parameter names, or else the redacted path. */
export function toLoggedPath(url: string, endpointPath?: string): string {
  const { region, path, matches } = targetOf(url);
  return `${region === undefined ? "" : `/${region}`}${endpointPath ?? matches[0]?.path ?? redactPath(path)}`;
}

/** The id of the instance in the path of a hosted page. */
export const linkedIdOf = (path: string): string => path.slice("/journey/".length);

/** The API version that decides the form of errors at a path. Spec 9. */
export const apiVersionOf = (path: string): "v1" | "v2" => (path.startsWith("/captain/api") ? "v1" : "v2");

export const parameterForm = "[\\w-]{1,64}";

const everyMatch = endpointNames.flatMap((name): readonly RouteMatch[] => {
  const { path, alias } = endpointOf(name);
  return [path, ...(alias === undefined ? [] : [alias])].flatMap((one) => {
    const gap = typeof one === "string" ? undefined : one.gap;
    const paths = typeof one === "string" ? [one] : Object.values(one.by).filter((each) => each !== undefined);
    return paths.map((each) => ({ name, path: each, gap }));
  });
});
const fixedPlaces = new Map(everyMatch.map((match) => [match.path, [match]]));
const patterns = everyMatch
  .filter(({ path }) => path.includes(":"))
  .map((match) => ({ match, form: new RegExp(`^${match.path.replaceAll(/:\w+/g, parameterForm)}$`) }));

const matchesAt = (path: string): readonly RouteMatch[] =>
  fixedPlaces.get(path) ?? patterns.filter(({ form }) => form.test(path)).map(({ match }) => match);

const hosts = regions.map((region) => ({ region, label: `${region}.` }));

/** The region in the first label of a host name. Gap `region-address`. */
export const regionOfHost = (host: string): Region | undefined =>
  hosts.find(({ label }) => host.startsWith(label))?.region;
