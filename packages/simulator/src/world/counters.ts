import { type Millis, minute } from "./time.ts";

/** A scenario for the next instances that start. */
export interface Armed {
  readonly scenario: string;
  readonly times: number;
}

/** Values of a world that change with starts and calls. Polls read only the settings, so the two are apart. */
export interface Counters {
  /** Ordinal of the instance that started last. */
  readonly ordinal: number;
  readonly armed: readonly Armed[];
  /** When each single-use token that was used expires, in the time of the world. */
  readonly usedTokens: ReadonlyMap<string, Millis>;
  /** The minute in which calls are counted. It starts with its first call. Gap `rate-limit`. */
  readonly window: { readonly since: Millis; readonly calls: number };
}

export const noCounters: Counters = {
  ordinal: 0,
  armed: [],
  usedTokens: new Map(),
  window: { since: Number.MIN_SAFE_INTEGER, calls: 0 },
};

/** Counters that replace those of a world. Its next call starts a new minute. */
export const withoutWindow = (counters: Counters): Counters => ({ ...counters, window: noCounters.window });

/** Adds a scenario after those that are already armed. */
export const arm = (counters: Counters, armed: Armed): Counters => ({
  ...counters,
  armed: [...counters.armed, armed],
});

/** Counts a start. It can consume one use of the first armed scenario. */
export function countStart(counters: Counters, consumesArmed: boolean): Counters {
  const [first, ...rest] = counters.armed;
  const ordinal = counters.ordinal + 1;
  if (!consumesArmed || first === undefined) return { ...counters, ordinal };
  return { ...counters, ordinal, armed: first.times <= 1 ? rest : [{ ...first, times: first.times - 1 }, ...rest] };
}

/** Marks a single-use token as used; undefined if it is marked and has not expired. Forgets marks that have expired. */
export function useToken(
  counters: Counters,
  id: string,
  { expiresAt, now }: { readonly expiresAt: Millis; readonly now: Millis },
): Counters | undefined {
  const live = [...counters.usedTokens].filter(([, expiry]) => expiry > now);
  if (live.some(([used]) => used === id)) return undefined;
  return { ...counters, usedTokens: new Map([...live, [id, expiresAt]]) };
}

/** Counts a call. Returns the milliseconds until it is allowed; 0 if it is allowed now. Gap `rate-limit`. */
export function countCall(counters: Counters, at: Millis, callsPerMinute: number): readonly [Counters, Millis] {
  const { since, calls } = counters.window;
  // A reset or a restored checkpoint can move a world back to before its last window.
  const window = at >= since && at - since < minute ? { since, calls: calls + 1 } : { since: at, calls: 1 };
  return [{ ...counters, window }, window.calls <= callsPerMinute ? 0 : window.since + minute - at];
}
