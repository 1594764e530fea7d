import type { Explanation } from "@journey-kit/schemas/control";

/**
 * A text that changes whenever the service may respond differently. The walk fetches again only then. With an `auto`
 * clock, each fetch moves the instance to its next event, so the text includes the states of the modules.
 */
export const toSignature = ({ phase, segment, steps, modules }: Explanation): string =>
  JSON.stringify([
    phase,
    segment,
    steps.map(({ state, stage, provided }) => [state, stage, provided.length]),
    modules.map(({ state }) => state),
  ]);
