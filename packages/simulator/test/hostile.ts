import { type EndpointName, endpointNames, endpointOf, resolveReading } from "@journey-kit/schemas/endpoints";
import { type GapId, gapIds, gapOf, type Profile, presets, regions, resolveProfile } from "@journey-kit/schemas/tables";
import fc from "fast-check";
import { secret } from "./bodies.ts";
import { address } from "./service.ts";

/** A hostile request, before the ids of a world are filled in. */
export interface HostileRequest {
  readonly name: EndpointName;
  readonly method: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly token: "good" | "none" | "broken" | "basic";
  readonly contentType: string | undefined;
  readonly requestId: string | undefined;
  /** Mutations of a valid body. `toText` changes the serialized body afterwards. */
  readonly mutations: readonly Mutation[];
  readonly toText: (text: string) => string | Uint8Array<ArrayBuffer>;
}

/** Replaces a value in a body. Each step selects a member, modulo the number of members. */
export interface Mutation {
  readonly steps: readonly number[];
  readonly change: (value: unknown) => unknown;
}

const nest = (depth: number): unknown => {
  let value: unknown = secret;
  for (let i = 0; i < depth; i += 1) value = i % 2 === 0 ? [value] : { inner: value };
  return value;
};

/** Values of the wrong type or size, and names that break careless code. */
export const wrongValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  -1e300,
  "",
  secret,
  `\ud800${secret}`,
  `${secret}\udfff\u0000`,
  "__proto__",
  "constructor",
  [],
  [[secret], null, secret],
  {},
  { length: 1e9, [secret]: secret },
  JSON.parse(`{"__proto__":{"polluted":"${secret}"},"constructor":{"prototype":"${secret}"},"toString":1}`),
  nest(9),
  nest(80),
];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const hostileKey = fc.constantFrom("__proto__", "constructor", "toString", "documents", "biometrics", "", secret);
const anyValue = fc.oneof(fc.constantFrom(...wrongValues), fc.jsonValue({ maxDepth: 2 }));

const change: fc.Arbitrary<Mutation["change"]> = fc.oneof<fc.Arbitrary<Mutation["change"]>[]>(
  anyValue.map((other) => () => other),
  fc.constantFrom<Mutation["change"]>(
    (value) => [value],
    (value) => ({ inner: value }),
    (value) => (Array.isArray(value) ? [...value, ...value] : value),
    (value) => (typeof value === "string" ? `${value}${secret}` : value),
    (value) => (typeof value === "string" ? value.toUpperCase() : value),
    (value) => (isObject(value) ? Object.fromEntries(Object.entries(value).slice(1)) : value),
  ),
  fc.tuple(hostileKey, anyValue).map(
    ([key, added]) =>
      (value) =>
        isObject(value) ? Object.fromEntries([...Object.entries(value), [key, added]]) : value,
  ),
);

/** Replaces a value somewhere in a body. */
export const mutation: fc.Arbitrary<Mutation> = fc.record({ steps: fc.array(fc.nat(80), { maxLength: 6 }), change });

/** Applies a mutation to a body. */
export function mutate(value: unknown, { steps: [step, ...steps], change: replace }: Mutation): unknown {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (step === undefined || entries.length === 0) return replace(value);
  const at = step % entries.length;
  const changed = entries.map(
    ([key, entry], i) => [key, i === at ? mutate(entry, { steps, change: replace }) : entry] as const,
  );
  return Array.isArray(value) ? changed.map(([, entry]) => entry) : Object.fromEntries(changed);
}

/** Damages a serialized body, in a few cases. */
export const toText: fc.Arbitrary<HostileRequest["toText"]> = fc.oneof(
  { weight: 8, arbitrary: fc.constant((text: string) => text) },
  {
    weight: 3,
    arbitrary: fc.oneof<fc.Arbitrary<HostileRequest["toText"]>[]>(
      fc.nat(400).map((length) => (text) => text.slice(0, length)),
      fc.nat(400).map((at) => (text) => `${text.slice(0, at)}${secret}${text.slice(at)}`),
      fc.constantFrom<HostileRequest["toText"]>(
        (text) => `\ufeff${text}`,
        (text) => text.replace(/[0-9]+/, "1e999"),
        (text) => text.replace("{", `{"__proto__":{"${secret}":"${secret}"},`),
        (text) => text.replace("{", `{"instanceId":"\\ud800${secret}","instanceId":7,`),
        (text) => "[".repeat(50_000) + text,
        (text) => `${'{"a":'.repeat(5_000)}${text}${"}".repeat(5_000)}`,
        (text) => `[${text}]`,
        () => `"${secret}"`,
        () => `%${secret}=%E0%A4%A&client_id=%FF%FE&&=`,
      ),
      fc.string({ unit: "binary" }).map((text) => () => text),
      fc.uint8Array().map((bytes) => () => new Uint8Array(bytes)),
      fc.json().map((text) => () => text),
    ),
  },
);

const rarely = <T>(common: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(common) },
    { weight: 1, arbitrary: fc.constantFrom(common, ...others) },
  );

/** Generates hostile requests. Most are valid except for a few changes, and some are entirely invalid. */
export const hostileRequest: fc.Arbitrary<HostileRequest> = fc.record({
  name: fc.constantFrom(...endpointNames),
  method: rarely("POST", "GET", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "QUERY"),
  prefix: rarely("", "/", "/xx", "/EU", ...regions.map((region) => `/${region}`), `/${secret}`),
  suffix: rarely(
    "",
    "/",
    "//",
    "?",
    `?instanceId=${secret}`,
    "/..",
    "%2e%2e",
    "%",
    "%00",
    "/%ff",
    "/\u{1F600}",
    ";a=b",
  ),
  token: rarely<HostileRequest["token"]>("good", "none", "broken", "basic"),
  contentType: rarely<string | undefined>(
    "right",
    undefined,
    "text/plain",
    "application/json",
    "application/json; charset=utf-16",
    "APPLICATION/JSON ; a=b",
    "application/x-www-form-urlencoded",
    `${secret}/${secret}`,
    ";",
  ),
  requestId: fc.option(fc.stringMatching(/^[!-~]{0,140}$/), { nil: undefined, freq: 5 }),
  mutations: fc.array(mutation, { maxLength: 2 }),
  toText,
});

/** Generates a valid profile that prints only the readings that differ from `specified`. */
export const anyProfile: fc.Arbitrary<Profile> = fc
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

/** Generates valid profiles; two of three are presets. */
export const profile: fc.Arbitrary<Profile> = fc.oneof(
  fc.constantFrom(presets.specified, presets.observed),
  anyProfile,
);

/** Copies a value with another member at a path. */
export function replaceAt(value: unknown, [key, ...place]: readonly string[], other: unknown): unknown {
  if (key === undefined) return other;
  const entries = Object.entries(value ?? {}).map(
    ([name, member]) => [name, name === key ? replaceAt(member, place, other) : member] as const,
  );
  return Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}

/** Encodes form fields. Values that are not strings are encoded as JSON. */
const toForm = (body: unknown): string =>
  new URLSearchParams(
    Object.entries(body ?? {}).map(([key, value]): [string, string] => [
      key,
      typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
    ]),
  ).toString();

const isForm = (name: EndpointName): boolean => name === "token.requestToken" || name === "hosted.submitPage";

/** Encodes a body in the media type of an endpoint. */
export const encode = (name: EndpointName, body: unknown): string =>
  isForm(name) ? toForm(body) : (JSON.stringify(body) ?? "");

/** The media type that an endpoint expects. */
export const mediaTypeOf = (name: EndpointName): string =>
  isForm(name) ? "application/x-www-form-urlencoded" : "application/json";

/** The path of an endpoint under a profile. */
export const pathUnder = (chosen: Profile, name: EndpointName, instanceId: string): string =>
  (resolveReading<string>(chosen, endpointOf(name).path) ?? "/absent").replace(":instanceId", instanceId);

const tokens = {
  good: (token: string) => `Bearer ${token}`,
  broken: (token: string) => `Bearer ${token.slice(0, -3)}${secret}`,
  basic: () => `Basic ${btoa(`${secret}:${secret}`)}`,
};

/** What a hostile request needs from its world: the path of its endpoint, a valid body and a token. */
interface HostileTarget {
  readonly path: string;
  readonly body: unknown;
  readonly token: string;
}

/** Fills in a hostile request. */
export function toRequest(target: HostileTarget, hostile: HostileRequest): Request {
  const { name, method, prefix, suffix, token, contentType, requestId, mutations, toText } = hostile;
  const text = toText(encode(name, mutations.reduce(mutate, target.body)));
  const headers = new Headers();
  if (token !== "none" && !isForm(name)) headers.set("authorization", tokens[token](target.token));
  if (contentType !== undefined) headers.set("content-type", contentType === "right" ? mediaTypeOf(name) : contentType);
  if (requestId !== undefined) headers.set("x-request-id", requestId);
  const body = method === "GET" || method === "HEAD" ? null : text;
  return new Request(address + prefix + target.path + suffix, { method, headers, body });
}
