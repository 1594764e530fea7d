import type { JourneyVersion } from "@journey-kit/schemas";
import { useQueries } from "@tanstack/react-query";
import { keys, useJourneys } from "../../api/queries.ts";
import { useTarget } from "../../api/target-provider.tsx";

/** Reads the latest definition of every published journey. The list omits definitions that are still loading. */
export function useDefinitions(): readonly JourneyVersion[] {
  const { target } = useTarget();
  const { data } = useJourneys();
  const ids = [...new Set(data?.journeys.map(({ id }) => id))];
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: [...keys.journeys(target.kind), id],
      queryFn: () => target.control.journey(id),
    })),
    combine: (results) => results.flatMap(({ data: definition }) => definition ?? []),
  });
}
