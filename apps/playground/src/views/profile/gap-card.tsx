import { type Gap, type GapId, gapOf, type PresetName, presetNames, presets } from "@journey-kit/schemas/tables";
import { ChevronRight, Link2 } from "lucide-react";
import type { ReactNode } from "react";
import { Radio, RadioGroup } from "react-aria-components";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Prose } from "../../ui/prose.tsx";
import { Problem } from "../../ui/states.tsx";
import styles from "./gap-card.module.css";

interface GapCardProps {
  readonly world: string;
  readonly id: GapId;
  readonly reading: string;
  /** The preset from which the world differs least. */
  readonly preset: PresetName;
  readonly isOpen: boolean;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onToggle: () => void;
  readonly onChoose: (reading: string) => void;
}

/** A question that the specification leaves open, with its readings. */
export function GapCard(props: GapCardProps): ReactNode {
  const { id, reading, preset, isOpen, onToggle } = props;
  const gap = gapOf(id);
  const isChanged = reading !== presets[preset][id];
  return (
    <article id={`gap-${id}`} className={styles.card} data-open={isOpen}>
      <h3 className={styles.heading}>
        <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={onToggle}>
          <ChevronRight size={14} aria-hidden className={styles.arrow} />
          <span className={styles.texts}>
            <span className={styles.question}>
              <Prose text={gap.question} />
            </span>
            <span className={styles.id}>{id}</span>
          </span>
          <span className={styles.reading}>
            <Badge tone={isChanged ? "fair" : "neutral"}>{reading}</Badge>
          </span>
        </button>
      </h3>
      {isOpen && <GapDetails {...props} gap={gap} isChanged={isChanged} />}
    </article>
  );
}

const effects: Readonly<Record<Gap["kind"], string>> = {
  engine: "Instances that start from now on. An instance keeps the reading that it started with.",
  wire: "Every request from now on.",
  client: "Only the client. The simulator behaves the same under each reading.",
};

interface GapDetailsProps extends GapCardProps {
  readonly gap: Gap;
  readonly isChanged: boolean;
}

function GapDetails(props: GapDetailsProps): ReactNode {
  const { world, id, gap, reading, preset, isChanged, isPending, error, onChoose } = props;
  const standard = presets[preset][id];
  return (
    <div className={styles.details}>
      <RadioGroup
        className={styles.options}
        aria-label={gap.question}
        value={reading}
        isDisabled={Object.keys(gap.options).length === 1}
        onChange={onChoose}
      >
        {Object.entries(gap.options).map(([option, answer]) => (
          <Radio key={option} value={option} className={styles.option}>
            <span className={styles.dot} aria-hidden />
            <span className={styles.answer}>
              <span className={styles.name}>
                <code>{option}</code>
                {presetNames
                  .filter((name) => presets[name][id] === option)
                  .map((name) => (
                    <Badge key={name}>{name}</Badge>
                  ))}
              </span>
              <span>
                <Prose text={answer} />
              </span>
              <Requirements gap={gap} option={option} />
            </span>
          </Radio>
        ))}
      </RadioGroup>
      {error !== null && <Problem error={error} />}
      <Facts
        facts={[
          ["Evidence", gap.evidence === undefined ? undefined : <Prose key="evidence" text={gap.evidence} />],
          ["Section", gap.spec],
          ["Applies to", effects[gap.kind]],
          ["Not visible", gap.why === undefined ? undefined : <Prose key="why" text={gap.why} />],
        ]}
      />
      <div className={styles.actions}>
        {isChanged && (
          <Button isDisabled={isPending} onPress={() => onChoose(standard)}>
            Reset to {standard}
          </Button>
        )}
        <Link href={paths.gap(world, id)} className={styles.link}>
          <Link2 size={14} aria-hidden /> Link to this gap
        </Link>
      </div>
    </div>
  );
}

/** The readings of other gaps that a reading depends on. */
const Requirements = ({ gap: { requires = {} }, option }: { readonly gap: Gap; readonly option: string }) =>
  Object.entries(requires[option] ?? {}).map(([other, accepted]) => (
    <span key={other} className={styles.requirement}>
      Requires <code>{other}</code> to be {accepted.join(" or ")}.
    </span>
  ));
