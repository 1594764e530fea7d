import type { Explanation } from "@journey-kit/schemas/control";
import { Ellipsis, Pause, Play, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useWorld } from "../../../api/queries.ts";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { CopyButton } from "../../../components/copy.tsx";
import { Menu, type MenuEntry } from "../../../components/menu.tsx";
import { useNotify } from "../../../components/notices.tsx";
import { PhaseBadge } from "../../../components/phase-badge.tsx";
import { formatDuration } from "../../../format.ts";
import { useCommands } from "../../../layout/commands.tsx";
import { paths } from "../../../layout/paths.ts";
import type { InstanceActions } from "../use-instance-actions.ts";
import styles from "./header.module.css";
import { toScenario } from "./to-scenario.ts";

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
      <span className={`${styles.fact} ${styles.id}`}>
        <code>{instanceId}</code>
        <CopyButton text={instanceId} label="Copy the instance id" />
      </span>
      <span className={styles.fact}>started {formatDuration(now - started)} ago</span>
      {endedAt !== undefined && (
        <span className={styles.fact}>ended after {formatDuration(Date.parse(endedAt) - started)}</span>
      )}
      <span className={styles.fact}>
        <code>{resourceId}</code> in {region}
      </span>
      {delivery === "page" && <span className={styles.fact}>hosted pages</span>}
      <span className={styles.fact}>
        scenario <Link href={paths.scenario(world, scenario)}>{scenario}</Link>
      </span>
    </>
  );
}

interface ActionsProps {
  readonly world: string;
  readonly explanation: Explanation;
  readonly actions: InstanceActions;
  readonly onRunAgain: () => void;
  readonly isDisabled: boolean;
}

/** The actions that concern the whole instance. */
export function InstanceMenu({ world, explanation, actions, onRunAgain, isDisabled }: ActionsProps): ReactNode {
  const { phase } = explanation;
  const isPaused = phase === "paused";
  const hasEnded = phase === "finished" || phase === "failed";
  const toggle = isPaused ? actions.resume : actions.pause;
  const label = isPaused ? "Resume" : "Pause";
  const again = { id: "again", label: "Run again", group: "Instance", key: "⇧R", run: onRunAgain };
  const pause = { id: "pause", label: `${label} the instance`, group: "Instance", key: "P", run: toggle };
  useCommands(hasEnded || isDisabled ? [again] : [again, pause]);
  const entries = [...entriesFor(explanation, actions), ...useTakeaways(world, explanation)];
  return (
    <>
      {!hasEnded && (
        <Button icon={isPaused ? Play : Pause} shortcut="P" onPress={toggle} isDisabled={isDisabled}>
          {label}
        </Button>
      )}
      <Button icon={RotateCw} shortcut="⇧R" onPress={onRunAgain}>
        Run again
      </Button>
      <Menu
        label="More actions"
        trigger={<Button icon={Ellipsis} aria-label="More actions" isDisabled={isDisabled} />}
        entries={entries}
      />
    </>
  );
}

/** What one can do with an instance besides moving it. */
function useTakeaways(world: string, explanation: Explanation): readonly MenuEntry[] {
  const { instanceId: id, journey, modules } = explanation;
  const notify = useNotify();
  const [, navigate] = useLocation();
  const others = useWorld(world, "instances").data?.instances ?? [];
  const other = others.findLast((one) => one.journey === journey && one.instanceId !== id);
  const copy = async () => {
    await navigator.clipboard.writeText(JSON.stringify(toScenario(explanation), null, 2));
    notify("Copied a scenario with the outcomes of this run.");
  };
  return [
    ...(modules.length === 0
      ? []
      : [{ id: "scenario", label: "Copy its outcomes as a scenario", onSelect: () => void copy().catch(notify) }]),
    ...(other === undefined
      ? []
      : [
          {
            id: "compare",
            label: `Compare with ${other.journeyName} #${other.ordinal}`,
            onSelect: () => navigate(paths.comparePair({ world, id: other.instanceId }, { world, id })),
          },
        ]),
  ];
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
