import { isRecord } from "@journey-kit/schemas/calls";
import { type Ids, idMembers, tokenMembers } from "./ids.ts";
import type { DivergenceKind } from "./learned.ts";
import { leftOut } from "./placeholders.ts";

/** A place where a response differs from what was expected. */
export interface Difference {
  readonly kind: DivergenceKind;
  /** `status`, the name of a header, or the path of a member. */
  readonly place: string;
  readonly expected: string;
  readonly received: string;
  /** The number of values that differ or could not be compared. */
  readonly weight: number;
}

/** The number of values in a JSON value, at any depth. */
export const countValues = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? Object.values(value).reduce<number>((sum, one) => sum + countValues(one), 1)
    : 1;

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
const digits = /^\d+$/;

/** Members whose text is written for people, or differs with every call. */
const freeTexts = new Set([
  ...["problem", "action", "message", "error_description", "token_type", "refresh_token"],
  ...tokenMembers,
]);
/** Ids that no request repeats, in a form that the service chooses. */
const ownIds = new Set(["grId", "correlationId", "nodeId"]);
/** Members whose content depends on the person or on chance: only the names of their members are compared. */
const openMembers = new Set(["subject", "extraction", "classification"]);
const durations = new Set(["durationMilliSec"]);

type Pairs = Pick<Ids, "fits" | "areEqual">;

/** Compares the body of the service with the body of the shadow, by the form of ids, instants and tokens. */
export function compareBodies(real: unknown, shadow: unknown, pairs: Pairs): readonly Difference[] {
  const found: Difference[] = [];
  compare(real, shadow, { path: "", name: "", pairs, found, isAdvice: false, isOpen: false });
  return found;
}

interface Place {
  readonly path: string;
  readonly name: string;
  readonly pairs: Pairs;
  readonly found: Difference[];
  readonly isAdvice: boolean;
  readonly isOpen: boolean;
}

function compare(real: unknown, shadow: unknown, place: Place): void {
  if (Array.isArray(real) && Array.isArray(shadow)) compareLists(real, shadow, place);
  else if (isRecord(real) && isRecord(shadow)) compareObjects(real, shadow, place);
  else if (typeOf(real) === typeOf(shadow)) {
    if (!isEqual(real, shadow, place)) noteValue(real, shadow, place, 1);
  } else if (!place.isAdvice || place.name === "isUnder18")
    noteValue(real, shadow, place, 1 + 2 * Math.max(countValues(real), countValues(shadow)));
}

const noteValue = (real: unknown, shadow: unknown, place: Place, weight: number): void =>
  note(place, "value", `It is ${describe(shadow)}.`, `It is ${describe(real)}.`, weight);

function isEqual(real: unknown, shadow: unknown, { path, name, pairs, isAdvice, isOpen }: Place): boolean {
  if (real === shadow || isAdvice || isOpen || durations.has(name)) return true;
  if (typeof real !== "string" || typeof shadow !== "string") return false;
  if (freeTexts.has(name)) return (real === "") === (shadow === "");
  if (instant.test(shadow)) return instant.test(real);
  if (name === "instanceUrl") return real.startsWith("/") === shadow.startsWith("/");
  if (ownIds.has(name)) return true;
  if (idMembers.includes(name)) return pairs.fits(real, shadow);
  return pairs.areEqual(real, shadow) || (path.endsWith("instance.id") && digits.test(real) && digits.test(shadow));
}

function compareLists(real: readonly unknown[], shadow: readonly unknown[], place: Place): void {
  if (place.isOpen || place.isAdvice) return;
  if (real.length !== shadow.length) {
    const count = (list: readonly unknown[]) =>
      `The list has ${list.length} ${list.length === 1 ? "entry" : "entries"}.`;
    note(place, "value", count(shadow), count(real), 1 + 2 * Math.max(countValues(real), countValues(shadow)));
    return;
  }
  const differences = real.map((entry, i) => differencesOf(entry, shadow[i], place, i));
  if (differences.every(({ length }) => length === 0)) return;
  if (isPermutation(real, shadow, place))
    note(place, "order", "The entries are in the order of the journey.", "They are in another order.");
  else place.found.push(...differences.flat());
}

function differencesOf(real: unknown, shadow: unknown, place: Place, index: number): readonly Difference[] {
  const found: Difference[] = [];
  compare(real, shadow, { ...place, path: `${place.path}[${index}]`, found });
  return found;
}

function isPermutation(real: readonly unknown[], shadow: readonly unknown[], place: Place): boolean {
  const left = [...shadow];
  return real.every((entry) => {
    const match = left.findIndex((other) => differencesOf(entry, other, place, 0).length === 0);
    if (match !== -1) left.splice(match, 1);
    return match !== -1;
  });
}

type Members = Readonly<Record<string, unknown>>;

/** Pairs of instants of which the second is never earlier. Spec 2.2. */
const spans = [
  ["createdTime", "completedTime"],
  ["startedAt", "endedAt"],
] as const;

function compareObjects(real: Members, shadow: Members, place: Place): void {
  for (const [from, to] of spans) {
    const [start, end] = [Date.parse(`${real[from]}`), Date.parse(`${real[to]}`)];
    if (end < start)
      note({ ...place, path: `${place.path}.${to}` }, "value", `It is not before ${from}.`, "It is before it.");
  }
  const isWhole = !Object.hasOwn(real, leftOut);
  const names = new Set([...Object.keys(shadow), ...Object.keys(real)].filter((name) => name !== leftOut));
  for (const name of names) {
    const below: Place = {
      ...place,
      path: place.path === "" ? name : `${place.path}.${name}`,
      name,
      isAdvice: place.isAdvice || name === "advice",
      isOpen: place.isOpen || (openMembers.has(name) && place.name !== "properties"), // `properties` is a JSON Schema
    };
    const isOpen = place.isOpen && place.name !== "subject"; // gap `state-subject`
    if (!Object.hasOwn(real, name)) {
      if (!isOpen && isWhole)
        note(below, "member", "The member is there.", "It is missing.", 1 + 2 * countValues(shadow[name]));
    } else if (!Object.hasOwn(shadow, name)) {
      if (!isOpen && !place.isAdvice)
        note(below, "member", "There is no such member.", "It is there.", 1 + 2 * countValues(real[name]));
    } else compare(real[name], shadow[name], below);
  }
}

const note = ({ found, path }: Place, kind: DivergenceKind, expected: string, received: string, weight = 1): void =>
  void found.push({ kind, place: path.replaceAll(/\[\d+\]/g, "[]"), expected, received, weight });

const typeOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

function describe(value: unknown): string {
  if (value === null || typeof value === "number" || typeof value === "boolean") return `${value}`;
  if (typeof value !== "string") return Array.isArray(value) ? "a list" : "an object";
  if (instant.test(value)) return "an instant";
  if (digits.test(value) && value.length > 6) return "a text of digits";
  return value.length <= 40 ? JSON.stringify(value) : `a text of ${value.length} characters`;
}
