import { Play } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import { CopyBlock } from "../../components/copy.tsx";
import { Kbd } from "../../components/kbd.tsx";
import { useStart } from "../start/start-provider.tsx";
import { useFirstCalls } from "../world/use-first-calls.ts";
import styles from "./start-panel.module.css";

/** The button that starts a journey. On the first visit, also the commands that do the same from a terminal. */
export function StartPanel({ isFirst }: { readonly isFirst: boolean }): ReactNode {
  const start = useStart();
  const calls = useFirstCalls();
  return (
    <section className={styles.panel} data-tone="live" aria-label="Start">
      <div className={styles.action}>
        <AriaButton className={styles.start} onPress={() => start()}>
          <Play size={18} aria-hidden />
          Start a journey
          <Kbd>J</Kbd>
        </AriaButton>
        <p className={styles.text}>
          Choose the journey and what should happen: accepted, rejected, referred, failed or stuck. You need no client
          and no code.
        </p>
      </div>
      {isFirst && calls !== undefined && (
        <div className={styles.calls}>
          <p className={styles.label}>Or start one from a terminal</p>
          <CopyBlock text={calls} label="Copy the commands" />
        </div>
      )}
    </section>
  );
}
