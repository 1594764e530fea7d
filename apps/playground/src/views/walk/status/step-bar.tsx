import type { Explanation } from "@journey-kit/schemas/control";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./status.module.css";

/** The steps of the journey in order, with the current one marked. */
export const StepBar = ({ steps }: Pick<Explanation, "steps">): ReactNode => (
  <ol className={styles.steps} aria-label="Steps">
    {steps.map(({ id, state, missing }) => (
      <li
        key={id}
        className={styles.stepItem}
        data-state={state}
        {...(state === "current" && { "aria-current": "step" })}
      >
        {state === "done" && <Check size={13} aria-label="done" />}
        {id}
        {state === "current" && missing.length > 0 && <span className={styles.missing}>{missing.length} to go</span>}
      </li>
    ))}
  </ol>
);
