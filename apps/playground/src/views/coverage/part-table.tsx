import type { CoverageRow } from "@journey-kit/schemas/control";
import { Check, Circle, CircleSlash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { Panel } from "../../ui/panel.tsx";
import { Prose } from "../../ui/prose.tsx";
import { Empty } from "../../ui/states.tsx";
import styles from "./part-table.module.css";
import { type CoveragePart, gapOfRow, type RowState, stateOf, whyUnreachable } from "./rows.ts";

interface PartTableProps {
  readonly world: string;
  readonly part: CoveragePart;
  readonly rows: readonly CoverageRow[];
}

const names: Readonly<Record<CoveragePart["part"], string>> = {
  endpoints: "Endpoints",
  rules: "Rules",
  errors: "Errors",
  phases: "Phases",
  stages: "Stages",
  transitions: "Transitions",
  outcomes: "Outcomes",
  readings: "Readings",
};

export function PartTable({ world, part, rows }: PartTableProps): ReactNode {
  return (
    <Panel title={names[part.part]} note={noteOf(part)} flush>
      {rows.length === 0 ? (
        <NoRows part={part} />
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">State</th>
              <th scope="col">What</th>
              <th scope="col" className={styles.times}>
                Times
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.id} world={world} part={part} row={row} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function noteOf({ covered, reachable, rows }: CoveragePart): string {
  const unreachable = rows.length - reachable;
  const excluded = unreachable === 0 ? "" : `, ${unreachable} not reachable`;
  return `${covered} of ${reachable} covered${excluded}`;
}

function NoRows({ part: { part, rows } }: { readonly part: CoveragePart }): ReactNode {
  if (rows.length > 0) return <Empty title="Everything that can be covered is covered" />;
  const advice = part === "outcomes" ? "They appear when a journey starts." : "The simulator lists none.";
  return <Empty title={`No ${part} yet`}>{advice}</Empty>;
}

const icons = { covered: Check, uncovered: Circle, unreachable: CircleSlash2 } as const;
const tones = { covered: "good", uncovered: "neutral", unreachable: "neutral" } as const;
const words: Readonly<Record<RowState, string>> = {
  covered: "covered",
  uncovered: "not yet",
  unreachable: "not reachable",
};

interface RowProps {
  readonly world: string;
  readonly part: CoveragePart;
  readonly row: CoverageRow;
}

function Row({ world, part, row }: RowProps): ReactNode {
  const state = stateOf(row);
  const Icon = icons[state];
  const gap = gapOfRow(part.part, row);
  const isReading = part.part === "readings";
  return (
    <tr className={styles.row} data-state={state}>
      <td className={styles.state} data-tone={tones[state]}>
        <Icon size={14} aria-hidden />
        <span>{words[state]}</span>
      </td>
      <td className={styles.what}>
        <span className={styles.id}>
          {isReading && gap !== undefined ? <Link href={paths.gap(world, gap)}>{row.id}</Link> : row.id}
        </span>
        <span className={styles.text}>
          <Prose text={row.text} />
        </span>
        {state === "unreachable" && (
          <span className={styles.why}>
            {whyUnreachable(part, row)}
            {!isReading && gap !== undefined && <Link href={paths.gap(world, gap)}> {gap}</Link>}
          </span>
        )}
      </td>
      <td className={styles.times}>{row.times === 0 ? "" : row.times}</td>
    </tr>
  );
}
