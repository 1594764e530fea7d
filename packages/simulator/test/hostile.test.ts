import { endpointNames, endpointOf } from "@journey-kit/schemas/endpoints";
import { type Profile, presets, resolveProfile } from "@journey-kit/schemas/tables";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isThorough } from "../../../vitest.shared.ts";
import { createSimulator } from "../src/simulator.ts";
import { bodiesFor, openTargets, type Targets } from "./bodies.ts";
import {
  encode,
  hostileRequest,
  mediaTypeOf,
  pathUnder,
  profile,
  replaceAt,
  toRequest,
  wrongValues,
} from "./hostile.ts";
import { problemOf } from "./response-check.ts";
import { address, enterService, noon, type Service } from "./service.ts";

/** A thorough run tries more sequences and more places. Only its sequences are sure to contain a conflict. */
const [sequences, every] = isThorough ? [2_000, 1] : [400, 8];
const expected = [200, 201, 400, 401, 404, 405, 415, ...(isThorough ? [409] : [])];
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

test(`the responses to ${sequences} sequences of malformed requests are valid and never quote the request (spec 7)`, {
  timeout,
}, async () => {
  const statuses = new Map<number, number>();
  const property = fc.asyncProperty(
    profile,
    fc.array(hostileRequest, { minLength: 1, maxLength: 8 }),
    async (chosen, requests) => {
      const world = await openWorld(chosen);
      for (const one of requests) {
        const { targets, service } = world;
        const path = pathUnder(chosen, one.name, targets.v2);
        const request = toRequest({ path, body: bodiesFor(targets)[one.name], token: service.token }, one);
        const status = await exchange(world, request);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    },
  );
  await fc.assert(property, { numRuns: sequences, includeErrorInReport: true });
  expect([...statuses.keys()]).toEqual(expect.arrayContaining(expected));
});

/** Lists the path of every place in a value. */
function placesOf(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [[]];
  return [[], ...Object.entries(value).flatMap(([key, member]) => placesOf(member).map((place) => [key, ...place]))];
}

const usedMember = /^(type|uid|.*Name|.*[nN]ames|dateOfBirth|idNumber|side.Image|selfieImage)$/;

/** Returns every wrong value for a member that the engine uses, and one wrong value for any other member. */
function wrongAt(place: readonly string[], nth: number): readonly unknown[] {
  if (place.length <= 4 || (place.length <= 6 && usedMember.test(place.at(-1) ?? ""))) return wrongValues;
  return wrongValues.slice(nth % wrongValues.length).slice(0, 1);
}

test.each(["specified", "observed"] as const)(
  "under the preset %s, the responses to invalid values at every path of a body are valid (spec 7)",
  { timeout },
  async (preset) => {
    const unlimited = resolveProfile({ preset, readings: { "rate-limit": "none" } });
    let world = await openWorld(unlimited);
    let count = 0;
    for (const name of endpointNames.filter((one) => endpointOf(one).method === "POST")) {
      for (const [nth, place] of placesOf(bodiesFor(world.targets)[name]).entries()) {
        for (const wrong of wrongAt(place, nth).filter((_, i) => (i + nth) % every === 0)) {
          const body = encode(name, replaceAt(bodiesFor(world.targets)[name], place, wrong));
          const headers = { authorization: `Bearer ${world.service.token}`, "content-type": mediaTypeOf(name) };
          const request = new Request(address + pathUnder(unlimited, name, world.targets.v2), {
            method: "POST",
            headers,
            body,
          });
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
