import type { Explanation } from "@journey-kit/schemas/control";
import { type ReactNode, useState } from "react";
import type { WorldClock } from "../../api/clock.ts";
import { useExplanation } from "../../api/queries.ts";
import { Page } from "../../components/page.tsx";
import { Problem, Skeleton } from "../../components/states.tsx";
import { InstanceBadges, InstanceFacts, InstanceMenu, InstanceTitle } from "./header/header.tsx";
import styles from "./instance-view.module.css";
import { PastBar } from "./past-bar/past-bar.tsx";
import { useInstanceActions } from "./use-instance-actions.ts";
import { useLiveInstance } from "./use-live-instance.ts";

interface InstanceViewProps {
  readonly world: string;
  readonly id: string;
}

/** One instance: why it is where it is, its journey, its timeline and its requests. */
export function InstanceView({ world, id }: InstanceViewProps): ReactNode {
  const { query, clock } = useLiveInstance(world, id);
  if (query.data !== undefined && clock !== undefined)
    return <LoadedInstance world={world} id={id} live={query.data} clock={clock} />;
  return (
    <Page title="Instance">
      {query.error === null ? (
        <>
          <Skeleton height={120} />
          <Skeleton height={250} />
        </>
      ) : (
        <Problem error={query.error} onRetry={() => void query.refetch()} />
      )}
    </Page>
  );
}

interface LoadedProps extends InstanceViewProps {
  readonly live: Explanation;
  readonly clock: WorldClock;
}

function LoadedInstance({ world, id, live, clock }: LoadedProps): ReactNode {
  /** The earlier instant that the view shows; undefined for now. */
  const [at, setAt] = useState<string>();
  const past = useExplanation(world, id, at).data;
  const actions = useInstanceActions(world, id);
  const shown = (at === undefined ? live : past) ?? live;
  const now = at === undefined ? clock.now : Date.parse(at);
  const isPast = at !== undefined;
  return (
    <Page
      title={<InstanceTitle explanation={live} />}
      badges={<InstanceBadges explanation={shown} />}
      about={<InstanceFacts world={world} explanation={shown} now={now} />}
      actions={<InstanceMenu explanation={live} actions={actions} isDisabled={isPast} />}
    >
      {at !== undefined && <PastBar at={at} now={clock.now} onBack={() => setAt(undefined)} />}
      {/* Why, JourneyGraph */}
      <div className={styles.columns}>
        <div className={styles.column}>
          {/* <Timeline explanation={live} clock={clock} at={at} onScrub={setAt} … /> */}
          {/* <Activity world={world} explanation={shown} requests={requests} … /> */}
        </div>
        <div className={styles.column}>
          {/* ModulePanel */}
          {/* <RequestDetail world={world} exchange={…} /> */}
        </div>
      </div>
    </Page>
  );
}
