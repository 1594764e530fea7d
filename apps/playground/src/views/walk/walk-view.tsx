import type { JourneyClient } from "@journey-kit/client";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { Link } from "wouter";
import { keys, useJourney, useWorld } from "../../api/queries.ts";
import { useTarget } from "../../api/target-provider.tsx";
import { paths } from "../../paths.ts";
import { notify } from "../../ui/notices.tsx";
import { Page } from "../../ui/page.tsx";
import { findTestPeople } from "../../ui/person-picker/test-people.ts";
import { Loaded, Problem, Skeleton } from "../../ui/states.tsx";
import { InstanceTitle } from "../instance/header/header.tsx";
import { useLiveInstance } from "../instance/use-live-instance.ts";
import { InteractionWalk } from "./interaction-walk.tsx";
import { useRecordedService } from "./recorded-service.ts";
import { parseRequestSchema } from "./request-schema.ts";
import { SentRequests } from "./sent-requests.tsx";
import { HostedPanel, StateBar, StatePanel, type WalkedInstance, WhyNote } from "./state-panel.tsx";
import type { StepMode } from "./step-form.tsx";
import { TaskWalk } from "./task-walk.tsx";

interface WalkProps {
  readonly world: string;
  readonly id: string;
}

/** Submits the outstanding elements of an instance, as a client would. */
export function WalkView({ world, id }: WalkProps): ReactNode {
  const { query, clock } = useLiveInstance(world, id);
  if (query.data !== undefined && clock !== undefined)
    return <LoadedWalk world={world} explanation={query.data} clock={clock} onSent={() => void query.refetch()} />;
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

interface LoadedProps extends WalkedInstance {
  /** Called after the service has accepted data. */
  readonly onSent: () => void;
}

function LoadedWalk({ onSent, ...instance }: LoadedProps): ReactNode {
  const { world, explanation } = instance;
  const { phase, delivery, instanceId, region } = explanation;
  const { client, requests } = useRecordedService(world, region);
  const hasEnded = phase === "finished" || phase === "failed";
  return (
    <Page
      title={<InstanceTitle explanation={explanation} />}
      about="You act as the client and submit the data that the service requests."
      actions={<Link href={paths.instance(world, instanceId)}>Back to the instance</Link>}
    >
      <StateBar {...instance} />
      {phase === "collecting" && <WhyNote {...instance} />}
      {delivery === "page" && phase === "collecting" && <HostedPanel {...instance} />}
      {hasEnded ? (
        <StatePanel {...instance} />
      ) : client === undefined ? (
        <Skeleton height={360} />
      ) : (
        <Steps {...instance} client={client} onSent={onSent} />
      )}
      <SentRequests world={world} sent={requests} />
    </Page>
  );
}

/** The form for the step that the service asks for, or the state of the instance if the service asks for nothing. */
function Steps({ client, onSent, ...instance }: LoadedProps & { readonly client: JourneyClient }): ReactNode {
  const { world, explanation } = instance;
  const { apiVersion, journey, version } = explanation;
  const { target } = useTarget();
  const [mode, setMode] = useState<StepMode>("form");
  const { data: definition } = useJourney(journey, version);
  const scenarios = useWorld(world, "scenarios").data;
  const people = useMemo(
    () => (scenarios && definition ? findTestPeople(scenarios, definition) : []),
    [scenarios, definition],
  );
  const readings = useWorld(world, "profile").data?.readings;
  const schema = useQuery({
    queryKey: [...keys.journeys(target.kind), "request-schema", apiVersion, readings],
    queryFn: async () => {
      const name = apiVersion === "v2" ? "InteractionSubmitRequest" : "TaskUpdateRequest";
      return parseRequestSchema(await target.control.openApi(apiVersion, { world }), name);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const Walk = apiVersion === "v2" ? InteractionWalk : TaskWalk;
  const accept = () => {
    notify("The service accepted the request.");
    onSent();
  };
  return (
    <Loaded query={schema} height={360}>
      {(loaded) => (
        <Walk
          world={world}
          explanation={explanation}
          client={client}
          form={{ schema: loaded, declared: definition?.elements ?? noElements, people, mode, onMode: setMode }}
          onSent={accept}
          otherwise={<StatePanel {...instance} />}
        />
      )}
    </Loaded>
  );
}

const noElements = [] as const;
