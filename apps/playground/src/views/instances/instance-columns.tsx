import type { InstanceSummary } from "@journey-kit/schemas/control";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { formatAge } from "../../text/format.ts";
import { statusOf } from "../../text/status.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { Column } from "../../ui/virtual-table.tsx";
import styles from "./instances.module.css";

interface ColumnOptions {
  readonly world: string;
  /** Time of the world, in milliseconds since the Unix epoch. */
  readonly now: number;
  /** Ids of the instances to compare. */
  readonly compared: readonly string[];
  readonly onCompare: (id: string) => void;
}

/** The columns of the list of instances. */
export const toInstanceColumns = (options: ColumnOptions): readonly Column<InstanceSummary>[] => [
  { id: "ordinal", title: "#", width: "92px", cell: (instance) => <Ordinal instance={instance} {...options} /> },
  { id: "journey", title: "Journey", cell: (instance) => <Journey instance={instance} {...options} /> },
  { id: "apiVersion", title: "API", width: "56px", isWide: true, cell: ({ apiVersion }) => apiVersion },
  { id: "status", title: "Status", width: "118px", cell: (instance) => <StatusBadge status={statusOf(instance)} /> },
  { id: "scenario", title: "Scenario", isWide: true, cell: ({ scenario }) => scenario },
  { id: "region", title: "Region", width: "72px", isWide: true, cell: ({ region }) => region },
  {
    id: "started",
    title: "Started",
    width: "110px",
    isWide: true,
    cell: ({ startedAt }) => formatAge(options.now - Date.parse(startedAt)),
  },
  {
    id: "id",
    title: "Id",
    width: "232px",
    isWide: true,
    cell: ({ instanceId }) => <span className={styles.id}>{instanceId}</span>,
  },
];

interface CellProps extends ColumnOptions {
  readonly instance: InstanceSummary;
}

function Ordinal({ instance: { instanceId, ordinal }, compared, onCompare }: CellProps): ReactNode {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the box must not open the row; keys on the box never do.
    <label className={styles.ordinal} onClick={(event) => event.stopPropagation()}>
      <input
        type="checkbox"
        aria-label={`Compare ${ordinal}`}
        checked={compared.includes(instanceId)}
        onChange={() => onCompare(instanceId)}
      />
      {ordinal}
    </label>
  );
}

function Journey({ instance, world, now }: CellProps): ReactNode {
  const { instanceId, journeyName, apiVersion, startedAt } = instance;
  return (
    <>
      <Link href={paths.instance(world, instanceId)} className={styles.journey}>
        {journeyName}
      </Link>
      <span className={styles.second}>
        {apiVersion}, {formatAge(now - Date.parse(startedAt))}
      </span>
    </>
  );
}
