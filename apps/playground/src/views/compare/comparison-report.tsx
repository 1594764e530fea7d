import type { RequestList } from "@journey-kit/schemas/control";
import { useQuery } from "@tanstack/react-query";
import { EqualNot } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { Link } from "wouter";
import { maxRequests } from "../../api/list-latest.ts";
import { keys, useExplanation, useWorld } from "../../api/queries.ts";
import { useTarget } from "../../api/target-provider.tsx";
import { type InstanceAddress, paths } from "../../paths.ts";
import { formatCount, formatDuration } from "../../text/format.ts";
import { statusOf } from "../../text/status.ts";
import { Panel } from "../../ui/panel.tsx";
import { RequestLine } from "../../ui/request-line.tsx";
import { Problem, Skeleton } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import {
  describeState,
  type Entry,
  isDifferent,
  listDifferences,
  type Pair,
  pairCourses,
  type Run,
  summarize,
} from "./comparison.ts";
import type { Difference } from "./differences.ts";

interface Side extends InstanceAddress {
  readonly run: Run;
}

interface SidesProps {
  readonly first: Side;
  readonly second: Side;
}

interface ComparisonReportProps {
  readonly first: InstanceAddress;
  readonly second: InstanceAddress;
}

/** Where two instances part: a sentence, then both sides at this point, then everything else. */
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
  return <Report first={toSide(first, one.run)} second={toSide(second, other.run)} />;
}

/** Reads the data about an instance that the comparison needs. Returns the run without its label, or the first error. */
function useRun({ world, id }: InstanceAddress): {
  readonly run?: Omit<Run, "label">;
  readonly error: Error | null;
  readonly retry: () => void;
} {
  const { target } = useTarget();
  const explanation = useExplanation(world, id);
  const profile = useWorld(world, "profile");
  const requests = useQuery<RequestList>({
    queryKey: keys.world(target.kind, world, "requests-of", id),
    queryFn: () => target.control.world(world).requests.list({ instance: id, limit: `${maxRequests}` }),
  });
  const all = [explanation, requests, profile];
  const error = all.find((query) => query.data === undefined && query.error !== null)?.error ?? null;
  const retry = () => void Promise.all(all.map((query) => query.refetch()));
  if (!explanation.data || !requests.data || !profile.data) return { error, retry };
  const run = { explanation: explanation.data, requests: requests.data.requests, readings: profile.data.readings };
  return { run, error, retry };
}

function Report({ first, second }: SidesProps): ReactNode {
  const pairs = useMemo(() => pairCourses(first.run, second.run), [first.run, second.run]);
  const differences = useMemo(() => listDifferences(first.run, second.run, pairs), [first.run, second.run, pairs]);
  const { sentence, because, divergence } = summarize(first.run, second.run, pairs);
  const different = pairs.filter(isDifferent).length;
  const values = differences.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <>
      <section
        className="grid gap-1 rounded-12 border border-tone-edge bg-tone-soft px-[18px] py-4"
        data-tone={divergence === undefined ? "live" : "fair"}
        aria-label="Summary"
      >
        <h2 className="text-16 leading-[1.35] wrap-anywhere">{sentence}</h2>
        {because !== undefined && <p className="text-ink-2">{because}</p>}
      </section>
      <div className="grid grid-cols-2 gap-3.5 narrow:grid-cols-1">
        <SideCard side={first} entry={divergence?.first} divergence={divergence} />
        <SideCard side={second} entry={divergence?.second} divergence={divergence} />
      </div>
      <Folded title="The course of both" note={describeCourse(pairs.length, different)}>
        <Course pairs={pairs} divergence={divergence} first={first} second={second} />
      </Folded>
      <Folded title="Everything that differs" note={values === 0 ? "nothing" : formatCount(values, "value")}>
        {differences.map(({ title, rows }) => (
          <DifferenceTable key={title} title={title} rows={rows} first={first} second={second} />
        ))}
      </Folded>
    </>
  );
}

const describeCourse = (all: number, different: number): string =>
  `${formatCount(all, "event")}, ${different === 0 ? "all alike" : `${different} of them different`}; polls are left out`;

interface SideCardProps {
  readonly side: Side;
  readonly entry: Entry | undefined;
  readonly divergence: Pair | undefined;
}

/** One of the instances at the point where the two part. */
function SideCard({ side: { world, id, run }, entry, divergence }: SideCardProps): ReactNode {
  const { explanation } = run;
  const { journeyName, ordinal, scenario } = explanation;
  return (
    <Panel
      title={
        <Link href={paths.instance(world, id)}>
          {journeyName} #{ordinal}
        </Link>
      }
      note={`${world}, scenario ${scenario}`}
      actions={<StatusBadge status={statusOf(explanation)} />}
    >
      <div className="grid gap-1" data-tone={entry?.tone ?? "neutral"}>
        {divergence !== undefined && <p className="text-12 text-ink-3">{describePoint(divergence, entry)}</p>}
        <p className="font-medium text-tone wrap-anywhere">{entry?.result ?? describeState(explanation)}</p>
        {entry?.exchange !== undefined && (
          <Link href={paths.request(world, entry.exchange.sequence)}>
            <RequestLine request={entry.exchange.request} />
          </Link>
        )}
      </div>
    </Panel>
  );
}

const describePoint = ({ what }: Pair, entry: Entry | undefined): string =>
  entry === undefined ? `without ${what}` : `${what}, ${formatDuration(entry.at)} after the start`;

interface FoldedProps {
  readonly title: string;
  readonly note: string;
  readonly children: ReactNode;
}

/** A panel that opens. */
const Folded = ({ title, note, children }: FoldedProps): ReactNode => (
  <details className="min-w-0 rounded-12 border border-line bg-panel">
    <summary className="cursor-pointer px-4 py-3">
      <h2 className="inline text-14">{title}</h2> <span className="text-12 text-ink-3">{note}</span>
    </summary>
    <div className="overflow-x-auto pb-2">{children}</div>
  </details>
);

interface CourseProps extends SidesProps {
  readonly pairs: readonly Pair[];
  readonly divergence: Pair | undefined;
}

const cell = "border-t border-line px-4 py-1.5 text-left align-top font-normal wrap-anywhere narrow:border-t-0";
/** On a narrow screen, the name of a row is above its two cells. */
const row = "narrow:grid narrow:grid-cols-2 narrow:border-t narrow:border-line";
const rowHead = `${cell} narrow:col-span-2 narrow:pb-0`;

/** What happened in both runs, in order. */
const Course = ({ pairs, divergence, first, second }: CourseProps): ReactNode => (
  <table className="table-fixed" aria-label="Course">
    <SideHeads first={first} second={second} />
    <tbody>
      {pairs.map((pair) => (
        <tr
          key={pair.what}
          data-tone={pair === divergence ? "fair" : "neutral"}
          className={`${row} ${pair === divergence ? "bg-tone-soft" : ""}`}
        >
          <th scope="row" className={rowHead}>
            {pair.what}
            {isDifferent(pair) && (
              <span className="text-12 whitespace-nowrap text-fair">
                {" "}
                <EqualNot size={13} className="align-[-2px]" aria-hidden /> differs
              </span>
            )}
          </th>
          <EntryCell entry={pair.first} side={first} />
          <EntryCell entry={pair.second} side={second} />
        </tr>
      ))}
    </tbody>
  </table>
);

const SideHeads = ({ first, second }: SidesProps): ReactNode => (
  <thead>
    <tr className={`${row} text-12 text-ink-3`}>
      <th scope="col" className={`${cell} narrow:hidden`}>
        What
      </th>
      <th scope="col" className={cell}>
        {first.run.label}
      </th>
      <th scope="col" className={cell}>
        {second.run.label}
      </th>
    </tr>
  </thead>
);

function EntryCell({ entry, side }: { readonly entry: Entry | undefined; readonly side: Side }): ReactNode {
  if (entry === undefined) return <td className={`${cell} text-ink-3`}>missing</td>;
  const { result, tone, at, exchange } = entry;
  return (
    <td className={cell} data-tone={tone}>
      {exchange === undefined ? (
        <span className="text-tone">{result}</span>
      ) : (
        <Link href={paths.request(side.world, exchange.sequence)} className="text-tone underline underline-offset-2">
          {result}
        </Link>
      )}{" "}
      <span className="text-12 whitespace-nowrap text-ink-3">{formatDuration(at)}</span>
    </td>
  );
}

interface DifferenceTableProps extends SidesProps {
  readonly title: string;
  readonly rows: readonly Difference[];
}

const DifferenceTable = ({ title, rows, first, second }: DifferenceTableProps): ReactNode => (
  <table className="mb-3 table-fixed" aria-label={title}>
    <caption className="px-4 py-1.5 text-left font-medium">{title}</caption>
    <SideHeads first={first} second={second} />
    <tbody className="font-mono text-12">
      {rows.map(({ path, first: one, second: other }) => (
        <tr key={path} className={row}>
          <th scope="row" className={rowHead}>
            {path || "whole body"}
          </th>
          <td className={cell}>{one ?? "missing"}</td>
          <td className={cell}>{other ?? "missing"}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
