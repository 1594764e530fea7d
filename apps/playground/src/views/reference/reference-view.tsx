import { useQueries } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { keys } from "../../api/queries.ts";
import { useTarget } from "../../api/target-provider.tsx";
import { useCurrentWorld } from "../../layout/current-world.ts";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Empty, Problem, Skeleton } from "../../ui/states.tsx";
import { OperationDetail } from "./operation-detail.tsx";
import { OperationList } from "./operation-list.tsx";
import { documentNames, type OpenApiDocument, type Operation, toOperations } from "./operations.ts";

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
        <div
          className={`grid grid-cols-1 items-start gap-3.5 min-[901px]:grid-cols-[272px_minmax(0,1fr)] ${operation === undefined ? onlyList : onlyDetail}`}
        >
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

/** On narrow screens, the list and the endpoint are separate pages. */
const onlyList = "max-[900px]:[&>:not(nav)]:hidden";
const onlyDetail = "max-[900px]:[&>nav]:hidden";

/** Reads the operations of all documents under the readings of a world. */
function useOperations(world: string): {
  readonly operations?: readonly Operation[];
  readonly error: Error | null;
  readonly retry: () => void;
} {
  const { target } = useTarget();
  const queries = useQueries({
    queries: documentNames.map((name) => ({
      queryKey: keys.world(target.kind, world, "openapi", name),
      queryFn: async () => {
        const document = await target.control.openApi(name, name === "control" ? {} : { world });
        return toOperations(name, document as unknown as OpenApiDocument); // the schemas' tests lint every document
      },
      staleTime: 60_000,
    })),
  });
  const error = queries.find((query) => query.error !== null)?.error ?? null;
  const retry = () => void Promise.all(queries.map((query) => query.refetch()));
  const lists = queries.flatMap(({ data }) => (data === undefined ? [] : [data]));
  return lists.length < documentNames.length ? { error, retry } : { operations: lists.flat(), error, retry };
}
