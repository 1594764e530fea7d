import { regions } from "@journey-kit/schemas/regions";
import { type RouteName, routeNames } from "@journey-kit/schemas/routes";
import fc from "fast-check";
import { secret } from "./bodies.ts";

/** A hostile request, before the ids of a world are filled in. */
export interface HostileRequest {
  readonly name: RouteName;
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

const mutation: fc.Arbitrary<Mutation> = fc.record({ steps: fc.array(fc.nat(80), { maxLength: 6 }), change });

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

const toText: fc.Arbitrary<HostileRequest["toText"]> = fc.oneof(
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
  name: fc.constantFrom(...routeNames),
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
