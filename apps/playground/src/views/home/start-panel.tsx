import { Play } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useFirstRequests } from "../../api/use-first-requests.ts";
import { shortcuts } from "../../commands/shortcuts.ts";
import { useStart } from "../../dialogs/start/start-provider.tsx";
import { useCurrentWorld } from "../../layout/current-world.tsx";
import { CopyBlock } from "../../ui/copy.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import styles from "./start-panel.module.css";

/** The button that starts a journey. On the first visit, also the commands that do the same from a terminal. */
export function StartPanel({ isFirst }: { readonly isFirst: boolean }): ReactNode {
  const start = useStart();
  const commands = useFirstRequests(useCurrentWorld());
  return (
    <section className={styles.panel} data-tone="live" aria-label="Start">
      <div className={styles.action}>
        <AriaButton className={styles.start} onPress={() => start()}>
          <Play size={18} aria-hidden />
          Start a journey
          <Kbd>{shortcuts.start}</Kbd>
        </AriaButton>
        <p className={styles.text}>
          Choose the journey and what should happen: accepted, rejected, referred, failed or stuck. You need no client
          and no code.
        </p>
      </div>
      {isFirst && commands !== undefined && (
        <div className={styles.calls}>
          <p className={styles.label}>Or start one from a terminal</p>
          <CopyBlock text={commands} label="Copy the commands" />
        </div>
      )}
    </section>
  );
}
