import type { ReactNode } from "react";
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from "react-aria-components";

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

const tab =
  "inline-flex cursor-pointer items-center gap-1.5 border-b-2 border-transparent px-2 pt-2.5 pb-[9px] font-medium whitespace-nowrap text-ink-2 data-selected:border-ink data-selected:text-ink";

/** Several panels in one place, one of them visible. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps): ReactNode {
  return (
    <AriaTabs
      className="min-w-0"
      {...(selected !== undefined && { selectedKey: selected })}
      onSelectionChange={(key) => onSelect?.(String(key))}
    >
      <TabList aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line px-3">
        {tabs.map(({ id, title, count }) => (
          <Tab key={id} id={id} className={tab}>
            {title}
            {count !== undefined && <span className="rounded-5 bg-sunken px-[5px] text-11 text-ink-2">{count}</span>}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="min-w-0">
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
