import { statusOf } from "./fate.ts";

/**
 * Gives what was asked of the current interaction, or else what the state tells: where none is current, a service may
 * have nothing to fetch. Gaps `interaction-while-running`, `interaction-after-end`.
 */
export const orState = <T>(interaction: Promise<T>, fetchState: () => Promise<T>): Promise<T> =>
  interaction.catch((error: unknown) => {
    if (![404, 409].includes(statusOf(error))) throw error;
    return fetchState();
  });
