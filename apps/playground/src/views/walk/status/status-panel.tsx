import type { Explanation } from "@journey-kit/schemas/control";
import { ExternalLink, Play, StepForward } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useInstanceChange, useWorldChange } from "../../../api/queries.ts";
import { useTarget } from "../../../api/target-provider.tsx";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { useNotify } from "../../../components/notices.tsx";
import { Panel } from "../../../components/panel.tsx";
import { PhaseBadge } from "../../../components/phase-badge.tsx";
import { formatDuration } from "../../../format.ts";
import { paths } from "../../../layout/paths.ts";
import styles from "./status.module.css";

interface StatusProps {
  readonly world: string;
  readonly explanation: Explanation;
  /** Time of the instance, in milliseconds since the Unix epoch. */
  readonly now: number;
}

/** What to do while the service asks for no data: wait, resume, review, or read the outcome. */
export function StatusPanel(props: StatusProps): ReactNode {
  switch (props.explanation.phase) {
    case "paused":
      return <Paused {...props} />;
    case "reviewing":
      return <Reviewing {...props} />;
    case "finished":
    case "failed":
      return <Ended {...props} />;
    case "collecting":
    case "running":
      return <Running {...props} />;
  }
}

function Running({ world, explanation, now }: StatusProps): ReactNode {
  const notify = useNotify();
  const next = useWorldChange(world, (of) => of.clock.advance({ to: "next-event" }));
  const running = explanation.modules.filter(({ state }) => state === "running");
  return (
    <Panel
      title={running.length === 1 ? "A module is running." : "Modules are running."}
      note="The service asks for nothing until they finish."
      tone="live"
      actions={
        <Button
          variant="primary"
          icon={StepForward}
          shortcut="N"
          onPress={() => next.mutate(undefined, { onError: notify })}
        >
          Next event
        </Button>
      }
    >
      <ul className={styles.modules}>
        {running.map(({ module, finishesAt, attempt }) => (
          <li key={module}>
            <span>
              {module} {attempt > 1 && `(attempt ${attempt})`}
            </span>
            <span className={styles.left}>
              {finishesAt === undefined
                ? "never finishes"
                : `${formatDuration(Math.max(0, Date.parse(finishesAt) - now))} left`}
            </span>
          </li>
        ))}
        {running.length === 0 && <li>{explanation.waitingFor.join("; ")}</li>}
      </ul>
    </Panel>
  );
}

function Paused({ world, explanation }: StatusProps): ReactNode {
  const notify = useNotify();
  const resume = useInstanceChange(world, explanation.instanceId, (instance) => instance.resume());
  return (
    <Panel
      title="The instance is paused."
      tone="neutral"
      actions={
        <Button variant="primary" icon={Play} onPress={() => resume.mutate(undefined, { onError: notify })}>
          Resume
        </Button>
      }
    >
      The service takes no data until the instance is resumed.
    </Panel>
  );
}

function Reviewing({ world, explanation }: StatusProps): ReactNode {
  const notify = useNotify();
  const review = useInstanceChange(world, explanation.instanceId, (instance, outcome: "accept" | "reject") =>
    instance.review({ outcome }),
  );
  return (
    <Panel
      title="The instance was referred and waits for a review."
      tone="fair"
      actions={
        <>
          <Button onPress={() => review.mutate("accept", { onError: notify })}>Accept</Button>
          <Button onPress={() => review.mutate("reject", { onError: notify })}>Reject</Button>
        </>
      }
    >
      A reviewer decides. The service asks for no more data.
    </Panel>
  );
}

function Ended({ world, explanation }: StatusProps): ReactNode {
  const { phase, cause, startedAt, endedAt, instanceId, modules } = explanation;
  const took = endedAt === undefined ? undefined : Date.parse(endedAt) - Date.parse(startedAt);
  return (
    <Panel
      title={phase === "failed" ? "The instance failed." : "The journey has ended."}
      note={took === undefined ? undefined : `after ${formatDuration(took)}`}
      actions={<Link href={paths.instance(world, instanceId)}>See how it got there</Link>}
    >
      <div className={styles.outcome}>
        <PhaseBadge {...explanation} />
        {cause !== undefined && <p>{cause}</p>}
      </div>
      <ul className={styles.modules}>
        {modules.map(({ module, attempt, outcome, classification }) => (
          <li key={`${module} ${attempt}`}>
            <span>{module}</span>
            <Badge tone={({ positive: "good", neutral: "fair", negative: "bad" } as const)[classification]}>
              {outcome}
            </Badge>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** An instance whose data the service collects on hosted pages. Spec 2.7. */
export function HostedPanel({ world, explanation }: StatusProps): ReactNode {
  const { target } = useTarget();
  const notify = useNotify();
  const { instanceId, region } = explanation;
  const complete = useInstanceChange(world, instanceId, (instance) => instance.completePages());
  return (
    <Panel
      title="The person fills in hosted pages."
      note="This instance was started with page delivery."
      actions={
        <Button variant="primary" onPress={() => complete.mutate(undefined, { onError: notify })}>
          Complete the pages
        </Button>
      }
    >
      {target.kind === "server" ? (
        <a
          href={`${target.baseUrl}/${region}/journey/${encodeURIComponent(instanceId)}`}
          target="_blank"
          rel="noreferrer"
        >
          Open the hosted page <ExternalLink size={12} aria-hidden />
        </a>
      ) : (
        "A simulator in this tab has no address that another tab could open. Complete the pages with sample data, or switch to a server."
      )}
    </Panel>
  );
}
