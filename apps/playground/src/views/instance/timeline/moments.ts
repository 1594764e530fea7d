import type { Explanation, TimelineEvent } from "@journey-kit/schemas/control";
import { describeEvent as describeResult } from "@journey-kit/schemas/report";
import type { Scale } from "./scale.ts";

/** A point in the history of an instance, whether or not it has an event. */
export interface Place {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** Number of commands so far. It is set if more commands follow at the same instant, as on a frozen clock. */
  readonly commands?: number;
}

/** A point in the history of an instance, with the events that happened there. */
export interface Moment extends Place {
  readonly events: readonly TimelineEvent[];
}

/**
 * Groups the events of a timeline into moments, oldest first. Events at the same instant belong to one moment, but each
 * command begins a new moment.
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

/** Whether a point in the history is earlier than another one. */
const isBefore = (one: Place, other: Place): boolean =>
  one.at < other.at || (one.at === other.at && toRank(one) < toRank(other));

const toRank = ({ commands = Number.POSITIVE_INFINITY }: Place): number => commands;

/** Whether two points in the history are the same. */
export const isAt = (one: Place, other: Place): boolean => !isBefore(one, other) && !isBefore(other, one);

/** The last moment before a point in the history; undefined if there is none. */
export const momentBefore = (moments: readonly Moment[], place: Place): Moment | undefined =>
  moments.findLast((moment) => isBefore(moment, place));

/** The first moment after a point in the history; undefined if only the present follows. */
export const momentAfter = (moments: readonly Moment[], place: Place): Moment | undefined =>
  moments.find((moment) => isBefore(place, moment));

/** Distance from a moment at which a drag snaps to the moment, as a share of the axis. */
const reach = 0.008;

/** The instant at a position on the axis, or the instant of a moment very close to the position. */
export function instantAt({ toInstant, toPlace }: Scale, moments: readonly Moment[], place: number): number {
  const near = moments.find(({ at }) => Math.abs(toPlace(at) - place) <= reach);
  return near?.at ?? toInstant(place);
}

/** Describes an event in words. */
export function describeEvent(event: TimelineEvent): string {
  switch (event.kind) {
    case "command":
    case "module-finished":
      return describeResult(event);
    case "module-started":
      return `${event.module}${event.attempt > 1 ? `, attempt ${event.attempt}` : ""} started`;
    case "evaluated":
    case "failed":
      return `${event.kind}: ${describeResult(event)}`;
  }
}
