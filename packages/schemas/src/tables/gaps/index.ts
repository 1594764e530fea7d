import { accessGaps } from "./access.ts";
import type { Gap } from "./gap.ts";
import { interactionGaps } from "./interaction.ts";
import { startingGaps } from "./starting.ts";
import { stateGaps } from "./state.ts";
import { taskGaps } from "./task.ts";

export type { Gap } from "./gap.ts";

/** The gap register: every question that the specification leaves open. */
export const gaps = { ...startingGaps, ...interactionGaps, ...stateGaps, ...taskGaps, ...accessGaps } as const;

/** Id of a gap. */
export type GapId = keyof typeof gaps;

/** One reading of a gap. */
export type Reading<Id extends GapId> = keyof (typeof gaps)[Id]["options"] & string;

/** Every gap id, in the order of the register. */
export const gapIds = Object.keys(gaps) as GapId[]; // `Object.keys` returns `string[]`

/** Returns a gap, typed as `Gap` instead of its literal type. */
export const gapOf = (id: GapId): Gap => gaps[id];

/** Whether a gap has more than one reading. */
export const isSwitchable = (id: GapId): boolean => Object.keys(gaps[id].options).length > 1;
