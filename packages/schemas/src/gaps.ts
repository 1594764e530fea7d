import { accessGaps } from "./gap/access.ts";
import type { Gap } from "./gap/gap.ts";
import { interactionGaps } from "./gap/interaction.ts";
import { startingGaps } from "./gap/starting.ts";
import { stateGaps } from "./gap/state.ts";
import { taskGaps } from "./gap/task.ts";

export type { Gap } from "./gap/gap.ts";

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
