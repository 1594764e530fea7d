import { ApiError } from "@journey-kit/client/control";
import type { Explanation, ExplanationQuery } from "@journey-kit/schemas/control";
import { SearchX } from "lucide-react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "wouter";
import type { WorldClock } from "../../api/clock.ts";
import { useExplanation, useJourney, useRequests, useWorld } from "../../api/queries.ts";
import { useTarget } from "../../api/target-provider.tsx";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { RequestDetail } from "../../ui/request-detail/request-detail.tsx";
import { Empty, Problem, Skeleton } from "../../ui/states.tsx";
import { Activity } from "./activity/activity.tsx";
import { InstanceBadges, InstanceFacts, InstanceTitle } from "./header/header.tsx";
import { InstanceMenu } from "./header/instance-menu.tsx";
import { JourneyGraph } from "./journey-graph/journey-graph.tsx";
import { firstModule, ModulePanel } from "./module-panel.tsx";
import { PastBar } from "./past-bar.tsx";
import type { Place } from "./timeline/moments.ts";
import { Timeline } from "./timeline/timeline.tsx";
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

/** Shown for an instance that the world does not have. */
function UnknownInstance({ world }: { readonly world: string }): ReactNode {
  const [, navigate] = useLocation();
  const { kind } = useTarget().target;
  return (
    <Page title="Instance">
      <Panel>
        <Empty
          icon={SearchX}
          title="There is no such instance"
          action={<Button onPress={() => navigate(paths.instances(world))}>Show the instances of this world</Button>}
        >
          {kind === "tab"
            ? "The simulator in this tab has no instances when the page loads. A journey ends with the page on which it started."
            : "It belongs to another world, or was removed by a reset, a restart or the end of the retention period."}
        </Empty>
      </Panel>
    </Page>
  );
}

const toQuery = ({ at, commands }: Place): ExplanationQuery => ({
  at: new Date(at).toISOString(),
  ...(commands !== undefined && { commands: `${commands}` }),
});

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
  const scenarios = useWorld(world, "scenarios").data?.scenarios;
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
  const requestDetail = useRef<HTMLDivElement>(null);
  const modulePanel = useRef<HTMLElement>(null);
  const openRequest = (sequence: number) => {
    flushSync(() => selectRequest(sequence));
    requestDetail.current?.scrollIntoView({ block: "nearest" });
  };
  const move = (chosen: Move) =>
    performMove(chosen, actions, {
      walk: () => navigate(paths.walk(world, id)),
      resolve: (module) => {
        flushSync(() => selectModule(module));
        modulePanel.current?.focus();
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
        why={explainInstance({ explanation: shown, definition, scenarios, clock: shownClock }, requests)}
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
      <div className="grid grid-cols-[minmax(0,1fr)_348px] items-start gap-3.5 max-[1100px]:grid-cols-[minmax(0,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
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
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          {definition !== undefined && selectedModule !== undefined && (
            <ModulePanel
              key={selectedModule}
              ref={modulePanel}
              world={world}
              explanation={shown}
              definition={definition}
              now={shownClock.now}
              module={selectedModule}
              isDisabled={isPast}
              onResolve={(outcome) => actions.resolve(selectedModule, { outcome })}
            />
          )}
          <div ref={requestDetail}>{exchange !== undefined && <RequestDetail world={world} exchange={exchange} />}</div>
        </div>
      </div>
      {isPast && <PastBar place={place} shown={shown} now={clock.now} onBack={() => setPlace(undefined)} />}
    </Page>
  );
}
