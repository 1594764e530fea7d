import { ApiError } from "@journey-kit/client/control";
import type { Explanation, ExplanationQuery } from "@journey-kit/schemas/control";
import { type ReactNode, useMemo, useState } from "react";
import { useLocation } from "wouter";
import type { WorldClock } from "../../api/clock.ts";
import { useExplanation, useJourney, useRequests } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { Page } from "../../ui/page.tsx";
import { RequestDetail } from "../../ui/request-detail/request-detail.tsx";
import { Problem, Skeleton } from "../../ui/states.tsx";
import { Activity } from "./activity/activity.tsx";
import { InstanceBadges, InstanceFacts, InstanceTitle } from "./header/header.tsx";
import { InstanceMenu } from "./header/instance-menu.tsx";
import styles from "./instance-view.module.css";
import { JourneyGraph } from "./journey-graph/journey-graph.tsx";
import { firstModule, ModulePanel, modulePanelId } from "./module-panel/module-panel.tsx";
import { PastBar } from "./past-bar/past-bar.tsx";
import type { Place } from "./timeline/moments.ts";
import { Timeline } from "./timeline/timeline.tsx";
import { UnknownInstance } from "./unknown-instance.tsx";
import { performMove, useInstanceActions } from "./use-instance-actions.ts";
import { useLiveInstance } from "./use-live-instance.ts";
import { useRunAgain } from "./use-run-again.ts";
import { explainInstance } from "./why/explain-instance.ts";
import type { Move } from "./why/facts.ts";
import { WhyPanel } from "./why/why-panel.tsx";

interface InstanceViewProps {
  readonly world: string;
  readonly id: string;
}

/** Shows one instance: the reason for its state, its journey, its timeline and its requests. */
export function InstanceView({ world, id }: InstanceViewProps): ReactNode {
  const { query, clock } = useLiveInstance(world, id);
  const { data, error } = query;
  if (error instanceof ApiError && error.status === 404) return <UnknownInstance world={world} />;
  if (data !== undefined && clock !== undefined)
    return <LoadedInstance world={world} id={id} live={data} clock={clock} />;
  return (
    <Page title="Instance">
      {error === null ? (
        <>
          <Skeleton height={120} />
          <Skeleton height={250} />
        </>
      ) : (
        <Problem error={error} onRetry={() => void query.refetch()} />
      )}
    </Page>
  );
}

const toQuery = ({ at, commands }: Place): ExplanationQuery => ({
  at: new Date(at).toISOString(),
  ...(commands !== undefined && { commands: `${commands}` }),
});

const requestDetailId = "request-detail";

interface LoadedProps extends InstanceViewProps {
  readonly live: Explanation;
  readonly clock: WorldClock;
}

function LoadedInstance({ world, id, live, clock }: LoadedProps): ReactNode {
  /** The earlier moment that the view shows; undefined for the present. */
  const [place, setPlace] = useState<Place>();
  const [chosenModule, selectModule] = useState<string>();
  /** `sequence` of the selected request. */
  const [chosenRequest, selectRequest] = useState<number>();
  const past = useExplanation(world, id, place && toQuery(place));
  const { data: definition } = useJourney(live.journey, live.version);
  const allRequests = useRequests(world).data?.requests;
  const requests = useMemo(() => (allRequests ?? []).filter(({ instanceId }) => instanceId === id), [allRequests, id]);
  const actions = useInstanceActions(world, id);
  const runAgain = useRunAgain(world, live);
  const [, navigate] = useLocation();
  const isPast = place !== undefined;
  // While the past loads or if it cannot be read, the view shows the present with the present clock.
  const shown = (isPast ? past.data : undefined) ?? live;
  const shownClock = isPast && past.data !== undefined ? ({ mode: "real", now: place.at } as const) : clock;
  const selectedModule = chosenModule ?? (definition && firstModule(shown, definition));
  const selectedRequest = chosenRequest ?? requests.findLast(({ refusal, fault }) => refusal ?? fault)?.sequence;
  const exchange = requests.find(({ sequence }) => sequence === selectedRequest);
  const openRequest = (sequence: number) => {
    selectRequest(sequence);
    requestAnimationFrame(() => document.getElementById(requestDetailId)?.scrollIntoView({ block: "nearest" }));
  };
  const move = (chosen: Move) =>
    performMove(chosen, actions, {
      walk: () => navigate(paths.walk(world, id)),
      resolve: (module) => {
        selectModule(module);
        document.getElementById(modulePanelId)?.focus();
      },
      runAgain,
    });
  return (
    <Page
      title={<InstanceTitle explanation={live} />}
      badges={<InstanceBadges explanation={shown} />}
      about={<InstanceFacts world={world} explanation={shown} now={shownClock.now} />}
      actions={
        <InstanceMenu world={world} explanation={live} actions={actions} onRunAgain={runAgain} isDisabled={isPast} />
      }
    >
      {isPast && past.error !== null && <Problem error={past.error} onRetry={() => void past.refetch()} />}
      <WhyPanel
        world={world}
        why={explainInstance({ explanation: shown, definition, clock: shownClock }, requests)}
        isDisabled={isPast}
        onMove={move}
        onSelectRequest={openRequest}
      />
      {definition === undefined ? (
        <Skeleton height={250} />
      ) : (
        <JourneyGraph
          explanation={shown}
          definition={definition}
          now={shownClock.now}
          selectedModule={selectedModule}
          onSelectModule={selectModule}
        />
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          <Timeline
            explanation={live}
            requests={requests}
            clock={clock}
            past={place}
            onScrub={setPlace}
            selectedModule={selectedModule}
            onSelectModule={selectModule}
            selectedRequest={selectedRequest}
            onSelectRequest={selectRequest}
          />
          <Activity
            world={world}
            explanation={shown}
            requests={requests}
            past={place}
            selectedRequest={selectedRequest}
            onSelectRequest={selectRequest}
          />
        </div>
        <div className={styles.column}>
          {definition !== undefined && selectedModule !== undefined && (
            <ModulePanel
              key={selectedModule}
              world={world}
              explanation={shown}
              definition={definition}
              now={shownClock.now}
              module={selectedModule}
              isDisabled={isPast}
              onResolve={(outcome) => actions.resolve(selectedModule, { outcome })}
            />
          )}
          <div id={requestDetailId}>
            {exchange !== undefined && <RequestDetail world={world} exchange={exchange} />}
          </div>
        </div>
      </div>
      {isPast && <PastBar place={place} shown={shown} now={clock.now} onBack={() => setPlace(undefined)} />}
    </Page>
  );
}
