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
import { useCurrentWorld } from "./current-world.tsx";
import styles from "./sidebar.module.css";
import { useTheme } from "./theme.ts";
import { useTargetSwitch } from "./use-target-switch.ts";

/** The navigation: the worlds, the views of the current world, and the simulator that the page talks to. */
export function Sidebar(): ReactNode {
  const world = useCurrentWorld();
  return (
    <div className={styles.sidebar}>
      <Link href={paths.home} className={styles.brand}>
        <Logo />
        Journey Kit
      </Link>
      <WorldSwitcher world={world} />
      <nav aria-label="Views" className={styles.nav}>
        <WorldLinks world={world} />
      </nav>
      <TargetSwitcher />
    </div>
  );
}

function WorldLinks({ world }: { readonly world: string }): ReactNode {
  const instances = useWorld(world, "summary").data?.instances;
  const requests = useWorld(world, "request-count").data;
  const armed = useWorld(world, "scenarios").data?.armed.reduce((sum, { times }) => sum + times, 0);
  const faults = useWorld(world, "faults").data?.rules.length;
  return (
    <>
      <p className={styles.group}>This world</p>
      <NavLink href={paths.home} icon={House} label="Home" />
      <NavLink href={paths.instances(world)} icon={Route} label="Instances" count={instances} />
      <NavLink href={paths.requests(world)} icon={Activity} label="Requests" count={requests} />
      <NavLink href={paths.scenarios(world)} icon={FileText} label="Scenarios" count={armed ? `${armed} armed` : ""} />
      <NavLink href={paths.faults(world)} icon={Zap} label="Faults" count={faults || ""} />
      <p className={styles.group}>Understand</p>
      <NavLink href={paths.profile(world)} icon={SlidersHorizontal} label="Profile" />
      <NavLink href={paths.coverage(world)} icon={Gauge} label="Coverage" />
      <NavLink href={paths.compare} icon={Columns2} label="Compare" />
      <NavLink href={paths.reference} icon={BookOpen} label="API reference" />
    </>
  );
}

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
    <Link href={href} className={styles.link} aria-current={isCurrent ? "page" : undefined}>
      <Icon size={15} aria-hidden />
      <span className={styles.linkText}>{label}</span>
      {count !== undefined && count !== "" && <span className={styles.count}>{count.toLocaleString("en")}</span>}
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
        <AriaButton className={styles.world}>
          <span className={styles.initial} aria-hidden>
            {world.slice(0, 1)}
          </span>
          <span className={styles.worldText}>
            <span className={styles.worldName}>{world}</span>
            <span className={styles.worldNote}>{formatCount(current?.instances ?? 0, "instance")}</span>
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
  const [theme, switchTheme] = useTheme();
  const change = useTargetSwitch();
  const address = target.kind === "server" ? new URL(target.baseUrl).host : "a simulator in this tab";
  return (
    <div className={styles.target}>
      <Segmented
        label="Simulator"
        value={target.kind}
        onChange={change}
        options={[
          { value: "server", label: "This server", disabled: !hasServer() },
          { value: "tab", label: "In this tab" },
        ]}
      />
      <div className={styles.status}>
        <span className={styles.dot} data-tone={connection.state === "open" ? "good" : "bad"} aria-hidden />
        <span className={styles.address}>{connection.state === "open" ? address : "not connected"}</span>
        <Button
          variant="quiet"
          icon={theme === "dark" ? Sun : Moon}
          aria-label={theme === "dark" ? "Use the light theme" : "Use the dark theme"}
          onPress={switchTheme}
        />
      </div>
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
