import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Redirect } from "wouter";
import { useTarget } from "../../api/target-provider.tsx";
import { lazyModule } from "../../lazy.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem, Skeleton } from "../../ui/states.tsx";

const loadRun = lazyModule(() => import("./start-run.ts"));

interface StartLinkProps {
  /** Id of the journey. */
  readonly journey: string;
  /** Id of the quick start. */
  readonly quick: string;
}

/**
 * Starts a journey and leads to its instance. The address is a link that anybody can follow, so it uses the simulator in
 * this tab, and changes nothing on a server.
 */
export function StartLink({ journey, quick }: StartLinkProps): ReactNode {
  const { openTab, choose } = useTarget();
  const { data: path, error } = useQuery({
    queryKey: ["start-link", journey, quick],
    gcTime: 0, // the next visit starts another journey
    queryFn: async () => {
      const { runLink } = await loadRun();
      const started = await runLink(await openTab(), journey, quick);
      await choose("tab");
      return started;
    },
  });
  if (path !== undefined) return <Redirect to={path} replace />;
  return (
    <Page title="Starting a journey">{error === null ? <Skeleton height={400} /> : <Problem error={error} />}</Page>
  );
}
