import type { Exchange, FaultHit } from "@journey-kit/schemas/control";
import { describeFault } from "@journey-kit/schemas/tables";
import { type ReactNode, useMemo } from "react";
import { Link } from "wouter";
import { useRequests, useWorld } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { nameFaultRule } from "../../text/fault.ts";
import { formatClockTime } from "../../text/format.ts";
import { Panel } from "../../ui/panel.tsx";
import { Empty, Loaded } from "../../ui/states.tsx";
import styles from "./fault-log.module.css";
import { toFaultLog } from "./fault-log.ts";

const shown = 200;

/** The faults that were applied under the current plan, newest first. */
export function FaultLog({ world }: { readonly world: string }): ReactNode {
  const hits = useWorld(world, "fault-hits");
  return (
    <Loaded query={hits}>
      {({ hits: all }) => (
        <Panel title="Log" note={all.length > shown ? `The latest ${shown} of ${all.length}` : all.length} flush>
          {all.length === 0 ? (
            <Empty title="No fault has been applied yet.">
              Faults appear here as soon as a request matches a rule.
            </Empty>
          ) : (
            <LogTable world={world} hits={all} />
          )}
        </Panel>
      )}
    </Loaded>
  );
}

interface LogTableProps {
  readonly world: string;
  readonly hits: readonly FaultHit[];
}

const noRequests: readonly Exchange[] = [];

function LogTable({ world, hits }: LogTableProps): ReactNode {
  const requests = useRequests(world).data?.requests ?? noRequests;
  const entries = useMemo(() => toFaultLog(hits, requests, shown), [hits, requests]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard.
    <section className={styles.scroll} tabIndex={0} aria-label="Faults that were applied">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">Rule</th>
            <th scope="col">What it did</th>
            <th scope="col">Endpoint</th>
            <th scope="col">Instance</th>
            <th scope="col">Request</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ number, hit, exchange }) => (
            <tr key={number}>
              <td className={styles.number}>{number}</td>
              <td>{nameFaultRule(hit.rule)}</td>
              <td data-tone="fault" className={styles.action}>
                {describeFault(hit.action)}
              </td>
              <td className={styles.mono}>
                {hit.endpoint}
                {hit.call !== undefined && <span className={styles.call}> request {hit.call}</span>}
              </td>
              <td className={styles.number}>
                {hit.instance > 0 &&
                  (exchange?.instanceId === undefined ? (
                    `#${hit.instance}`
                  ) : (
                    <Link href={paths.instance(world, exchange.instanceId)}>#{hit.instance}</Link>
                  ))}
              </td>
              <td className={styles.mono}>
                {exchange && (
                  <Link href={paths.request(world, exchange.sequence)}>
                    {exchange.sequence}, {formatClockTime(Date.parse(exchange.at))}
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
