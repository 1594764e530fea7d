import type { ClockAdvance, ClockState } from "@journey-kit/schemas/control";
import { ChevronDown, Clock, FastForward, Pause, Play, Snowflake, StepForward, Zap } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useClock } from "../api/clock.ts";
import { useWorldChange } from "../api/queries.ts";
import { useCommands } from "../commands/commands.ts";
import { shortcuts } from "../commands/shortcuts.ts";
import { formatClockTime } from "../text/format.ts";
import { Menu } from "../ui/menu.tsx";
import { notify } from "../ui/notices.tsx";
import styles from "./clock-control.module.css";
import { useCurrentWorld } from "./current-world.ts";

const modes = {
  real: { label: "Real", icon: Clock, about: "follows the system clock" },
  frozen: { label: "Frozen", icon: Snowflake, about: "stops until you move it" },
  auto: { label: "Auto", icon: Zap, about: "each fetch moves the instance to the end of its next module run" },
} as const satisfies Record<ClockState["mode"], unknown>;

const steps: readonly (readonly [label: string, ms: number])[] = [
  ["1 second", 1_000],
  ["10 seconds", 10_000],
  ["1 minute", 60_000],
  ["1 hour", 3_600_000],
  ["1 day", 86_400_000],
];

/** The clock of the current world: its time and mode, and the actions that change them. */
export function ClockControl(): ReactNode {
  const world = useCurrentWorld();
  const clock = useClock(world);
  const set = useWorldChange(world, (of, mode: ClockState["mode"]) => of.clock.set({ mode }));
  const advance = useWorldChange(world, (of, by: ClockAdvance) => of.clock.advance(by));
  const setMode = (mode: ClockState["mode"]) => set.mutate(mode, { onError: notify });
  const move = (by: ClockAdvance) => advance.mutate(by, { onError: notify });
  const toggle = () => setMode(clock?.mode === "real" ? "frozen" : "real");
  useCommands([
    {
      id: "next",
      label: "Next event",
      group: "Clock",
      key: shortcuts.nextEvent,
      run: () => move({ to: "next-event" }),
    },
    {
      id: "advance",
      label: "Advance by 1 second",
      group: "Clock",
      key: shortcuts.advance,
      run: () => move({ ms: 1_000 }),
    },
    { id: "toggle", label: "Freeze or run the clock", group: "Clock", key: shortcuts.toggleClock, run: toggle },
  ]);
  const mode = clock === undefined ? undefined : modes[clock.mode];
  const Icon = mode?.icon ?? Clock;
  return (
    <fieldset className={styles.clock} data-tone={clock?.mode === "real" ? "neutral" : "frozen"} aria-label="Clock">
      <Menu
        label="Clock mode"
        trigger={
          <AriaButton className={styles.part}>
            <Icon size={14} aria-hidden />
            <span>{mode?.label ?? "Clock"}</span>
            <time className="font-mono tabular-nums">
              {clock === undefined ? "--:--:--" : formatClockTime(clock.now)}
            </time>
          </AriaButton>
        }
        entries={Object.entries(modes).map(([id, { label, icon, about }]) => ({
          id,
          label,
          icon,
          detail: about,
          onSelect: () => setMode(id as ClockState["mode"]), // a key of `modes`
        }))}
      />
      <AriaButton className={styles.part} onPress={() => move({ to: "next-event" })} aria-label="Next event">
        <StepForward size={14} aria-hidden />
        <span className="max-[1100px]:hidden">Next event</span>
      </AriaButton>
      <AriaButton
        className={styles.part}
        onPress={toggle}
        aria-label={clock?.mode === "real" ? "Freeze the clock" : "Let the clock run"}
      >
        {clock?.mode === "real" ? <Pause size={14} aria-hidden /> : <Play size={14} aria-hidden />}
      </AriaButton>
      <Menu
        label="Advance"
        trigger={
          <AriaButton className={styles.part} aria-label="Advance">
            <span className="max-[1100px]:hidden">Advance</span>
            <ChevronDown size={14} aria-hidden />
          </AriaButton>
        }
        entries={steps.map(([label, ms]) => ({ id: label, label, icon: FastForward, onSelect: () => move({ ms }) }))}
      />
    </fieldset>
  );
}
