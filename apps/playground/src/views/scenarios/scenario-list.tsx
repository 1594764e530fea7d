import type { ScenarioList as ScenarioListBody } from "@journey-kit/schemas/control";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { formatCount } from "../../text/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Prose } from "../../ui/prose.tsx";

interface ScenarioListProps {
  readonly world: string;
  readonly list: ScenarioListBody;
  readonly selected: string | undefined;
  /** Whether a scenario has changes that are not saved. `""` is a scenario that the world does not have yet. */
  readonly isEdited: (name: string) => boolean;
}

/** Every scenario of a world: its own first, then those of the simulator. */
export function ScenarioList({ world, list, selected, isEdited }: ScenarioListProps): ReactNode {
  const own = list.scenarios.filter(({ name }) => list.own.includes(name));
  const shared = list.scenarios.filter(({ name }) => !list.own.includes(name));
  const groups = [
    { title: "Saved in this world", scenarios: own },
    { title: "From the simulator", scenarios: shared },
  ].filter(({ scenarios }) => scenarios.length > 0);
  return (
    <>
      {isEdited("") && selected !== undefined && (
        <Panel>
          <Link href={paths.scenarios(world)}>Go on with the new scenario</Link>
        </Panel>
      )}
      {groups.map(({ title, scenarios }) => (
        <Panel key={title} title={title} note={scenarios.length} flush>
          <ul className="px-1.5 pb-1.5">
            {scenarios.map(({ name, description, rules }) => (
              <li key={name}>
                <Link
                  href={paths.scenario(world, name)}
                  className="grid gap-0.5 rounded-8 px-2.5 py-2 text-ink hover:bg-sunken hover:no-underline aria-[current]:bg-sunken aria-[current]:shadow-[inset_2px_0_var(--live)]"
                  aria-current={name === selected ? "true" : undefined}
                >
                  <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
                    <span className="font-medium wrap-anywhere">{name}</span>
                    <Marks list={list} name={name} />
                    {isEdited(name) && <Badge tone="fair">not saved</Badge>}
                    <span className="ml-auto text-12 text-ink-3">{formatCount(rules.length, "rule")}</span>
                  </span>
                  {description !== undefined && (
                    <span className="text-12 text-ink-2">
                      <Prose text={description} />
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
      ))}
    </>
  );
}

function Marks({ list, name }: { readonly list: ScenarioListBody; readonly name: string }): ReactNode {
  const times = list.armed.filter(({ scenario }) => scenario === name).reduce((sum, one) => sum + one.times, 0);
  return (
    <>
      {list.always === name && <Badge>always</Badge>}
      {times > 0 && <Badge tone="live">{times === 1 ? "armed" : `armed ×${times}`}</Badge>}
    </>
  );
}

/** The scenarios that are armed for the next instances, in order. */
export const ArmedQueue = ({ list: { armed, always } }: { readonly list: ScenarioListBody }): ReactNode => (
  <Panel title="Next instances">
    <ol className="grid gap-1.5">
      {armed.map(({ scenario, times }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the queue may hold the same scenario several times.
        <li key={i} className={queueEntry}>
          <span className="text-12 text-live">{i === 0 ? "next" : "then"}</span>
          <span className="font-medium wrap-anywhere">{scenario}</span>
          <span className="text-12 text-ink-3">{formatCount(times, "instance")}</span>
        </li>
      ))}
      <li className={queueEntry}>
        <span className="text-12 text-ink-3">{armed.length === 0 ? "always" : "after that"}</span>
        <span className="font-medium wrap-anywhere">{always}</span>
      </li>
    </ol>
  </Panel>
);

const queueEntry = "grid grid-cols-[68px_minmax(0,1fr)_auto] items-baseline gap-2";
