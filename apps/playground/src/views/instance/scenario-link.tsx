import type { ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../../paths.ts";

interface ScenarioLinkProps {
  readonly world: string;
  /** What decided an outcome, such as `rule 1 of scenario slow`. */
  readonly decider: string;
}

/** What decided an outcome, with a link if a scenario decided it. */
export function ScenarioLink({ world, decider }: ScenarioLinkProps): ReactNode {
  const scenario = decider.split(" of scenario ")[1];
  return scenario === undefined ? decider : <Link href={paths.scenario(world, scenario)}>{decider}</Link>;
}
