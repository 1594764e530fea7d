import type { Coverage } from "@journey-kit/schemas/control";
import { type ReactNode, useState } from "react";
import { useCommands } from "../../commands/commands.tsx";
import { shortcuts } from "../../commands/shortcuts.ts";
import { formatCount } from "../../text/format.ts";
import { FilterField } from "../../ui/filter-field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Empty } from "../../ui/states.tsx";
import { Switch } from "../../ui/switch.tsx";
import { Bar } from "./bar.tsx";
import styles from "./coverage-report.module.css";
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
    <div className={styles.report}>
      <div className={styles.side}>
        <Total coverage={coverage} />
        <nav aria-label="Parts of the report" className={styles.parts}>
          {parts.map(({ part, rows }) => (
            <button
              key={part.part}
              type="button"
              className={styles.part}
              aria-pressed={!isSearching && part.part === selected}
              onClick={() => {
                setSelected(part.part);
                setFilter({ ...filter, text: "" });
              }}
            >
              <span className={styles.partName}>{part.part}</span>
              <span className={styles.partCount}>
                {isSearching ? `${rows.length} found` : `${part.covered} of ${part.reachable}`}
              </span>
              <Bar covered={part.covered} reachable={part.reachable} />
            </button>
          ))}
        </nav>
      </div>
      <div className={styles.rows}>
        <div className={styles.filters}>
          <div className={styles.search}>
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
    <section className={styles.total} aria-label="All parts">
      <p className={styles.percentage}>{percentage} %</p>
      <p className={styles.totalNote}>
        {covered} of {reachable} rows, after {formatCount(requests, "request")}
      </p>
      <Bar covered={covered} reachable={reachable} />
    </section>
  );
}
