import { type GapId, gapIds, gapOf } from "@journey-kit/schemas/gaps";
import { type Profile, presets, resolveProfile } from "@journey-kit/schemas/profile";
import { type RouteName, resolveReading, routeNames, routeOf } from "@journey-kit/schemas/routes";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isThorough } from "../../../vitest.shared.ts";
import { createSimulator } from "../src/simulator.ts";
import { bodiesFor, openTargets, secret, type Targets } from "./bodies.ts";
import { type HostileRequest, hostileRequest, mutate, wrongValues } from "./hostile.ts";
import { problemOf } from "./response-check.ts";
import { address, enterService, noon, type Service } from "./service.ts";

/** A thorough run tries more sequences and more places. */
const [sequences, every] = isThorough ? [2_000, 1] : [400, 8];
const timeout = 300_000;
const simulator = createSimulator({ clock: { mode: "frozen", at: noon } });
let worlds = 0;

/** A world and the ids that request bodies refer to. */
interface HostileWorld {
  readonly service: Service;
  readonly targets: Targets;
  readonly profile: Profile;
}

async function openWorld(profile: Profile): Promise<HostileWorld> {
  worlds += 1;
  const clientId = `world-${worlds}`;
  const service = await enterService(simulator, clientId);
  await simulator.world(clientId).profile.set({ readings: profile });
  return { service, targets: await openTargets(service, profile), profile };
}

/** Encodes form fields. Values that are not strings are encoded as JSON. */
const toForm = (body: unknown): string =>
  new URLSearchParams(
    Object.entries(body ?? {}).map(([key, value]): [string, string] => [
      key,
      typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
    ]),
  ).toString();

const isForm = (name: RouteName): boolean => name === "token.requestToken" || name === "hosted.submitPage";

const encode = (name: RouteName, body: unknown): string => (isForm(name) ? toForm(body) : (JSON.stringify(body) ?? ""));

const pathOf = ({ profile, targets }: HostileWorld, name: RouteName): string =>
  (resolveReading<string>(profile, routeOf(name).path) ?? "/absent").replace(":instanceId", targets.v2);

const mediaTypeOf = (name: RouteName): string =>
  isForm(name) ? "application/x-www-form-urlencoded" : "application/json";

const tokens = {
  good: (token: string) => `Bearer ${token}`,
  broken: (token: string) => `Bearer ${token.slice(0, -3)}${secret}`,
  basic: () => `Basic ${btoa(`${secret}:${secret}`)}`,
};

function toRequest(world: HostileWorld, hostile: HostileRequest): Request {
  const { name, method, prefix, suffix, token, contentType, requestId, mutations, toText } = hostile;
  const good: unknown = bodiesFor(world.targets)[name];
  const text = toText(encode(name, mutations.reduce(mutate, good)));
  const headers = new Headers();
  if (token !== "none" && !isForm(name)) headers.set("authorization", tokens[token](world.service.token));
  if (contentType !== undefined) headers.set("content-type", contentType === "right" ? mediaTypeOf(name) : contentType);
  if (requestId !== undefined) headers.set("x-request-id", requestId);
  const body = method === "GET" || method === "HEAD" ? null : text;
  return new Request(address + prefix + pathOf(world, name) + suffix, { method, headers, body });
}

async function exchange(world: HostileWorld, request: Request): Promise<number> {
  const { method, url, headers } = request;
  const isKnown = headers.get("authorization") === `Bearer ${world.service.token}`;
  const copy = request.clone();
  const response = await simulator.fetch(request);
  const text = await response.text();
  const answer = { method, path: new URL(url).pathname, status: response.status, headers: response.headers, text };
  // Without the token, a path or a form can still name the world.
  const problems = (isKnown ? [world.profile] : [presets.specified, world.profile]).map((one) =>
    problemOf(answer, one),
  );
  const problem = problems.includes(undefined) ? undefined : problems[0];
  if (problem === undefined) return response.status;
  throw new Error(`${problem}\n${method} ${url} ${await copy.text()}\n${response.status} ${text}`);
}

/** Generates a valid profile that prints only the readings that differ from `specified`. */
const anyProfile = fc
  .record(Object.fromEntries(gapIds.map((id) => [id, fc.constantFrom(...Object.keys(gapOf(id).options))])))
  .map((readings): Profile => {
    try {
      const differing = Object.entries(readings).filter(([id, reading]) => gapOf(id as GapId).specified !== reading);
      const text = JSON.stringify(Object.fromEntries(differing));
      return Object.defineProperty({ ...resolveProfile({ readings }) }, fc.toStringMethod, { value: () => text });
    } catch {
      return presets.observed; // the readings conflict
    }
  });
const profile = fc.oneof(fc.constantFrom(presets.specified, presets.observed), anyProfile);

test(`responds to ${sequences} sequences of hostile requests with valid bodies that never quote the request (spec 7)`, {
  timeout,
}, async () => {
  const statuses = new Map<number, number>();
  const property = fc.asyncProperty(
    profile,
    fc.array(hostileRequest, { minLength: 1, maxLength: 8 }),
    async (chosen, requests) => {
      const world = await openWorld(chosen);
      for (const one of requests) {
        const status = await exchange(world, toRequest(world, one));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    },
  );
  await fc.assert(property, { numRuns: sequences, includeErrorInReport: true });
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404, 405, 409, 415]));
});

/** Lists the path of every place in a value. */
function placesOf(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [[]];
  return [[], ...Object.entries(value).flatMap(([key, member]) => placesOf(member).map((place) => [key, ...place]))];
}

function replaceAt(value: unknown, [key, ...place]: readonly string[], other: unknown): unknown {
  if (key === undefined) return other;
  const entries = Object.entries(value ?? {}).map(
    ([name, member]) => [name, name === key ? replaceAt(member, place, other) : member] as const,
  );
  return Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}

const usedMember = /^(type|uid|.*Name|.*[nN]ames|dateOfBirth|idNumber|side.Image|selfieImage)$/;

/** Returns every wrong value for a member that the engine uses, and one wrong value for any other member. */
function wrongAt(place: readonly string[], nth: number): readonly unknown[] {
  if (place.length <= 4 || (place.length <= 6 && usedMember.test(place.at(-1) ?? ""))) return wrongValues;
  return wrongValues.slice(nth % wrongValues.length).slice(0, 1);
}

test.each(["specified", "observed"] as const)(
  "under the preset %s, responds correctly to wrong values at every place of a valid body (spec 7)",
  { timeout },
  async (preset) => {
    const unlimited = resolveProfile({ preset, readings: { "rate-limit": "none" } });
    let world = await openWorld(unlimited);
    let count = 0;
    for (const name of routeNames.filter((one) => routeOf(one).method === "POST")) {
      for (const [nth, place] of placesOf(bodiesFor(world.targets)[name]).entries()) {
        for (const wrong of wrongAt(place, nth).filter((_, i) => (i + nth) % every === 0)) {
          const body = encode(name, replaceAt(bodiesFor(world.targets)[name], place, wrong));
          const headers = { authorization: `Bearer ${world.service.token}`, "content-type": mediaTypeOf(name) };
          const request = new Request(address + pathOf(world, name), { method: "POST", headers, body });
          const status = await exchange(world, request);
          count += 1;
          const isUsedUp = status < 400 && /submit|update/.test(name);
          if (isUsedUp || count % 50 === 0) world = await openWorld(unlimited);
        }
      }
    }
    expect(count).toBeGreaterThan(3_000 / every);
  },
);
