import type { Classification } from "@journey-kit/schemas/tables";
import type { ReactNode } from "react";
import { Label, Radio, RadioGroup } from "react-aria-components";
import { classificationTones } from "../../text/tones.ts";
import { Badge } from "../../ui/badge.tsx";

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

const choice =
  "group flex min-h-[34px] cursor-pointer items-center gap-[9px] rounded-8 border border-line bg-panel px-[9px] data-readonly:cursor-default data-selected:border-ink data-selected:shadow-[inset_0_0_0_0.5px_var(--ink)]";
const disc =
  "size-[15px] flex-none rounded-full border-[1.5px] border-line-strong group-data-selected:border-[5px] group-data-selected:border-ink";

/** The possible outcomes of a module. While the module runs, the user can choose one. */
export function Outcomes({ choices, marked, mark, chosen, onChoose }: OutcomesProps): ReactNode {
  return (
    <RadioGroup
      className="grid gap-1.5"
      value={chosen ?? marked ?? null}
      onChange={(outcome) => onChoose?.(outcome)}
      isReadOnly={onChoose === undefined}
    >
      <Label className="text-12 text-ink-2">Possible outcomes</Label>
      {choices.map(({ name, classification }) => (
        <Radio key={name} value={name} className={choice}>
          <span className={disc} aria-hidden />
          <span className="flex-1 font-medium">{name}</span>
          {name === marked && <span className="text-12 text-ink-3">{mark}</span>}
          <Badge tone={classificationTones[classification]}>{classification}</Badge>
        </Radio>
      ))}
    </RadioGroup>
  );
}
