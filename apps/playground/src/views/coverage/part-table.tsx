import type { CoverageRow } from "@journey-kit/schemas/control";
import { Check, Circle, CircleSlash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { Panel } from "../../ui/panel.tsx";
import { Prose } from "../../ui/prose.tsx";
import { Empty } from "../../ui/states.tsx";
import { StaticTable } from "../../ui/table.tsx";
import { useIsNarrow } from "../../ui/use-is-narrow.ts";
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
  const isNarrow = useIsNarrow();
  return (
    <Panel title={names[part.part]} note={noteOf(part)} flush>
      {rows.length === 0 ? (
        <NoRows part={part} />
      ) : (
        <StaticTable
          label={names[part.part]}
          rows={rows}
          columns={[
            { id: "state", title: "State", width: isNarrow ? "60px" : "142px", cell: (row) => <State row={row} /> },
            { id: "what", title: "What", cell: (row) => <What world={world} part={part} row={row} /> },
            {
              id: "times",
              title: "Times",
              width: isNarrow ? "68px" : "86px",
              align: "end",
              cell: ({ times }) => (times === 0 ? "" : times),
            },
          ]}
          keyOf={({ id }) => id}
        />
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
const colours = { covered: "text-good", uncovered: "text-ink", unreachable: "text-ink-3" } as const;
const words: Readonly<Record<RowState, string>> = {
  covered: "covered",
  uncovered: "not yet",
  unreachable: "not reachable",
};

function State({ row }: { readonly row: CoverageRow }): ReactNode {
  const state = stateOf(row);
  const Icon = icons[state];
  return (
    <span className={`flex items-center gap-1.5 ${colours[state]}`}>
      <Icon size={14} className="flex-none" aria-hidden />
      <span className="narrow:sr-only">{words[state]}</span>
    </span>
  );
}

interface WhatProps {
  readonly world: string;
  readonly part: CoveragePart;
  readonly row: CoverageRow;
}

function What({ world, part, row }: WhatProps): ReactNode {
  const gap = gapOfRow(part.part, row);
  const isReading = part.part === "readings";
  return (
    <>
      <span className="block font-mono text-12">
        {isReading && gap !== undefined ? <Link href={paths.gap(world, gap)}>{row.id}</Link> : row.id}
      </span>
      <span className="block max-w-[78ch] text-ink-2">
        <Prose text={row.text} />
      </span>
      {stateOf(row) === "unreachable" && (
        <span className="block text-12 text-ink-3">
          {whyUnreachable(part, row)}
          {!isReading && gap !== undefined && (
            <>
              {" "}
              <Link href={paths.gap(world, gap)} className="underline">
                {gap}
              </Link>
            </>
          )}
        </span>
      )}
    </>
  );
}
