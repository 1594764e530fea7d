import { statusOf } from "./fate.ts";

/**
 * Fetches the current interaction; if there is none, falls back to the state, because a service may then refuse the
 * fetch. Gaps `interaction-while-running`, `interaction-after-end`.
 */
export const orState = <T>(interaction: Promise<T>, fetchState: () => Promise<T>): Promise<T> =>
  interaction.catch((error: unknown) => {
    if (![404, 409].includes(statusOf(error))) throw error;
    return fetchState();
  });
