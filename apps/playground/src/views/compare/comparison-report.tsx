import { type ReactNode, useMemo, useState } from "react";
import { Link } from "wouter";
import { useCommands } from "../../commands/commands.tsx";
import { shortcuts } from "../../commands/shortcuts.ts";
import { type InstanceAddress, paths } from "../../paths.ts";
import { formatCount } from "../../text/format.ts";
import { Panel } from "../../ui/panel.tsx";
import { Problem, Skeleton } from "../../ui/states.tsx";
import { Switch } from "../../ui/switch.tsx";
import { compareRuns, type Run } from "./comparison.ts";
import styles from "./comparison-report.module.css";
import { ComparisonTable, type Side } from "./comparison-table.tsx";
import { summarize } from "./summary.ts";
import { useRun } from "./use-run.ts";

interface ComparisonReportProps {
  readonly first: InstanceAddress;
  readonly second: InstanceAddress;
}

/** What differs between two instances: a sentence, then everything side by side. */
export function ComparisonReport({ first, second }: ComparisonReportProps): ReactNode {
  const one = useRun(first);
  const other = useRun(second);
  const failed = [one, other].find(({ error }) => error !== null);
  if (failed?.error) return <Problem error={failed.error} onRetry={failed.retry} />;
  if (one.run === undefined || other.run === undefined) return <Skeleton height={640} />;
  const isOneWorld = first.world === second.world;
  const toSide = (address: InstanceAddress, run: Omit<Run, "label">): Side => ({
    ...address,
    run: { ...run, label: `${isOneWorld ? "" : `${address.world} `}#${run.explanation.ordinal}` },
  });
  return <Sections first={toSide(first, one.run)} second={toSide(second, other.run)} />;
}

function Sections({ first, second }: { readonly first: Side; readonly second: Side }): ReactNode {
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const sections = useMemo(() => compareRuns(first.run, second.run), [first.run, second.run]);
  const { sentence, ends } = summarize(first.run, second.run, sections);
  const count = sections.flatMap(({ rows }) => rows).filter(({ isDifferent }) => isDifferent).length;
  const toggle = () => setOnlyDifferences(!onlyDifferences);
  useCommands([
    {
      id: "compare-differences",
      label: onlyDifferences ? "Show everything" : "Show only differences",
      group: "Compare",
      key: shortcuts.onlyDifferences,
      run: toggle,
    },
  ]);
  return (
    <>
      <section className={styles.summary} data-tone="live" aria-label="Summary">
        <div className={styles.words}>
          <h2 className={styles.sentence}>{sentence}</h2>
          <p>
            {ends} {count} {count === 1 ? "row differs" : "rows differ"}.
          </p>
        </div>
        <Switch isOn={onlyDifferences} onChange={toggle}>
          Only differences
        </Switch>
      </section>
      <div className={styles.sides}>
        <span />
        <SideName side={first} />
        <SideName side={second} />
      </div>
      {sections.map(({ title, rows }) => {
        const shown = onlyDifferences ? rows.filter(({ isDifferent }) => isDifferent) : rows;
        return (
          <Panel key={title} title={title} note={countDifferences(rows)} flush>
            <ComparisonTable title={title} rows={shown} first={first} second={second} />
          </Panel>
        );
      })}
    </>
  );
}

function countDifferences(rows: readonly { readonly isDifferent: boolean }[]): string {
  const count = rows.filter(({ isDifferent }) => isDifferent).length;
  if (count === 0) return "no difference";
  return formatCount(count, "difference");
}

function SideName({ side: { world, id, run } }: { readonly side: Side }): ReactNode {
  const { journeyName, ordinal } = run.explanation;
  return (
    <span className={styles.side}>
      <Link href={paths.instance(world, id)} className={styles.name}>
        {journeyName} #{ordinal}
      </Link>
      <span className={styles.world}>{world}</span>
    </span>
  );
}
