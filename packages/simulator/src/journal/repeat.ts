import { draw } from "../world/draw.ts";
import type { FaultAction } from "../world/fault.ts";
import type { Entry } from "./entry.ts";

/** Knows the starts whose answers did not come whole, and finds those that repeat one. */
export interface Repeats {
  /**
   * Says of a successful start which earlier one it repeats; most repeat none.
   *
   * @param sent The body as it was sent; nothing of it is kept but a hash.
   */
  notice(sequence: number, entry: Entry, sent: unknown): readonly string[];
  clear(): void;
}

interface Spoiled {
  readonly sequence: number;
  readonly instanceId: string;
  readonly hash: number;
  readonly how: string;
}

const mostKept = 100;

/** Makes a memory of starts. It is empty, and costs nothing, where no fault spoils one. */
export function createRepeats(): Repeats {
  let spoiled: readonly Spoiled[] = [];
  return {
    notice: (sequence, { about, struck }, sent) => {
      const how = struck && toHow(struck.action);
      if (about === undefined || (spoiled.length === 0 && how === undefined)) return [];
      const hash = draw(JSON.stringify(sent));
      const earlier = spoiled.find((one) => one.hash === hash);
      const { instanceId } = about;
      if (how !== undefined) spoiled = [...spoiled, { sequence, instanceId, hash, how }].slice(-mostKept);
      return earlier === undefined
        ? []
        : [
            `The start of exchange ${earlier.sequence}, ${earlier.how}, was sent again: the client has started two journeys, ${earlier.instanceId} and ${instanceId}.`,
          ];
    },
    clear: () => {
      spoiled = [];
    },
  };
}

/** How a fault kept an answer from its caller, whose work was done all the same; undefined where it did not. */
function toHow(action: FaultAction): string | undefined {
  if ("lose" in action) return action.lose === "answer" ? "whose answer was lost" : undefined;
  if ("truncate" in action || "malform" in action || "contentType" in action) return "whose answer was spoiled";
  return "delay" in action || "slow" in action ? "whose answer came late" : undefined;
}
