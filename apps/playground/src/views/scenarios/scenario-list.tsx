import type { ScenarioList as ScenarioListBody } from "@journey-kit/schemas/control";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { formatCount } from "../../text/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Prose } from "../../ui/prose.tsx";
import styles from "./scenario-list.module.css";

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
          <ul className={styles.list}>
            {scenarios.map(({ name, description, rules }) => (
              <li key={name}>
                <Link
                  href={paths.scenario(world, name)}
                  className={styles.entry}
                  aria-current={name === selected ? "true" : undefined}
                >
                  <span className={styles.head}>
                    <span className={styles.name}>{name}</span>
                    <Marks list={list} name={name} />
                    {isEdited(name) && <Badge tone="fair">not saved</Badge>}
                    <span className={styles.rules}>{formatCount(rules.length, "rule")}</span>
                  </span>
                  {description !== undefined && (
                    <span className={styles.description}>
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
