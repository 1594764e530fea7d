import type { Command } from "@commander-js/extra-typings";
import type { ClockState } from "@journey-kit/schemas/control";
import { onWorld } from "../terminal/flags.ts";
import { example } from "../terminal/help.ts";
import { usageError } from "../terminal/terminal.ts";
import type { Open } from "./control.ts";

const modes = [
  ["freeze", "frozen", "stop the clock"],
  ["auto", "auto", "stop the clock; each fetch of an instance moves that instance to the end of its next module run"],
  ["real", "real", "let the clock run at the speed of the system clock"],
] as const;

export function addClockCommands(program: Command, open: Open): void {
  const clock = program.command("clock").helpCommand(false).description("show and change the clock of a world");
  onWorld(clock.command("show", { isDefault: true }))
    .description("show the time and mode of the clock (default)")
    .action((flags) => open(flags).show((world) => world.clock.read(), renderClock));
  onWorld(clock.command("advance"))
    .description("move the clock forward")
    .argument(
      "<distance>",
      "how far to move: 90s, 24h, 1h30m or next-event; or the time to move to, as an ISO 8601 timestamp",
    )
    .addHelpText("after", example("journey clock advance 24h --world my-tests"))
    .action((distance, flags) => {
      const isInstant = /^\d{4}-\d{2}-\d{2}T/.test(distance);
      const others = ", next-event or an ISO 8601 timestamp";
      const by = isInstant ? { to: distance } : readDistance(distance, "clock advance", others);
      return open(flags).change((world) => world.clock.advance(by), renderClock);
    });
  for (const [verb, mode, description] of modes) {
    onWorld(clock.command(verb))
      .description(description)
      .action((flags) => open(flags).change((world) => world.clock.set({ mode }), renderClock));
  }
}

const renderClock = ({ mode, now }: ClockState): readonly string[] => [`${mode}  ${now}`];

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a duration such as `500ms`, `24h` or `1h30m` into milliseconds; undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  if (!/^(\d{1,12}(ms|s|m|h|d))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+)(ms|s|m|h|d)/g)];
  return parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (units[unit] ?? 0), 0);
}

type Distance = { readonly ms: number } | { readonly to: "next-event" };

/**
 * Parses how far to move a clock or an instance.
 *
 * @param others What `command` also accepts.
 * @throws {CommandError} If the text has another form.
 */
export function readDistance(text: string, command: string, others = " or next-event"): Distance {
  if (text === "next-event") return { to: text };
  const ms = parseDuration(text);
  if (ms !== undefined) return { ms };
  throw usageError(`"${command}" takes a duration such as 90s or 1h30m${others}.`);
}
