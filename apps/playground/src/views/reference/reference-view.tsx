import type { ReactNode } from "react";
import { useCurrentWorld } from "../../layout/current-world.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Empty, Problem, Skeleton } from "../../ui/states.tsx";
import { OperationDetail } from "./operation-detail.tsx";
import { OperationList } from "./operation-list.tsx";
import styles from "./reference-view.module.css";
import { useOperations } from "./use-operations.ts";

interface ReferenceViewProps {
  /** The endpoint to show. */
  readonly operation?: string | undefined;
}

/** The endpoints of the service and of the control API, with their documentation and a form to try them. */
export function ReferenceView({ operation }: ReferenceViewProps): ReactNode {
  const world = useCurrentWorld();
  const { operations, error, retry } = useOperations(world);
  const shown = operation === undefined ? operations?.[0] : operations?.find(({ id }) => id === operation);
  return (
    <Page
      title="API reference"
      about={
        <span>
          Every endpoint under the readings of <strong>{world}</strong>, to read and to try.
        </span>
      }
    >
      {error !== null && <Problem error={error} onRetry={retry} />}
      {operations === undefined ? (
        error === null && <Skeleton height={640} />
      ) : (
        <div className={styles.reference} data-chosen={operation !== undefined}>
          <OperationList operations={operations} shown={shown?.id} />
          {shown === undefined ? (
            <Panel>
              <Empty title={`${operation} is not an endpoint of this world`}>
                Choose an endpoint from the list. The readings of the world decide which ones exist.
              </Empty>
            </Panel>
          ) : (
            <OperationDetail key={`${world} ${shown.id}`} world={world} operation={shown} />
          )}
        </div>
      )}
    </Page>
  );
}
