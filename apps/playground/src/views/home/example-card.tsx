import { useMutation } from "@tanstack/react-query";
import { Flag } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { useTarget } from "../../api/target-provider.tsx";
import { lazyModule } from "../../lazy.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { notify } from "../../ui/notices.tsx";
import { Panel } from "../../ui/panel.tsx";
import { example } from "./example.ts";
import styles from "./example-card.module.css";

const loadRun = lazyModule(() => import("./run-example.ts"));

/** Returns the function that runs the example in the simulator in this tab and shows it. */
function useExample(): { readonly open: () => void; readonly isPending: boolean } {
  const { openTab, choose } = useTarget();
  const [, navigate] = useLocation();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { runExample } = await loadRun();
      return runExample(await openTab());
    },
    onSuccess: async (path) => {
      await choose("tab");
      navigate(path);
    },
    onError: notify,
  });
  return { open: () => mutate(), isPending };
}

/** A finished journey as a picture, which opens the journey itself. */
export function ExampleCard(): ReactNode {
  const { open, isPending } = useExample();
  return (
    <Panel
      title="What a finished journey looks like"
      note="Document and selfie, referred because the document looks suspicious"
      actions={
        <Button isDisabled={isPending} onPress={open}>
          {isPending ? "Opening…" : "Open this journey"}
        </Button>
      }
    >
      <ol className={styles.graph}>
        {example.segments.map(({ label, modules }) => (
          <li key={label} className={styles.segment}>
            <p className="font-semibold">{label}</p>
            {modules.map(({ module, outcome, tone }) => (
              <p key={module} className="flex items-baseline gap-2" data-tone={tone}>
                <span className="size-2 flex-none rounded-full bg-tone" aria-hidden />
                <span className="grid min-w-0">
                  {module}
                  <span className="text-12 text-tone">{outcome}</span>
                </span>
              </p>
            ))}
          </li>
        ))}
        <li className={styles.end} data-tone="fair">
          <Flag size={16} aria-hidden />
          <Badge tone="fair" dot>
            Referred
          </Badge>
        </li>
      </ol>
      <p className="mt-3 text-12 text-ink-3">It runs inside this page. Nothing is sent to a server.</p>
    </Panel>
  );
}

/** A line that opens the example, for a page that shows the user's own worlds. */
export function ExampleLine(): ReactNode {
  const { open, isPending } = useExample();
  return (
    <Panel>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 text-ink-2">See what a finished journey looks like. It runs inside this page.</p>
        <Button isDisabled={isPending} onPress={open}>
          {isPending ? "Opening…" : "Open the example"}
        </Button>
      </div>
    </Panel>
  );
}
