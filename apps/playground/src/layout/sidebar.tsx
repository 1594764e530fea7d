import {
  Activity,
  BookOpen,
  ChevronsUpDown,
  Columns2,
  FileText,
  Gauge,
  House,
  type LucideIcon,
  Moon,
  Route,
  SlidersHorizontal,
  Sun,
  Zap,
} from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import { Link, useLocation } from "wouter";
import { useLive } from "../api/live.tsx";
import { useWorld, useWorlds } from "../api/queries.ts";
import { hasServer } from "../api/target.ts";
import { useTarget } from "../api/target-provider.tsx";
import { paths } from "../paths.ts";
import { formatCount } from "../text/format.ts";
import { Button } from "../ui/button.tsx";
import { Menu } from "../ui/menu.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { useCurrentWorld } from "./current-world.ts";
import { useTheme } from "./theme.ts";
import { useTargetSwitch } from "./use-target-switch.ts";

/** The navigation: the worlds, the views of the current world, and the simulator that the page talks to. */
export function Sidebar(): ReactNode {
  const { isReadOnly } = useTarget().target;
  const world = useCurrentWorld();
  return (
    <div className="flex h-full flex-col gap-3.5 overflow-y-auto px-2.5 py-3.5">
      <Link
        href={paths.home}
        className="flex items-center gap-2 px-1.5 py-0.5 text-14 font-semibold text-ink hover:no-underline"
      >
        <Logo />
        Journey Kit
      </Link>
      {!isReadOnly && <WorldSwitcher world={world} />}
      <nav aria-label="Views" className="grid gap-0.5">
        {isReadOnly ? <SavedRunLinks world={world} /> : <WorldLinks world={world} />}
      </nav>
      <div className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line pt-2.5">
        {isReadOnly ? <ThemeButton /> : <TargetSwitcher />}
      </div>
    </div>
  );
}

/** The views that a saved run can fill. */
function SavedRunLinks({ world }: { readonly world: string }): ReactNode {
  return (
    <>
      <NavLink href={paths.instances(world)} icon={Route} label="Instances" />
      <NavLink href={paths.requests(world)} icon={Activity} label="Requests" />
      <NavLink href={paths.compare} icon={Columns2} label="Compare" />
    </>
  );
}

function WorldLinks({ world }: { readonly world: string }): ReactNode {
  const instances = useWorld(world, "summary").data?.instances;
  const requests = useWorld(world, "request-count").data;
  const armed = useWorld(world, "scenarios").data?.armed.reduce((sum, { times }) => sum + times, 0);
  const faults = useWorld(world, "faults").data?.rules.length;
  return (
    <>
      <p className={groupTitle}>This world</p>
      <NavLink href={paths.home} icon={House} label="Home" />
      <NavLink href={paths.instances(world)} icon={Route} label="Instances" count={instances} />
      <NavLink href={paths.requests(world)} icon={Activity} label="Requests" count={requests} />
      <NavLink href={paths.scenarios(world)} icon={FileText} label="Scenarios" count={armed ? `${armed} armed` : ""} />
      <NavLink href={paths.faults(world)} icon={Zap} label="Faults" count={faults || ""} />
      <p className={groupTitle}>Understand</p>
      <NavLink href={paths.profile(world)} icon={SlidersHorizontal} label="Profile" />
      <NavLink href={paths.coverage(world)} icon={Gauge} label="Coverage" />
      <NavLink href={paths.compare} icon={Columns2} label="Compare" />
      <NavLink href={paths.reference} icon={BookOpen} label="API reference" />
    </>
  );
}

const groupTitle = "px-2 pt-2 pb-1 text-12 text-ink-3";

interface NavLinkProps {
  readonly href: string;
  readonly icon: LucideIcon;
  readonly label: string;
  readonly count?: number | string | undefined;
}

function NavLink({ href, icon: Icon, label, count }: NavLinkProps): ReactNode {
  const [location] = useLocation();
  const isCurrent = href === paths.home ? location === href : location.startsWith(href);
  return (
    <Link
      href={href}
      className={`flex min-h-[30px] items-center gap-2 rounded-5 px-2 font-medium hover:bg-sunken hover:no-underline narrow:min-h-10 ${isCurrent ? "bg-sunken text-ink" : "text-ink-2"}`}
      aria-current={isCurrent ? "page" : undefined}
    >
      <Icon size={15} aria-hidden />
      <span className="flex-1">{label}</span>
      {count !== undefined && count !== "" && (
        <span className="text-12 font-normal text-ink-3">{count.toLocaleString("en")}</span>
      )}
    </Link>
  );
}

function WorldSwitcher({ world }: { readonly world: string }): ReactNode {
  const worlds = useWorlds().data?.worlds.toReversed() ?? [];
  const [, navigate] = useLocation();
  const current = worlds.find((one) => one.world === world);
  return (
    <Menu
      label="Worlds"
      trigger={
        <AriaButton className="flex w-full cursor-pointer items-center gap-2 rounded-8 border border-line bg-sunken px-2 py-1.5 text-left">
          <span
            className="grid size-[22px] flex-none place-items-center rounded-5 bg-ink text-11 font-semibold text-on-ink"
            aria-hidden
          >
            {world.slice(0, 1)}
          </span>
          <span className="grid min-w-0 flex-1 leading-[1.3]">
            <span className="truncate font-medium">{world}</span>
            <span className="text-12 text-ink-3">{formatCount(current?.instances ?? 0, "instance")}</span>
          </span>
          <ChevronsUpDown size={14} aria-hidden />
        </AriaButton>
      }
      entries={worlds.map((one) => ({
        id: one.world,
        label: one.world,
        detail: formatCount(one.instances, "instance"),
        onSelect: () => navigate(paths.instances(one.world)),
      }))}
    />
  );
}

function TargetSwitcher(): ReactNode {
  const { target } = useTarget();
  const { connection } = useLive();
  const change = useTargetSwitch();
  const address = target.kind === "server" ? new URL(target.baseUrl).host : "a simulator in this tab";
  return (
    <>
      <Segmented
        label="Simulator"
        value={target.kind}
        onChange={change}
        options={[
          { value: "server", label: "This server", disabled: !hasServer() },
          { value: "tab", label: "In this tab" },
        ]}
      />
      <div className="flex items-center gap-2 pl-1.5">
        <span
          className="size-[7px] flex-none rounded-full bg-tone"
          data-tone={connection.state === "open" ? "good" : "bad"}
          aria-hidden
        />
        <span className="flex-1 truncate font-mono text-12 text-ink-3">
          {connection.state === "open" ? address : "not connected"}
        </span>
        <ThemeButton />
      </div>
    </>
  );
}

function ThemeButton(): ReactNode {
  const [theme, switchTheme] = useTheme();
  const isDark = theme === "dark";
  return (
    <div className="justify-self-end">
      <Button
        variant="quiet"
        icon={isDark ? Sun : Moon}
        aria-label={isDark ? "Use the light theme" : "Use the dark theme"}
        onPress={switchTheme}
      />
    </div>
  );
}

const Logo = () => (
  <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
    <rect width="22" height="22" rx="6" fill="var(--ink)" />
    <path d="M6 7h4a4 4 0 0 1 4 4v0a4 4 0 0 0 2 3.4" fill="none" stroke="var(--on-ink)" strokeWidth="1.8" />
    <circle cx="6" cy="7" r="2" fill="var(--on-ink)" />
    <circle cx="16" cy="15" r="2" fill="var(--live)" />
  </svg>
);
