import type { JourneyClient } from "@journey-kit/client";
import type { Explanation } from "@journey-kit/schemas/control";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { WorldClock } from "../../api/clock.ts";
import { keys, useExplanation, useWorld } from "../../api/queries.ts";
import { useTarget } from "../../api/target-provider.tsx";
import { Page } from "../../components/page.tsx";
import { Loaded, Problem, Skeleton } from "../../components/states.tsx";
import { paths } from "../../layout/paths.ts";
import { InstanceBadges, InstanceTitle } from "../instance/header/header.tsx";
import { useLiveInstance } from "../instance/use-live-instance.ts";
import { openRequestSchema } from "./form/request-schema.ts";
import { InteractionWalk } from "./interaction-walk.tsx";
import { useRecordedService } from "./service-exchange.ts";
import { ExchangePanel } from "./status/exchange-panel.tsx";
import { HostedPanel, StatusPanel } from "./status/status-panel.tsx";
import { StepBar } from "./status/step-bar.tsx";
import { WhyPanel } from "./status/why-panel.tsx";
import { TaskWalk } from "./task-walk.tsx";
import styles from "./walk-view.module.css";

interface WalkProps {
  readonly world: string;
  readonly id: string;
}

/** Submits the outstanding elements of an instance, as a client would. */
export function WalkView({ world, id }: WalkProps): ReactNode {
  const { query, clock } = useLiveInstance(world, id);
  if (query.data !== undefined && clock !== undefined)
    return <LoadedWalk world={world} explanation={query.data} clock={clock} />;
  return (
    <Page title="Walk">
      {query.error === null ? (
        <Skeleton height={420} />
      ) : (
        <Problem error={query.error} onRetry={() => void query.refetch()} />
      )}
    </Page>
  );
}

interface LoadedProps {
  readonly world: string;
  readonly explanation: Explanation;
  readonly clock: WorldClock;
}

function LoadedWalk({ world, explanation, clock }: LoadedProps): ReactNode {
  const { client, exchanges } = useRecordedService(world, explanation.region);
  const status = <StatusPanel world={world} explanation={explanation} now={clock.now} />;
  const hasEnded = explanation.phase === "finished" || explanation.phase === "failed";
  return (
    <Page
      title={<InstanceTitle explanation={explanation} />}
      badges={<InstanceBadges explanation={explanation} />}
      about="You are the client now: the service asks for data, and you send it."
      actions={<Link href={paths.instance(world, explanation.instanceId)}>Back to the instance</Link>}
    >
      <StepBar steps={explanation.steps} />
      <div className={styles.columns}>
        <div className={styles.column}>
          {explanation.delivery === "page" && !hasEnded && (
            <HostedPanel world={world} explanation={explanation} now={clock.now} />
          )}
          {explanation.delivery === "page" || hasEnded ? (
            (hasEnded || explanation.phase !== "collecting") && status
          ) : client === undefined ? (
            <Skeleton height={360} />
          ) : (
            <Steps world={world} explanation={explanation} client={client} otherwise={status} />
          )}
        </div>
        <div className={styles.column}>
          <WhyPanel world={world} explanation={explanation} clock={clock} />
          <ExchangePanel world={world} exchanges={exchanges} />
        </div>
      </div>
    </Page>
  );
}

interface StepsProps {
  readonly world: string;
  readonly explanation: Explanation;
  readonly client: JourneyClient;
  readonly otherwise: ReactNode;
}

function Steps(props: StepsProps): ReactNode {
  const { world, explanation } = props;
  const { generation, journey, version } = explanation;
  const { target } = useTarget();
  const readings = useWorld(world, "profile").data?.readings;
  const { refetch } = useExplanation(world, explanation.instanceId);
  const terms = useQuery({
    queryKey: [...keys.journeys(target.kind), "terms", generation, journey, version, readings],
    queryFn: async () => {
      const [document, definition] = await Promise.all([
        target.control.openApi(generation, { world }),
        target.control.journey(journey, { version }),
      ]);
      const name = generation === "v2" ? "InteractionSubmitRequest" : "TaskUpdateRequest";
      return { schema: openRequestSchema(document, name), declared: definition.elements ?? [] };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const Walk = generation === "v2" ? InteractionWalk : TaskWalk;
  return (
    <Loaded query={terms} height={360}>
      {({ schema, declared }) => <Walk {...props} schema={schema} declared={declared} onSent={() => void refetch()} />}
    </Loaded>
  );
}
