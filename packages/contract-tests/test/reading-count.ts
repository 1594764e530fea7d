import { gapIds, gapOf, isSwitchable } from "@journey-kit/schemas/tables";

/** The number of readings of all gaps that a profile can switch. */
export const readingCount = gapIds
  .filter(isSwitchable)
  .reduce((sum, id) => sum + Object.keys(gapOf(id).options).length, 0);
