import type { ScenarioList as ScenarioListBody } from "@journey-kit/schemas/control";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Badge } from "../../components/badge.tsx";
import { Panel } from "../../components/panel.tsx";
import { Prose } from "../../components/prose.tsx";
import { paths } from "../../layout/paths.ts";
import styles from "./scenario-list.module.css";

interface ScenarioListProps {
  readonly world: string;
  readonly list: ScenarioListBody;
  readonly selected: string | undefined;
  readonly onSelect: () => void;
}

/** Every scenario of a world: its own first, then the built-in ones. */
export function ScenarioList({ world, list, selected, onSelect }: ScenarioListProps): ReactNode {
  const own = list.scenarios.filter(({ name }) => list.own.includes(name));
  const builtIn = list.scenarios.filter(({ name }) => !list.own.includes(name));
  const groups = [
    { title: "Saved in this world", scenarios: own },
    { title: "Built in", scenarios: builtIn },
  ].filter(({ scenarios }) => scenarios.length > 0);
  return groups.map(({ title, scenarios }) => (
    <Panel key={title} title={title} note={scenarios.length} flush>
      <ul className={styles.list}>
        {scenarios.map(({ name, description, rules }) => (
          <li key={name}>
            <Link
              href={paths.scenario(world, name)}
              className={styles.entry}
              aria-current={name === selected ? "true" : undefined}
              onClick={onSelect}
            >
              <span className={styles.head}>
                <span className={styles.name}>{name}</span>
                <Marks list={list} name={name} />
                <span className={styles.rules}>{rules.length === 1 ? "1 rule" : `${rules.length} rules`}</span>
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
  ));
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
