import type { Classification } from "@journey-kit/schemas/tables";
import type { ReactNode } from "react";
import { Label, Radio, RadioGroup } from "react-aria-components";
import { classificationTones } from "../../../text/tones.ts";
import { Badge } from "../../../ui/badge.tsx";
import styles from "./outcomes.module.css";

/** A possible outcome of a module. */
export interface Choice {
  readonly name: string;
  readonly classification: Classification;
}

interface OutcomesProps {
  readonly choices: readonly Choice[];
  /** The outcome of the run; `mark` is the label shown beside it. */
  readonly marked: string | undefined;
  readonly mark: string;
  readonly chosen?: string | undefined;
  /** Omitted if the outcome cannot be chosen. */
  readonly onChoose?: (outcome: string) => void;
}

/** The possible outcomes of a module. While the module runs, the user can choose one. */
export function Outcomes({ choices, marked, mark, chosen, onChoose }: OutcomesProps): ReactNode {
  return (
    <RadioGroup
      className={styles.group}
      value={chosen ?? marked ?? null}
      onChange={(outcome) => onChoose?.(outcome)}
      isReadOnly={onChoose === undefined}
    >
      <Label className={styles.caption}>Possible outcomes</Label>
      {choices.map(({ name, classification }) => (
        <Radio key={name} value={name} className={styles.choice}>
          <span className={styles.disc} aria-hidden />
          <span className={styles.name}>{name}</span>
          {name === marked && <span className={styles.mark}>{mark}</span>}
          <Badge tone={classificationTones[classification]}>{classification}</Badge>
        </Radio>
      ))}
    </RadioGroup>
  );
}
