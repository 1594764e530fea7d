import fc from "fast-check";
import { anyJson, hostileKeys } from "./arbitrary.ts";

/** Changes one part of a JSON value. Returns a part of another type unchanged. */
type Slip = (value: unknown) => unknown;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textSlips: readonly ((text: string) => string)[] = [
  (text) => `${text}\n`,
  (text) => ` ${text}`,
  (text) => `${text}\u{1F600}`,
  (text) => text.slice(1),
  (text) => text.repeat(5),
  (text) => text.toUpperCase(),
  () => "",
  () => "\u{1F600}".repeat(40),
  () => "2025-02-29",
  () => "2024-02-29T23:59:60Z",
  () => "2024-02-29t00:00:00z",
];
const numberSlips: readonly ((number: number) => number)[] = [
  (number) => number + 0.5,
  (number) => -number,
  () => 0,
  () => 2 ** 53,
  () => 1e300,
];

const slip: fc.Arbitrary<Slip> = fc.oneof<fc.Arbitrary<Slip>[]>(
  anyJson.map((other) => () => other),
  fc.constantFrom(...textSlips).map((change) => (value) => (typeof value === "string" ? change(value) : value)),
  fc.constantFrom(...numberSlips).map((change) => (value) => (typeof value === "number" ? change(value) : value)),
  fc.nat().map((at) => (value) => (isObject(value) ? without(value, at) : value)),
  fc.tuple(fc.constantFrom(...hostileKeys), anyJson).map(
    ([key, added]) =>
      (value) =>
        isObject(value) ? Object.fromEntries([...Object.entries(value), [key, added]]) : value,
  ),
  fc.constantFrom<Slip>(
    (value) => (Array.isArray(value) ? [] : value),
    (value) => [value],
    (value) => ({ 0: value }),
  ),
);

/** Generates values that differ from a valid value in one or two places. */
export const nearMissOf = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(valid, fc.array(fc.tuple(fc.array(fc.nat(), { maxLength: 6 }), slip), { minLength: 1, maxLength: 2 }))
    .map(([value, slips]) => slips.reduce((changed, [steps, change]) => changeAt(changed, steps, change), value));

function changeAt(value: unknown, [step, ...steps]: readonly number[], change: Slip): unknown {
  const size = Array.isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : 0;
  if (step === undefined || size === 0) return change(value);
  const at = step % size;
  if (Array.isArray(value)) return value.map((entry, i) => (i === at ? changeAt(entry, steps, change) : entry));
  const entries = Object.entries(value as object); // it has members and is not an array, so it is an object
  return Object.fromEntries(entries.map(([key, entry], i) => [key, i === at ? changeAt(entry, steps, change) : entry]));
}

function without(value: Record<string, unknown>, at: number): unknown {
  const keys = Object.keys(value);
  const dropped = keys[at % Math.max(keys.length, 1)];
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== dropped));
}
