import type { Explanation } from "@journey-kit/schemas/control";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Panel } from "../../../components/panel.tsx";
import { paths } from "../../../layout/paths.ts";

/** Why the instance is where it is, in a few lines. The instance view says more. */
export const WhyPanel = ({
  world,
  explanation,
}: {
  readonly world: string;
  readonly explanation: Explanation;
}): ReactNode => (
  <Panel title="Why" actions={<Link href={paths.instance(world, explanation.instanceId)}>See the instance</Link>}>
    {explanation.waitingFor.length === 0 ? (
      "It waits for nothing."
    ) : (
      <>
        <p>It waits for</p>
        <ul>
          {explanation.waitingFor.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </>
    )}
  </Panel>
);
