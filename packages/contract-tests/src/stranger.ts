import { type Profile, presets } from "@journey-kit/schemas/profile";
import { type RouteName, routeNames, routeOf, under } from "@journey-kit/schemas/routes";
import fc from "fast-check";

/** The service under test: where it is, how to reach it, and the profile it answers by. */
export interface Target {
  /** Regional address of the service, without a trailing slash. */
  readonly address: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** The shipped profile `specified` where left out. */
  readonly profile?: Profile;
}

const guarded: readonly RouteName[] = routeNames.filter((name) => routeOf(name).security !== "none");

async function callAsStranger(target: Target, name: RouteName, body: string): Promise<void> {
  const route = routeOf(name);
  const path = under(target.profile ?? presets.specified, route.path);
  if (path === undefined) return;
  const headers = { "content-type": "application/json" };
  const { method } = route;
  const response = await target.fetch(new Request(target.address + path, { method, headers, body }));
  if (response.status !== 401) throw new Error(`${name} answered ${response.status} to a caller without a token.`);
  if (!response.headers.get("x-request-id")) throw new Error(`${name} answered without X-Request-ID.`);
}

/**
 * Sends arbitrary bodies without a token to every endpoint that wants one: each answer is a 401 with an
 * `X-Request-ID`. Spec 5; Spec 7.
 *
 * @throws {Error} With the seed and the smallest request that was answered otherwise.
 */
export async function checkStrangers(target: Target, runs = 200): Promise<void> {
  const body = fc.oneof(fc.json(), fc.string());
  const property = fc.asyncProperty(fc.constantFrom(...guarded), body, (name, text) =>
    callAsStranger(target, name, text),
  );
  await fc.assert(property, { numRuns: runs, includeErrorInReport: true });
}
