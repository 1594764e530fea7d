import type { Explanation } from "@journey-kit/schemas/control";

/**
 * A text that changes whenever the service may respond differently. The view fetches the interaction or tasks again
 * only when the text changes. With an `auto` clock, each fetch moves the instance to the end of its next module run. The text includes
 * the states of the modules, so that the view fetches again after each of their events.
 */
export const toSignature = ({ phase, segment, steps, modules }: Explanation): string =>
  JSON.stringify([
    phase,
    segment,
    steps.map(({ state, stage, provided }) => [state, stage, provided.length]),
    modules.map(({ state }) => state),
  ]);
