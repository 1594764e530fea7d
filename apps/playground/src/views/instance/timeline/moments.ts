import type { Explanation, TimelineEvent } from "@journey-kit/schemas/control";
import type { Scale } from "./scale.ts";

/** An earlier instant of an instance at which something happened. */
export interface Moment {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly events: readonly TimelineEvent[];
}

/** Lists the instants at which something happened, oldest first. Events at one instant share a moment. */
export function toMoments({ timeline }: Pick<Explanation, "timeline">): readonly Moment[] {
  const byInstant = Map.groupBy(timeline, ({ at }) => Date.parse(at));
  return [...byInstant].map(([at, events]) => ({ at, events }));
}

/** The last moment before `at`; undefined if there is none. */
export const momentBefore = (moments: readonly Moment[], at: number): Moment | undefined =>
  moments.findLast((moment) => moment.at < at);

/** The first moment after `at`; undefined if there is none, so that the next instant is now. */
export const momentAfter = (moments: readonly Moment[], at: number): Moment | undefined =>
  moments.find((moment) => moment.at > at);

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
