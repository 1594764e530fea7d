import type { Explanation } from "@journey-kit/schemas/control";
import { Ellipsis, Pause, Play } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { CopyButton } from "../../../components/copy.tsx";
import { Menu, type MenuEntry } from "../../../components/menu.tsx";
import { PhaseBadge } from "../../../components/phase-badge.tsx";
import { formatDuration } from "../../../format.ts";
import { useCommands } from "../../../layout/commands.tsx";
import { paths } from "../../../layout/paths.ts";
import type { InstanceActions } from "../use-instance-actions.ts";
import styles from "./header.module.css";

/** Name and number of an instance. */
export const InstanceTitle = ({ explanation }: { readonly explanation: Explanation }): ReactNode => (
  <>
    {explanation.journeyName} <span className={styles.ordinal}>#{explanation.ordinal}</span>
  </>
);

/** Phase and generation of an instance. */
export const InstanceBadges = ({ explanation }: { readonly explanation: Explanation }): ReactNode => (
  <>
    <PhaseBadge {...explanation} />
    <Badge>{explanation.generation}</Badge>
  </>
);

interface FactsProps {
  readonly world: string;
  readonly explanation: Explanation;
  /** Time of the instance, in milliseconds since the Unix epoch. */
  readonly now: number;
}

/** Id, times, journey version and scenario of an instance, in one line. */
export function InstanceFacts({ world, explanation, now }: FactsProps): ReactNode {
  const { instanceId, startedAt, endedAt, resourceId, region, delivery, scenario } = explanation;
  const started = Date.parse(startedAt);
  return (
    <>
      <span className={styles.id}>
        <code>{instanceId}</code>
        <CopyButton text={instanceId} label="Copy the instance id" />
      </span>
      <span>started {formatDuration(now - started)} ago</span>
      {endedAt !== undefined && <span>ended after {formatDuration(Date.parse(endedAt) - started)}</span>}
      <span>
        <code>{resourceId}</code> in {region}
      </span>
      {delivery === "page" && <span>hosted pages</span>}
      <span>
        scenario <Link href={paths.scenarios(world)}>{scenario}</Link>
      </span>
    </>
  );
}

interface ActionsProps {
  readonly explanation: Explanation;
  readonly actions: InstanceActions;
  readonly isDisabled: boolean;
}

/** The actions that concern the whole instance. */
export function InstanceMenu({ explanation, actions, isDisabled }: ActionsProps): ReactNode {
  const { phase } = explanation;
  const isPaused = phase === "paused";
  const hasEnded = phase === "finished" || phase === "failed";
  const toggle = isPaused ? actions.resume : actions.pause;
  const label = isPaused ? "Resume" : "Pause";
  useCommands(
    hasEnded || isDisabled
      ? []
      : [{ id: "pause", label: `${label} the instance`, group: "Instance", key: "P", run: toggle }],
  );
  return (
    <>
      {!hasEnded && (
        <Button icon={isPaused ? Play : Pause} shortcut="P" onPress={toggle} isDisabled={isDisabled}>
          {label}
        </Button>
      )}
      <Menu
        label="More actions"
        trigger={<Button icon={Ellipsis} aria-label="More actions" isDisabled={isDisabled} />}
        entries={entriesFor(explanation, actions)}
      />
    </>
  );
}

function entriesFor(explanation: Explanation, actions: InstanceActions): readonly MenuEntry[] {
  const { phase, delivery, nextEvent, now } = explanation;
  if (phase === "finished" || phase === "failed") return [];
  return [
    ...(nextEvent === undefined
      ? []
      : [
          {
            id: "next",
            label: "Move only this instance to its next event",
            onSelect: () => actions.advance(Date.parse(nextEvent) - Date.parse(now)),
          },
        ]),
    { id: "second", label: "Move only this instance by 1 s", onSelect: () => actions.advance(1_000) },
    { id: "minute", label: "Move only this instance by 1 min", onSelect: () => actions.advance(60_000) },
    ...(delivery === "page"
      ? [{ id: "pages", label: "Complete the hosted pages", onSelect: actions.completePages }]
      : []),
    { id: "fail", label: "Make it fail", onSelect: actions.fail },
  ];
}
