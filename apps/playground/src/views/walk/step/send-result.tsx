import type { ReactNode } from "react";
import { Problem } from "../../../components/states.tsx";
import styles from "./step-form.module.css";
import type { SendState } from "./use-step-draft.ts";

/** How the last request ended, above the form. Errors of a single field are shown at the field too. */
export function SendResult({ last }: { readonly last: SendState }): ReactNode {
  switch (last.state) {
    case "idle":
    case "sending":
      return null;
    case "accepted":
      return (
        <p className={styles.accepted} role="status" data-tone="good">
          The service accepted the request.
        </p>
      );
    case "refused":
      return <Problem error={last.error} />;
  }
}
