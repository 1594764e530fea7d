import type { Coverage } from "@journey-kit/schemas/control";
import { type ReactNode, useState } from "react";
import { useCommands } from "../../commands/commands.ts";
import { shortcuts } from "../../commands/shortcuts.ts";
import { formatCount } from "../../text/format.ts";
import { FilterField } from "../../ui/filter-field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Empty } from "../../ui/states.tsx";
import { Switch } from "../../ui/switch.tsx";
import { PartTable } from "./part-table.tsx";
import { type CoveragePart, findRows, type RowFilter } from "./rows.ts";

/** The coverage of a world: the percentage, a bar for each part, and the rows of one part or of a search. */
export function CoverageReport({ coverage }: { readonly coverage: Coverage }): ReactNode {
  const [selected, setSelected] = useState<CoveragePart["part"]>("endpoints");
  const [filter, setFilter] = useState<RowFilter>({ text: "", onlyUncovered: false });
  const isSearching = filter.text.trim() !== "";
  const parts = coverage.parts.map((part) => ({ part, rows: findRows(part, filter) }));
  const shown = parts.filter(({ part, rows }) => (isSearching ? rows.length > 0 : part.part === selected));
  const toggle = () => setFilter({ ...filter, onlyUncovered: !filter.onlyUncovered });
  useCommands([
    {
      id: "coverage-uncovered",
      label: filter.onlyUncovered ? "Show all rows" : "Show only uncovered rows",
      group: "Coverage",
      key: shortcuts.onlyUncovered,
      run: toggle,
    },
  ]);
  return (
    <div className="grid grid-cols-1 items-start gap-3.5 min-[901px]:grid-cols-[236px_minmax(0,1fr)]">
      <div className="grid gap-3.5 min-[901px]:sticky min-[901px]:top-[66px]">
        <Total coverage={coverage} />
        <nav
          aria-label="Parts of the report"
          className="grid rounded-12 border border-line bg-panel p-1.5 max-[900px]:grid-cols-2"
        >
          {parts.map(({ part, rows }) => (
            <button
              key={part.part}
              type="button"
              className="grid cursor-pointer grid-cols-[1fr_auto] gap-x-2 gap-y-[5px] rounded-8 border-0 bg-transparent px-2.5 pt-2 pb-2.5 text-left hover:bg-sunken aria-pressed:bg-sunken"
              aria-pressed={!isSearching && part.part === selected}
              onClick={() => {
                setSelected(part.part);
                setFilter({ ...filter, text: "" });
              }}
            >
              <span className="font-medium capitalize">{part.part}</span>
              <span className="text-12 text-ink-3 tabular-nums">
                {isSearching ? `${rows.length} found` : `${part.covered} of ${part.reachable}`}
              </span>
              <Bar covered={part.covered} reachable={part.reachable} />
            </button>
          ))}
        </nav>
      </div>
      <div className="grid grid-cols-1 gap-3.5">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <div className="max-w-[420px] flex-[1_1_240px]">
            <FilterField
              label="Filter all parts"
              group="Coverage"
              placeholder="Id or text, in all parts"
              value={filter.text}
              onChange={(text) => setFilter({ ...filter, text })}
            />
          </div>
          <Switch isOn={filter.onlyUncovered} onChange={toggle}>
            Only uncovered
          </Switch>
        </div>
        {shown.map(({ part, rows }) => (
          <PartTable key={part.part} world={coverage.world} part={part} rows={rows} />
        ))}
        {shown.length === 0 && (
          <Panel>
            <Empty title="No row matches">Try fewer words, or show covered rows too.</Empty>
          </Panel>
        )}
      </div>
    </div>
  );
}

function Total({ coverage: { percentage, requests, parts } }: { readonly coverage: Coverage }): ReactNode {
  const sum = (field: "covered" | "reachable") => parts.reduce((total, part) => total + part[field], 0);
  const covered = sum("covered");
  const reachable = sum("reachable");
  return (
    <section className="rounded-12 border border-line bg-panel px-4 pt-3.5 pb-4" aria-label="All parts">
      <p className="text-22 font-semibold tracking-[-0.02em] tabular-nums">{percentage} %</p>
      <p className="mb-2.5 text-12 text-ink-3">
        {covered} of {reachable} rows, after {formatCount(requests, "request")}
      </p>
      <Bar covered={covered} reachable={reachable} />
    </section>
  );
}

interface BarProps {
  readonly covered: number;
  readonly reachable: number;
}

/** The covered share of the reachable rows. Screen readers skip the bar, because the numbers are next to it. */
const Bar = ({ covered, reachable }: BarProps) => (
  <span className="col-span-full block h-1 overflow-hidden rounded-full bg-line" aria-hidden>
    <span className="block h-full bg-good" style={{ width: reachable === 0 ? 0 : `${(covered / reachable) * 100}%` }} />
  </span>
);
