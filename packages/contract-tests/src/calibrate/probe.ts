import type { GapId, Reading } from "@journey-kit/schemas/gaps";
import type { Answer } from "../target/target.ts";
import { BlockedError } from "./blocked-error.ts";
import type { Lab } from "./lab.ts";

/** What an answer says of a gap: one reading, several that may be, none that is known (`[]`), or nothing. */
type Told<Id extends GapId> = Reading<Id> | readonly Reading<Id>[] | undefined;

/** How to read what was seen, for each gap that it tells something of. */
type Tells<Seen> = { readonly [Id in GapId]?: (seen: Seen) => Told<Id> };

/** A row: something to send, and how to read the answer. */
interface Row<Seen> {
  readonly id: string;
  /** What is sent, in words that go before a colon and the statuses answered. */
  readonly sends: string;
  /** Tells what is missing for it, where something is. */
  readonly needs?: (lab: Lab) => string | undefined;
  /** @throws {BlockedError} When it cannot be sent as it should. */
  readonly send: (lab: Lab) => Promise<Seen>;
  readonly tells: Tells<Seen>;
}

/** What a probe has found out: the readings that are still possible, by gap; or why it found nothing. */
export type Sighting =
  | { readonly told: ReadonlyMap<GapId, readonly string[]>; readonly evidence: string }
  | { readonly blocked: string };

/** Something harmless that tells readings apart. */
export interface Probe {
  readonly id: string;
  readonly sends: string;
  readonly gaps: readonly GapId[];
  run(lab: Lab): Promise<Sighting>;
}

/** Makes a probe of a row. */
export function probe<Seen>({ id, sends, needs, send, tells }: Row<Seen>): Probe {
  const gaps = Object.keys(tells) as (keyof typeof tells)[]; // `Object.keys` forgets the literal keys it was given
  return {
    id,
    sends,
    gaps,
    run: async (lab) => {
      const missing = needs?.(lab);
      if (missing !== undefined) return { blocked: missing };
      lab.statuses.length = 0;
      try {
        const seen = await send(lab);
        const told = gaps.flatMap((gap) => {
          const one = tells[gap]?.(seen);
          return one === undefined ? [] : [[gap, typeof one === "string" ? [one] : one] as const];
        });
        return { told: new Map(told), evidence: `${sends}: ${lab.statuses.join(", ") || "seen before"}` };
      } catch (error) {
        if (error instanceof BlockedError) return { blocked: error.message };
        throw error;
      }
    },
  };
}

/** Reads a status: `ok` is any success that is not named; a status that is not in the table shows no known reading. */
export const byStatus =
  <const R extends string>(table: Readonly<Partial<Record<"ok" | number, R>>>) =>
  ({ status }: Answer): R | readonly R[] => {
    const isOk = status >= 200 && status < 300;
    return table[status] ?? (isOk ? table.ok : undefined) ?? [];
  };

/** Whether an answer is a success. */
export const isOk = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** Needs the patience to wait, by milliseconds, or control of the clock. */
export const patience =
  (duration: number) =>
  ({ settings, control }: Lab): string | undefined =>
    control !== undefined || settings.patience >= duration
      ? undefined
      : `It takes a wait of ${duration / 1_000} s: more patience, or control of the clock.`;

/** Needs an option that has no default. */
export const option =
  (name: string, find: (lab: Lab) => unknown) =>
  (lab: Lab): string | undefined =>
    find(lab) === undefined ? `It takes the option ${name}.` : undefined;
