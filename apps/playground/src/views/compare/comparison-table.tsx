import { EqualNot } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { Link } from "wouter";
import { type InstanceAddress, paths } from "../../paths.ts";
import { formatCount, formatDuration } from "../../text/format.ts";
import type { BodyDifference } from "./body-differences.ts";
import type { Cell, Row, Run, SectionTitle } from "./comparison.ts";
import styles from "./comparison-table.module.css";

export interface Side extends InstanceAddress {
  readonly run: Run;
}

interface ComparisonTableProps {
  readonly title: SectionTitle;
  readonly rows: readonly Row[];
  readonly first: Side;
  readonly second: Side;
}

/** The rows of a section, with the differences marked. */
export function ComparisonTable({ title, rows, first, second }: ComparisonTableProps): ReactNode {
  if (rows.length === 0) return <p className={styles.empty}>{noRows[title]}</p>;
  return (
    <table className={styles.table} aria-label={title}>
      <colgroup>
        <col className={styles.first} />
        <col />
        <col />
      </colgroup>
      <thead className={styles.head}>
        <tr>
          <th scope="col">What</th>
          <th scope="col">{first.run.label}</th>
          <th scope="col">{second.run.label}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name can occur more than once, and rows keep no state.
          <Fragment key={i}>
            <tr className={styles.row} data-different={row.isDifferent}>
              <th scope="row" className={styles.what}>
                {row.what}
                {row.isDifferent && (
                  <span className={styles.mark} data-tone="fair">
                    <EqualNot size={13} aria-hidden /> differs
                  </span>
                )}
              </th>
              <CellContent cell={row.first} side={first} />
              <CellContent cell={row.second} side={second} />
            </tr>
            {row.bodies !== undefined && row.bodies.length > 0 && <BodyRow differences={row.bodies} />}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

const noRows: Readonly<Record<SectionTitle, string>> = {
  Facts: "Both instances have the same facts.",
  Modules: "No module differs.",
  Data: "Both instances have the same data.",
  Requests: "No request differs.",
  Timeline: "Both timelines have the same events.",
  Readings: "Both instances follow the same readings.",
};

function CellContent({ cell, side }: { readonly cell: Cell | undefined; readonly side: Side }): ReactNode {
  if (cell === undefined)
    return (
      <td className={styles.cell} data-label={side.run.label}>
        <span className={styles.note}>not there</span>
      </td>
    );
  const { text, note, tone, at, sequence } = cell;
  const time = at === undefined ? undefined : formatDuration(at);
  return (
    <td className={styles.cell} data-label={side.run.label}>
      <span className={styles.text} data-tone={tone}>
        {sequence === undefined ? text : <Link href={paths.request(side.world, sequence)}>{text}</Link>}
      </span>
      {note !== undefined && note !== "" && <span className={styles.note}>{note}</span>}
      {time !== undefined && time !== text && <span className={styles.time}>{time}</span>}
    </td>
  );
}

/** What differs between two response bodies, on demand. */
function BodyRow({ differences }: { readonly differences: readonly BodyDifference[] }): ReactNode {
  const count = differences.length;
  return (
    <tr className={styles.bodies}>
      <td colSpan={3}>
        <details>
          <summary>
            {formatCount(count, "value")} of the response {count === 1 ? "differs" : "differ"}
          </summary>
          <ul className={styles.values}>
            {differences.map(({ path, first, second }) => (
              <li key={path}>
                <code>{path || "whole body"}</code>
                <span>{first ?? "not there"}</span>
                <span>{second ?? "not there"}</span>
              </li>
            ))}
          </ul>
        </details>
      </td>
    </tr>
  );
}
