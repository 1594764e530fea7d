import { useQueries } from "@tanstack/react-query";
import { keys } from "../../api/queries.ts";
import { useTarget } from "../../api/target-provider.tsx";
import { documentNames, type OpenApiDocument, type Operation, toOperations } from "./operations.ts";

/** Reads the operations of all documents under the readings of a world. */
export function useOperations(world: string): {
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
