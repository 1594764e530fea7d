import { accessGaps } from "./access.ts";
import type { Gap } from "./gap.ts";
import { interactionGaps } from "./interaction.ts";
import { startingGaps } from "./starting.ts";
import { stateGaps } from "./state.ts";
import { taskGaps } from "./task.ts";

export type { Gap } from "./gap.ts";

/** Every question that the specification leaves open, with its readings. */
export const gaps = { ...startingGaps, ...interactionGaps, ...stateGaps, ...taskGaps, ...accessGaps } as const;

/** Id of a row in the gap register. */
export type GapId = keyof typeof gaps;

/** One reading of a gap. */
export type Reading<Id extends GapId> = keyof (typeof gaps)[Id]["options"] & string;

/** Every gap id, in the order of the register. */
export const gapIds = Object.keys(gaps) as GapId[]; // `Object.keys` forgets the literal keys it was given

/** A row of the register, seen without its literal types. */
export const gapOf = (id: GapId): Gap => gaps[id];

/** Whether a gap has more than one reading, so that a profile can switch it. */
export const isSwitchable = (id: GapId): boolean => Object.keys(gaps[id].options).length > 1;
