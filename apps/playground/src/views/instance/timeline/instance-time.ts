import type { Explanation } from "@journey-kit/schemas/control";

/**
 * Creates the conversion from the world's clock to the time of an instance, in milliseconds since the Unix epoch. The
 * two differ after a tester advanced only the instance. If the world's clock was frozen at that time, one time of the
 * world corresponds to several times of the instance.
 */
export function toInstanceTimes({ timeline }: Pick<Explanation, "timeline">): (at: number) => readonly number[] {
  let ahead = 0;
  const advances = timeline.flatMap(({ at, kind, what }) => {
    const by = kind === "command" ? Number(/^advance by (\d+) ms$/.exec(what)?.[1] ?? 0) : 0;
    if (by === 0) return [];
    const onWorldClock = Date.parse(at) - ahead;
    ahead += by;
    return [{ onWorldClock, ahead }];
  });
  return (at) => {
    const before = advances.findLast(({ onWorldClock }) => onWorldClock < at)?.ahead ?? 0;
    const during = advances.filter(({ onWorldClock }) => onWorldClock === at);
    return [at + before, ...during.map((advance) => at + advance.ahead)];
  };
}
