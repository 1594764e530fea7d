import type { Explanation, TimelineEvent } from "@journey-kit/schemas/control";
import type { Scale } from "./scale.ts";

/** A point in the history of an instance, whether or not something happened there. */
export interface Place {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** Number of commands so far. It is set if more commands follow at the same instant, as on a frozen clock. */
  readonly commands?: number;
}

/** A point in the history of an instance at which something happened. */
export interface Moment extends Place {
  readonly events: readonly TimelineEvent[];
}

/**
 * Lists the moments at which something happened, oldest first. Events at one instant share a moment, but each command
 * begins another one.
 */
export function toMoments({ timeline }: Pick<Explanation, "timeline">): readonly Moment[] {
  const moments: (Moment & { readonly commands: number })[] = [];
  for (const event of timeline) {
    const at = Date.parse(event.at);
    const last = moments.at(-1);
    const isCommand = event.kind === "command";
    const commands = (last?.commands ?? 0) + (isCommand ? 1 : 0);
    const isSame = last?.at === at && !(isCommand && last.events.some(({ kind }) => kind === "command"));
    if (isSame) moments.splice(-1, 1, { at, commands, events: [...last.events, event] });
    else moments.push({ at, commands, events: [event] });
  }
  return moments.map(({ at, commands, events }, i) =>
    moments[i + 1]?.at === at ? { at, commands, events } : { at, events },
  );
}

/** Whether a place is earlier than another one. */
const isBefore = (one: Place, other: Place): boolean =>
  one.at < other.at || (one.at === other.at && toRank(one) < toRank(other));

const toRank = ({ commands = Number.POSITIVE_INFINITY }: Place): number => commands;

/** Whether two places are the same. */
export const isAt = (one: Place, other: Place): boolean => !isBefore(one, other) && !isBefore(other, one);

/** The last moment before a place; undefined if there is none. */
export const momentBefore = (moments: readonly Moment[], place: Place): Moment | undefined =>
  moments.findLast((moment) => isBefore(moment, place));

/** The first moment after a place; undefined if there is none, so that the next instant is now. */
export const momentAfter = (moments: readonly Moment[], place: Place): Moment | undefined =>
  moments.find((moment) => isBefore(place, moment));

/** Share of the axis within which a drag snaps to a moment. */
const reach = 0.008;

/** The instant at a place of the axis, or the moment that is very close to it. */
export function instantAt({ toInstant, toPlace }: Scale, moments: readonly Moment[], place: number): number {
  const near = moments.find(({ at }) => Math.abs(toPlace(at) - place) <= reach);
  return near?.at ?? toInstant(place);
}

/** Describes an event in words. */
export function describeEvent({ kind, what }: TimelineEvent): string {
  switch (kind) {
    case "command":
      return what;
    case "module-started":
      return `${what.replace(/, attempt 1$/, "")} started`;
    case "module-finished":
      return what;
    case "evaluated":
      return `evaluated: ${what}`;
    case "failed":
      return `failed: ${what}`;
  }
}
