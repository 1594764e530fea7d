import type { ErrorName } from "./errors.ts";

/** A bound on what callers can make a simulator store, or do at the same time. */
export interface Limit {
  readonly default: number;
  readonly unit: "count" | "bytes";
  /** What the limit counts, in words that follow a number, such as `checkpoints per world`. */
  readonly counts: string;
  /** The error for a request that would exceed the limit; undefined if the limit refuses no request. */
  readonly error?: ErrorName;
  /** What happens at the limit, before or instead of an error. */
  readonly effect?: string;
}

const uncounted =
  "Only `uid`, `identity` and the members that a domain element of the journey uses count, because the rest is not stored.";

const kibibyte = 1024;
const mebibyte = 1024 ** 2;

/** Every limit that you can change, with the option `limits` of `createSimulator` or the flag `--limit`. */
export const limits = {
  worlds: {
    default: 10_000,
    unit: "count",
    counts: "worlds",
    error: "STORAGE_FULL",
    effect: "To make room, the simulator deletes worlds that have neither instances nor checkpoints.",
  },
  instances: {
    default: 100_000,
    unit: "count",
    counts: "instances per world",
    error: "STORAGE_FULL",
    effect: "To make room, the simulator deletes the oldest finished instances.",
  },
  "store-bytes": {
    default: 512 * mebibyte,
    unit: "bytes",
    counts: "of instances in the memory store, across all worlds",
    error: "STORAGE_FULL",
    effect: "To make room, the simulator deletes the oldest finished instances.",
  },
  checkpoints: { default: 100, unit: "count", counts: "checkpoints per world", error: "STORAGE_FULL" },
  "journal-bytes": {
    default: 8 * mebibyte,
    unit: "bytes",
    counts: "of recorded requests per world, in memory",
    effect: "To make room, the simulator drops the oldest requests.",
  },
  "journals-bytes": {
    default: 256 * mebibyte,
    unit: "bytes",
    counts: "of recorded requests, across all worlds",
    effect: "To make room, the simulator drops the requests of the least recently used worlds.",
  },
  journeys: { default: 1_000, unit: "count", counts: "published journey versions", error: "STORAGE_FULL" },
  "journey-bytes": {
    default: 256 * kibibyte,
    unit: "bytes",
    counts: "per journey definition",
    error: "BODY_TOO_LARGE",
  },
  segments: { default: 100, unit: "count", counts: "segments per journey", error: "BODY_TOO_LARGE" },
  "module-runs": {
    default: 500,
    unit: "count",
    counts: "module runs per journey, which is the sum of the `attempts` of its modules",
    error: "BODY_TOO_LARGE",
  },
  "list-entries": {
    default: 1_000,
    unit: "count",
    counts: "entries per list in a journey definition",
    error: "BODY_TOO_LARGE",
  },
  scenarios: { default: 1_000, unit: "count", counts: "stored scenarios per world", error: "STORAGE_FULL" },
  "scenario-bytes": { default: 64 * kibibyte, unit: "bytes", counts: "per scenario", error: "BODY_TOO_LARGE" },
  "match-steps": {
    default: 10_000_000,
    unit: "count",
    counts: "comparisons by the scenario rules of an instance when a module starts",
    error: "BODY_TOO_LARGE",
    effect:
      "A text counts once for each rule that tests it. With a pattern, each of its characters counts, once for each 32 characters of the pattern.",
  },
  "fault-plan-bytes": {
    default: 256 * kibibyte,
    unit: "bytes",
    counts: "per fault plan",
    error: "BODY_TOO_LARGE",
  },
  "fault-body-bytes": {
    default: 64 * kibibyte,
    unit: "bytes",
    counts: "per response body in a fault plan",
    error: "BODY_TOO_LARGE",
  },
  "text-bytes": {
    default: 16 * kibibyte,
    unit: "bytes",
    counts: "per string in a subject, except images",
    error: "BODY_TOO_LARGE",
    effect: uncounted,
  },
  "subject-bytes": {
    default: 256 * kibibyte,
    unit: "bytes",
    counts: "per subject, without images",
    error: "BODY_TOO_LARGE",
    effect: uncounted,
  },
  "large-bodies": {
    default: 64 * mebibyte,
    unit: "bytes",
    counts: "for all request bodies over 1 MiB that are being read or parsed",
    error: "TOO_MANY_AT_ONCE",
    effect: "Up to 100 requests wait for room; any further requests are refused.",
  },
  streams: {
    default: 100,
    unit: "count",
    counts: "open event streams",
    error: "TOO_MANY_AT_ONCE",
    effect: "The web pages of one origin can open at most half of them.",
  },
  "stream-bytes": {
    default: 2 * mebibyte,
    unit: "bytes",
    counts: "of unread events per stream",
    effect:
      "Beyond that, the simulator closes the stream. A client can resume a stream of requests after the last request that it received.",
  },
} as const satisfies Record<string, Limit>;

/** Name of a limit. */
export type LimitName = keyof typeof limits;

/** Name of a limit that refuses requests. */
export type RefusingLimit = {
  [Name in LimitName]: (typeof limits)[Name] extends { readonly error: ErrorName } ? Name : never;
}[LimitName];

/** A value for each limit. */
export type Limits = Readonly<Record<LimitName, number>>;

/** Every limit name. */
export const limitNames = Object.keys(limits) as LimitName[]; // `Object.keys` returns `string[]`

/** Returns a limit, typed as `Limit` instead of its literal type. */
export const limitOf = (name: LimitName): Limit => limits[name];

/**
 * Adds the default of every limit that has no chosen value.
 *
 * @throws {RangeError} If a limit is unknown, or a value is not a whole number of at least 0.
 */
export function resolveLimits(chosen: Partial<Limits> = {}): Limits {
  for (const [name, value] of Object.entries(chosen)) {
    if (!Object.hasOwn(limits, name)) throw new RangeError(`limits: unknown limit ${JSON.stringify(name)}.`);
    if (Number.isSafeInteger(value) && value >= 0) continue;
    throw new RangeError(`limits.${name}: expected a whole number of at least 0.`);
  }
  // `Object.fromEntries` does not keep the names of its keys.
  const defaults = Object.fromEntries(limitNames.map((name) => [name, limitOf(name).default])) as Record<
    LimitName,
    number
  >;
  return Object.freeze({ ...defaults, ...chosen });
}

const sizeUnits = [
  ["GiB", 1024 ** 3],
  ["MiB", mebibyte],
  ["KiB", kibibyte],
] as const;

/** Formats a value of a limit, such as `10,000` or `64 KiB`. */
export function formatLimit(name: LimitName, value: number): string {
  if (limitOf(name).unit === "count") return value.toLocaleString("en-GB");
  const unit = sizeUnits.find(([, size]) => value >= size && value % size === 0);
  return unit === undefined ? `${value.toLocaleString("en-GB")} bytes` : `${value / unit[1]} ${unit[0]}`;
}

/** Parses the value of a limit. Sizes may end in `KiB`, `MiB` or `GiB`. Undefined if the text is malformed. */
export function parseLimit(name: LimitName, text: string): number | undefined {
  const [, digits, suffix] = /^(\d{1,15}) ?(KiB|MiB|GiB)?$/i.exec(text) ?? [];
  if (digits === undefined || (suffix !== undefined && limitOf(name).unit === "count")) return undefined;
  const [, size = 1] = sizeUnits.find(([unit]) => unit.toLowerCase() === suffix?.toLowerCase()) ?? [];
  const value = Number(digits) * size;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Says which limit is reached and how to raise it. */
export function describeLimit(name: LimitName, value: number): string {
  return `The limit is ${formatLimit(name, value)} ${limitOf(name).counts}. To raise it, start the simulator with \`--limit ${name}=…\`.`;
}
