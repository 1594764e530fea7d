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
    <article
      id={`gap-${id}`}
      className={`scroll-mt-16 border-t border-line ${isOpen ? "bg-[color-mix(in_srgb,var(--sunken)_55%,var(--panel))]" : ""}`}
    >
      <h3 className="font-normal">
        <button type="button" className={toggle} aria-expanded={isOpen} onClick={onToggle}>
          <ChevronRight
            size={14}
            aria-hidden
            className={`mt-[3px] flex-none text-ink-3 ${isOpen ? "rotate-90" : ""}`}
          />
          <span className="grid min-w-0 flex-1">
            <span className="font-medium">
              <Prose text={gap.question} />
            </span>
            <span className="font-mono text-12 text-ink-3 wrap-anywhere">{id}</span>
          </span>
          <span className="flex-none narrow:w-full narrow:pl-6">
            <Badge tone={isChanged ? "fair" : "neutral"}>{reading}</Badge>
          </span>
        </button>
      </h3>
      {isOpen && <GapDetails {...props} gap={gap} isChanged={isChanged} />}
    </article>
  );
}

const toggle =
  "flex w-full cursor-pointer items-start gap-2.5 border-0 bg-transparent px-4 py-[9px] text-left hover:bg-sunken focus-visible:-outline-offset-2 narrow:flex-wrap narrow:px-3";

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
    <div className="grid gap-3.5 pt-1 pr-4 pb-4 pl-10 narrow:px-3 narrow:pb-3.5">
      <RadioGroup
        className="grid gap-1.5"
        aria-label={gap.question}
        value={reading}
        isDisabled={Object.keys(gap.options).length === 1}
        onChange={onChoose}
      >
        {Object.entries(gap.options).map(([option, answer]) => (
          <Radio key={option} value={option} className={choice}>
            <span className={dot} aria-hidden />
            <span className="grid min-w-0 gap-0.5 wrap-anywhere">
              <span className="flex flex-wrap items-center gap-1.5 font-medium">
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
      <div className="flex flex-wrap items-center gap-3.5">
        {isChanged && (
          <Button isDisabled={isPending} onPress={() => onChoose(standard)}>
            Reset to {standard}
          </Button>
        )}
        <Link href={paths.gap(world, id)} className="inline-flex items-center gap-1.5">
          <Link2 size={14} aria-hidden /> Link to this gap
        </Link>
      </div>
    </div>
  );
}

const choice =
  "group flex cursor-pointer gap-2.5 rounded-8 border border-line bg-panel px-3 py-[9px] data-disabled:cursor-default data-selected:border-ink data-selected:shadow-[inset_0_0_0_1px_var(--ink)]";

const dot =
  "mt-[3px] size-3.5 flex-none rounded-full border border-line-strong group-data-selected:border-4 group-data-selected:border-ink";

/** The readings of other gaps that a reading depends on. */
const Requirements = ({ gap: { requires = {} }, option }: { readonly gap: Gap; readonly option: string }) =>
  Object.entries(requires[option] ?? {}).map(([other, accepted]) => (
    <span key={other} className="text-12 text-ink-2">
      Requires <code>{other}</code> to be {accepted.join(" or ")}.
    </span>
  ));
