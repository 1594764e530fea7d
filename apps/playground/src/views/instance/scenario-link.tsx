import type { ReactNode } from "react";
import { paths } from "../../paths.ts";
import { LiveLink } from "../../ui/live-link.tsx";

interface ScenarioLinkProps {
  readonly world: string;
  readonly scenario: string | undefined;
  /** What decided an outcome, such as `rule 1 of scenario slow`. */
  readonly children: string;
}

/** What decided an outcome, with a link if a scenario decided it. */
export const ScenarioLink = ({ world, scenario, children }: ScenarioLinkProps): ReactNode =>
  scenario === undefined ? children : <LiveLink href={paths.scenario(world, scenario)}>{children}</LiveLink>;
