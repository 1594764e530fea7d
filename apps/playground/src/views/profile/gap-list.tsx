import type { ProfileChange } from "@journey-kit/schemas/control";
import { type GapId, gapIds } from "@journey-kit/schemas/tables";
import { type ReactNode, useEffect, useState } from "react";
import { useWorldChange } from "../../api/queries.ts";
import { FilterField } from "../../ui/filter-field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Empty } from "../../ui/states.tsx";
import { GapCard } from "./gap-card.tsx";
import { findGaps, type GapFilter, nearestPreset, splitGaps, toProfileChange, type WorldReadings } from "./readings.ts";

interface GapListProps {
  readonly world: string;
  readonly readings: WorldReadings;
  /** Id of the gap to open. */
  readonly gap: string | undefined;
}

const everything: GapFilter = { text: "", kind: "all" };

/** Every gap of the specification, changed ones first. */
export function GapList({ world, readings, gap }: GapListProps): ReactNode {
  const [filter, setFilterOnly] = useState(everything);
  // A gap stays in its group while it is edited, so that its fields keep the focus.
  const [held, setHeld] = useState<WorldReadings>({});
  const [opened, setOpened] = useState<ReadonlySet<GapId>>(new Set());
  const change = useWorldChange(world, (of, choice: ProfileChange) => of.profile.set(choice));
  const [attempted, setAttempted] = useState<GapId>();
  const setFilter = (next: GapFilter) => {
    setFilterOnly(next);
    setHeld({});
  };
  useOpenGap(gap, (id) => {
    setFilter(everything);
    setOpened((known) => new Set([...known, id]));
  });
  const preset = nearestPreset(readings);
  const { changed, open, decided } = splitGaps(findGaps(filter), { ...readings, ...held });
  const groups: readonly (readonly [string, readonly GapId[]])[] = [
    [`Changed from ${preset}`, changed],
    [changed.length === 0 ? "All gaps" : "All other gaps", open],
    ["Decided, with one reading", decided],
  ];
  const choose = (id: GapId, reading: string) => {
    setAttempted(id);
    setHeld({ ...held, [id]: held[id] ?? readings[id] ?? "" });
    change.mutate(toProfileChange({ ...readings, [id]: reading }));
  };
  return (
    <div className="grid grid-cols-1 gap-3.5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 narrow:grid-cols-1">
        <FilterField
          label="Filter the gaps"
          group="Profile"
          placeholder="Id, question, answer or section"
          value={filter.text}
          onChange={(text) => setFilter({ ...filter, text })}
        />
        <Segmented
          label="Where a reading takes effect"
          value={filter.kind}
          onChange={(kind) => setFilter({ ...filter, kind })}
          options={[
            { value: "all", label: "All" },
            { value: "engine", label: "Engine" },
            { value: "wire", label: "Wire" },
            { value: "client", label: "Client" },
          ]}
        />
      </div>
      {groups.map(
        ([title, ids]) =>
          ids.length > 0 && (
            <Panel key={title} title={title} note={ids.length} flush>
              <ul>
                {ids.map((id) => (
                  <li key={id} className="last:*:rounded-b-12">
                    <GapCard
                      world={world}
                      id={id}
                      reading={readings[id] ?? ""}
                      preset={preset}
                      isOpen={opened.has(id)}
                      isPending={change.isPending}
                      error={attempted === id ? change.error : null}
                      onToggle={() => setOpened(toggle(opened, id))}
                      onChoose={(reading) => choose(id, reading)}
                    />
                  </li>
                ))}
              </ul>
            </Panel>
          ),
      )}
      {groups.every(([, ids]) => ids.length === 0) && (
        <Panel>
          <Empty title="No gap matches.">Try another word, or show all kinds.</Empty>
        </Panel>
      )}
    </div>
  );
}

const toggle = (opened: ReadonlySet<GapId>, id: GapId): ReadonlySet<GapId> =>
  new Set(opened.has(id) ? [...opened].filter((one) => one !== id) : [...opened, id]);

/** Opens the gap named in the address and scrolls to it. */
function useOpenGap(gap: string | undefined, open: (id: GapId) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address opens another gap.
  useEffect(() => {
    const id = gapIds.find((one) => one === gap);
    if (id === undefined) return;
    open(id);
    requestAnimationFrame(() => document.getElementById(`gap-${id}`)?.scrollIntoView({ block: "start" }));
  }, [gap]);
}
