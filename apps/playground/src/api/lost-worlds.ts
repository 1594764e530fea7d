import type { WorldSummary } from "@journey-kit/schemas/control";

/**
 * Whether a simulator has lost worlds since `before`, because it was restarted without a store. A reset also removes
 * instances, but it increases the epoch.
 */
export const hasLostWorlds = (before: readonly WorldSummary[], after: readonly WorldSummary[]): boolean =>
  before.some(({ world, epoch, instances }) => {
    const now = after.find((one) => one.world === world);
    return now === undefined || now.epoch < epoch || (now.epoch === epoch && now.instances < instances);
  });
