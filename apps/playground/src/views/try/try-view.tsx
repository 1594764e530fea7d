import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Redirect } from "wouter";
import { useTarget } from "../../api/target-provider.tsx";
import { quickStarts } from "../../dialogs/start/quick-starts.ts";
import { lazyModule } from "../../lazy.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem, Skeleton } from "../../ui/states.tsx";
import { NotFoundView } from "../not-found-view.tsx";

const loadRun = lazyModule(() => import("../../dialogs/start/start-run.ts"));

interface TryProps {
  /** Id of the journey. */
  readonly journey: string;
  /** Id of the quick start. */
  readonly outcome: string;
}

/**
 * Starts a journey and shows its instance. The address is a link that anybody can follow, so it uses the simulator in
 * this tab, and changes nothing on a server.
 */
export function TryView({ journey, outcome }: TryProps): ReactNode {
  const { openTab, choose } = useTarget();
  const quick = quickStarts.find(({ id }) => id === outcome);
  const { data: path, error } = useQuery({
    queryKey: ["try", journey, outcome],
    enabled: quick !== undefined,
    gcTime: 0, // the next visit starts another journey
    queryFn: async () => {
      const { runLink } = await loadRun();
      const started = await runLink(await openTab(), journey, quick);
      await choose("tab");
      return started;
    },
  });
  if (quick === undefined) return <NotFoundView />;
  if (path !== undefined) return <Redirect to={path} replace />;
  return (
    <Page title="Starting a journey">{error === null ? <Skeleton height={400} /> : <Problem error={error} />}</Page>
  );
}
