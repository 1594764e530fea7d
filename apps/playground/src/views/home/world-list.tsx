import type { WorldSummary } from "@journey-kit/schemas/control";
import { Ellipsis } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { useClock } from "../../api/clock.ts";
import { useInstances } from "../../api/use-instances.ts";
import { useWorldActions } from "../../dialogs/world/world-actions.tsx";
import { paths } from "../../paths.ts";
import { formatAge, formatClockTime } from "../../text/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { countStatuses } from "./model.ts";
import tableStyles from "./table.module.css";

const shownAtFirst = 10;

/** The worlds in use, latest first, with the state of their instances. */
export function WorldList({ worlds }: { readonly worlds: readonly WorldSummary[] }): ReactNode {
  const [shown, setShown] = useState(shownAtFirst);
  const latest = worlds.toReversed();
  return (
    <Panel title="Worlds" note="One for each client id" flush>
      <table className={tableStyles.table}>
        <thead>
          <tr>
            <th scope="col">World</th>
            <th scope="col">Instances</th>
            <th scope="col" data-wide>
              Clock
            </th>
            <th scope="col" data-wide>
              Last start
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {latest.slice(0, shown).map((world) => (
            <WorldRow key={world.world} summary={world} />
          ))}
        </tbody>
      </table>
      {latest.length > shown && (
        <div className="flex justify-center border-t border-line p-2.5">
          <Button onPress={() => setShown(latest.length)}>Show all {latest.length} worlds</Button>
        </div>
      )}
    </Panel>
  );
}

const clockTones = { real: "neutral", frozen: "frozen", auto: "live" } as const;

function WorldRow({ summary }: { readonly summary: WorldSummary }): ReactNode {
  const { world, instances: total, clock } = summary;
  const instances = useInstances(world).data?.instances ?? [];
  return (
    <tr className={tableStyles.row}>
      <th scope="row" className={tableStyles.name}>
        <Link href={paths.instances(world)} className={tableStyles.link}>
          {world}
        </Link>
      </th>
      <td>
        <span className="flex items-baseline gap-1.5">
          <span className="min-w-[3ch] font-medium">{total.toLocaleString("en")}</span>
          <span className="flex flex-wrap gap-x-1.5 gap-y-1">
            {countStatuses(instances).map(({ status, count }) => (
              <StatusBadge key={status} status={status} count={count} />
            ))}
          </span>
        </span>
      </td>
      <td data-wide className="whitespace-nowrap">
        <Badge tone={clockTones[clock.mode]}>{clock.mode}</Badge>{" "}
        {clock.mode === "frozen" && <code>{formatClockTime(Date.parse(clock.now)).slice(0, 8)}</code>}
      </td>
      <td data-wide className={tableStyles.quiet}>
        <Age world={world} since={instances.at(-1)?.startedAt} />
      </td>
      <td className="relative z-1 w-12">
        <WorldMenu world={world} />
      </td>
    </tr>
  );
}

/** Shows the time since an instant, on the clock of the world. It says so if that differs from the system time. */
function Age({ world, since }: { readonly world: string; readonly since: string | undefined }): ReactNode {
  const clock = useClock(world);
  if (since === undefined || clock === undefined) return null;
  return (
    <>
      {formatAge(clock.now - Date.parse(since))}
      {clock.mode !== "real" && <span className="block text-12">world time</span>}
    </>
  );
}

function WorldMenu({ world }: { readonly world: string }): ReactNode {
  const { entriesFor } = useWorldActions();
  return (
    <Menu
      label={`Actions for ${world}`}
      trigger={<Button variant="quiet" icon={Ellipsis} aria-label={`Actions for ${world}`} />}
      entries={entriesFor(world)}
    />
  );
}
