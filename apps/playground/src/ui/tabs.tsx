import type { ReactNode } from "react";
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from "react-aria-components";
import styles from "./tabs.module.css";

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly {
    readonly id: string;
    readonly title: string;
    readonly count?: number;
    readonly content: ReactNode;
  }[];
  /** The open tab, if the caller controls it. */
  readonly selected?: string;
  readonly onSelect?: (id: string) => void;
}

/** Several panels in one place, one of them visible. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps): ReactNode {
  return (
    <AriaTabs
      className={styles.tabs}
      {...(selected !== undefined && { selectedKey: selected })}
      onSelectionChange={(key) => onSelect?.(String(key))}
    >
      <TabList aria-label={label} className={styles.list}>
        {tabs.map(({ id, title, count }) => (
          <Tab key={id} id={id} className={styles.tab}>
            {title}
            {count !== undefined && <span className={styles.count}>{count}</span>}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={styles.panel}>
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
