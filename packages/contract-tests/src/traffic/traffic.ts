import { type EndpointName, endpointNames, endpointOf, pathsOf } from "@journey-kit/schemas/endpoints";
import { type Region, regions } from "@journey-kit/schemas/tables";

/** One request to the service and its response, as they were sent. */
export interface TrafficExchange {
  /** Number of the exchange in its recording, from 1. */
  readonly sequence: number;
  /** When the request was sent, in milliseconds since the Unix epoch. */
  readonly startedAt: number;
  /** When the response was complete, in milliseconds since the Unix epoch. */
  readonly endedAt: number;
  readonly method: string;
  readonly url: string;
  /** By lower-case name. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** The body as text; undefined if the request had none. */
  readonly requestBody: string | undefined;
  /** Status of the response; 0 if the client received no response. */
  readonly status: number;
  /** By lower-case name. */
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** The body as text; undefined if the response had none or was not recorded. */
  readonly responseBody: string | undefined;
}

/** Compares exchanges by the time of their requests, for sorting. */
export const byTime = (
  one: Pick<TrafficExchange, "startedAt" | "sequence">,
  other: Pick<TrafficExchange, "startedAt" | "sequence">,
): number => one.startedAt - other.startedAt || one.sequence - other.sequence;

/** The endpoint that a URL addresses. */
export interface TrafficTarget {
  readonly name: EndpointName;
  /** Path of the endpoint, with the region in front if the URL has one. */
  readonly path: string;
  readonly region: Region | undefined;
}

/** Finds the endpoint of the service that a request calls, behind any origin and path prefix. */
export function findTarget({ method, url }: Pick<TrafficExchange, "method" | "url">): TrafficTarget | undefined {
  const { pathname } = new URL(url);
  for (const { name, form } of forms) {
    const found = form.exec(pathname);
    if (found === null || endpointOf(name).method !== method) continue;
    const path = found[1] ?? "";
    const prefix = pathname.slice(0, -path.length);
    const region = regions.find((one) => prefix.endsWith(`/${one}`));
    return { name, path: region === undefined ? path : `/${region}${path}`, region };
  }
  return undefined;
}

const forms = endpointNames
  .flatMap((name) => pathsOf(endpointOf(name)).map((path) => ({ name, path })))
  .toSorted((one, other) => other.path.length - one.path.length) // `/v2/captain/…` before `/captain/…`
  .map(({ name, path }) => ({ name, form: new RegExp(`(${path.replaceAll(/:\w+/g, "[\\w-]{1,64}")})$`) }));
