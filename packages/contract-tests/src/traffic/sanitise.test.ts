import { isPublic, type Shape, shapeOf } from "@journey-kit/schemas";
import { isRecord } from "@journey-kit/schemas/calls";
import { endpointOf } from "@journey-kit/schemas/endpoints";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { runs } from "../../../../vitest.shared.ts";
import { anyProfile } from "../../../simulator/test/hostile.ts";
import { createTrafficClient, recordJourneys, type TrafficPlan } from "../../test/traffic.ts";
import { subject as anyPerson } from "../arbitraries/subject.ts";
import { parse } from "../service/target.ts";
import { renderRecording } from "./recording.ts";
import { createSanitiser } from "./sanitise.ts";
import { findTarget, type TrafficExchange } from "./traffic.ts";

const numRuns = runs(20, 200);

/** Draws the same numbers in each run. */
function createDraw(seed = 1) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const secretText = fc.uuid().map((id) => `Zq${id.replaceAll("-", "")}`);
const credentials = fc.record({
  clientId: secretText,
  clientSecret: secretText,
  username: fc.uuid().map((id) => `user-${id.slice(0, 8)}@example.com`),
  password: secretText,
});
const resourceIds = ["identity-check@latest", "full-kyc@latest", "onboarding@latest", "document-and-selfie-v1@latest"];

/** Generates a person's journey. The prefill is a part of the data. */
const plan: fc.Arbitrary<TrafficPlan> = fc
  .record({ credentials, resourceId: fc.constantFrom(...resourceIds), subject: anyPerson(), prefilled: fc.boolean() })
  .map(({ subject, prefilled, ...rest }) => {
    const { uid = "Customer 77-41", identity } = subject;
    return { ...rest, subject, prefill: { uid, ...(prefilled && { identity }) } };
  });

/** The texts in a value, by the name of their member. */
function* textsIn(value: unknown, name = ""): Generator<readonly [name: string, text: string]> {
  if (typeof value === "string" || typeof value === "number") yield [name, String(value)];
  else if (typeof value === "object" && value !== null)
    for (const [key, member] of Object.entries(value)) yield* textsIn(member, Array.isArray(value) ? name : key);
}

/** The values that must not occur: all of some persons, except types of entries and numbers that occur by chance. */
function personalValues(plans: readonly TrafficPlan[]): readonly string[] {
  const texts = [...textsIn(plans.map(({ subject, prefill, credentials: secrets }) => [subject, prefill, secrets]))];
  const types = new Set(texts.filter(([name]) => name === "type").map(([, text]) => text));
  const isChecked = (text: string) => text.length >= 4 && !types.has(text) && !/^\d{4,5}$/.test(text);
  return texts.map(([, text]) => text).filter(isChecked);
}

const shownText = (exchanges: readonly TrafficExchange[]): string =>
  [
    ...exchanges.flatMap(({ url, requestHeaders, requestBody = "", responseHeaders, responseBody = "" }) => [
      decodeURIComponent(url),
      ...Object.values(requestHeaders),
      ...Object.values(responseHeaders),
      requestBody,
      decodeURIComponent(requestBody.replaceAll("+", " ").replaceAll(/%(?![0-9A-F]{2})/gi, "%25")),
      responseBody,
    ]),
    renderRecording({ exchanges }),
  ].join("\n");

const isLetter = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Finds a value as whole words of a text in lower case, and returns it with its surroundings. */
function findIn(shown: string, value: string): readonly string[] {
  const escaped = JSON.stringify(value).slice(1, -1).toLowerCase();
  for (let at = shown.indexOf(escaped); at !== -1; at = shown.indexOf(escaped, at + 1)) {
    const end = at + escaped.length;
    if (!isLetter(shown.slice(at - 1, at)) && !isLetter(shown.slice(end, end + 1)))
      return [`${value} in ${shown.slice(Math.max(0, at - 60), end + 20)}`];
  }
  return [];
}

test("no value of a person, no token and no secret occurs in sanitised exchanges and in recordings", async () => {
  await fc.assert(
    fc.asyncProperty(
      anyProfile,
      fc.array(plan, { minLength: 1, maxLength: 2 }),
      fc.nat(),
      async (profile, plans, seed) => {
        const sanitise = createSanitiser(createDraw(seed));
        const raw = await recordJourneys(profile, plans);
        const shown = shownText(raw.map(sanitise)).toLowerCase();
        const tokens = raw.flatMap(({ responseBody = "" }) =>
          [...textsIn(parse(responseBody))].filter(([name]) => /(access_|endUser|connect)token/i.test(name)),
        );
        const values = [...personalValues(plans), ...tokens.map(([, token]) => token)];
        expect(tokens.length).toBeGreaterThan(0);
        expect(values.length).toBeGreaterThan(10);
        expect([...new Set(values)].flatMap((value) => findIn(shown, value))).toEqual([]);
      },
    ),
    { numRuns, interruptAfterTimeLimit: 280_000 },
  );
});

/** Pairs each leaf of a body with the leaf at the same place of another body. */
function* leafPairs(shape: Shape, one: unknown, other: unknown, path = ""): Generator<LeafPair> {
  const hidden = shapeOf(z.unknown());
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
    for (const [i, entry] of one.entries()) yield* leafPairs(shape.entry ?? hidden, entry, other[i], `${path}[${i}]`);
  else if (isRecord(one) && isRecord(other) && Object.keys(one).join() === Object.keys(other).join())
    for (const [name, member] of Object.entries(one))
      yield* leafPairs(shape.members?.get(name) ?? shape.rest ?? hidden, member, other[name], `${path}.${name}`);
  else yield { one, other, path, isOpen: isPublic(shape, one, "service") };
}

interface LeafPair {
  readonly one: unknown;
  readonly other: unknown;
  readonly path: string;
  readonly isOpen: boolean;
}

const idForm = /(^|\.)(instanceId|interactionId|taskId|correlationId|id|nodeId|instanceUrl|message)$|[Tt]oken$/;
const isTime = (value: unknown): boolean => typeof value === "string" && /^\d{4}-\d{2}-\d{2}T/.test(value);

test("a simulator responds to sanitised requests as to the original ones", async () => {
  await fc.assert(
    fc.asyncProperty(anyProfile, plan, fc.nat(), async (profile, one, seed) => {
      const sanitise = createSanitiser(createDraw(seed));
      const recorded = (await recordJourneys(profile, [one])).map(sanitise);
      const { exchange } = createTrafficClient(profile);
      const actual = new Map<string, string>();
      const sent = new Set<string>();
      const toActual = (text: string): string =>
        text.replaceAll(/token-\d+|sim_[\w-]{20}/g, (known) => actual.get(known) ?? known);
      for (const old of recorded) {
        for (const [, text] of textsIn(parse(old.requestBody ?? ""))) sent.add(text);
        const { authorization, ...headers } = old.requestHeaders;
        const requestHeaders = {
          ...headers,
          ...(authorization !== undefined && { authorization: toActual(authorization) }),
        };
        const request = { method: old.method, url: toActual(old.url), requestHeaders };
        const requestBody = old.requestBody && toActual(old.requestBody);
        const replayed = await exchange({ ...request, requestBody }, old.startedAt);
        const place = `${old.sequence} ${old.method} ${old.url}`;
        expect({ place, status: replayed.status, body: replayed.responseBody }).toMatchObject({
          place,
          status: old.status,
        });
        const name = findTarget(old)?.name;
        const shape = shapeOf(old.status < 400 && name !== undefined ? endpointOf(name).response : z.unknown());
        for (const pair of leafPairs(shape, parse(replayed.responseBody ?? ""), parse(old.responseBody ?? ""))) {
          const { one: now, other: then, path, isOpen } = pair;
          if (idForm.test(path) && typeof now === "string" && typeof then === "string") {
            const ids = [then, now].map((text) =>
              [...text.matchAll(/token-\d+|sim_[\w-]{20,}|eyJ[\w.-]+/g)].map(([id]) => id),
            );
            const [[was], [is]] = [ids[0] ?? [], ids[1] ?? []];
            if (was !== undefined && is !== undefined) actual.set(was, is);
            continue;
          }
          if (isTime(now) && isTime(then)) continue;
          const isReplaced =
            !isOpen && typeof now === typeof then && !(String(now).length >= 4 && sent.has(String(now)));
          if (!isReplaced) expect({ place, path, is: now }).toEqual({ place, path, is: then });
        }
      }
    }),
    { numRuns, interruptAfterTimeLimit: 280_000 },
  );
});
