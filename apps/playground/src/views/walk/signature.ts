import type { Explanation } from "@journey-kit/schemas/control";

/**
 * A text that changes whenever the service may respond differently. The walk fetches again only then. With an `auto`
 * clock, each fetch moves the instance to its next event. The text includes the states of the modules, so that the walk
 * fetches again after each module event.
 */
export const toSignature = ({ phase, segment, steps, modules }: Explanation): string =>
  JSON.stringify([
    phase,
    segment,
    steps.map(({ state, stage, provided }) => [state, stage, provided.length]),
    modules.map(({ state }) => state),
  ]);
