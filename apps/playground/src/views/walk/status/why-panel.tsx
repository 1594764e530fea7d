import type { Explanation } from "@journey-kit/schemas/control";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import type { WorldClock } from "../../../api/clock.ts";
import { useRequests } from "../../../api/queries.ts";
import { Panel } from "../../../components/panel.tsx";
import { paths } from "../../../layout/paths.ts";
import { explainInstance } from "../../instance/why/explain-instance.ts";
import { Words } from "../../instance/why/words.tsx";

interface WhyPanelProps {
  readonly world: string;
  readonly explanation: Explanation;
  readonly clock: WorldClock;
}

/** Why the instance is where it is. The instance view says it too, and what would move it. */
export function WhyPanel({ world, explanation, clock }: WhyPanelProps): ReactNode {
  const [, navigate] = useLocation();
  const requests = useRequests(world).data?.requests;
  const { title, sentences, fault, tone } = explainInstance({ explanation, definition: undefined, clock }, requests);
  const shown = [...sentences, ...(fault === undefined ? [] : [fault])];
  return (
    <Panel
      title={title}
      tone={tone}
      actions={<Link href={paths.instance(world, explanation.instanceId)}>See the instance</Link>}
    >
      {shown.map((sentence, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no identity.
        <span key={i}>
          <Words
            world={world}
            sentence={sentence}
            onSelectRequest={(sequence) => navigate(paths.request(world, sequence))}
          />{" "}
        </span>
      ))}
    </Panel>
  );
}
