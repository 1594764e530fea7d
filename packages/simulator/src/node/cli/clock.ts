import type { Command } from "@commander-js/extra-typings";
import { CommandError, example } from "@journey-kit/schemas/cli";
import type { ClockState } from "@journey-kit/schemas/control";
import type { Millis } from "../../world/time.ts";
import { type Open, onWorld } from "./control-client.ts";

const modes = [
  ["freeze", "frozen", "stop the clock"],
  ["auto", "auto", "stop the clock; each fetch of an instance moves that instance to its next event"],
  ["real", "real", "let the clock run at the speed of the system clock"],
] as const;

/** Adds the commands that show and change the clock of a world. */
export function addClockCommands(program: Command, open: Open): void {
  const clock = program.command("clock").helpCommand(false).description("show and change the clock of a world");
  onWorld(clock.command("show"))
    .description("show the time and mode of the clock (default)")
    .action((options) => open(options).show("readClock", toClock));
  onWorld(clock.command("advance"))
    .description("move the clock forward")
    .argument(
      "<distance>",
      "how far to move: 90s, 24h, 1h30m or next-event; or the time to move to, as an ISO 8601 timestamp",
    )
    .addHelpText("after", example("journey-sim clock advance 24h --world my-tests"))
    .action((distance, options) =>
      open(options).change("advanceClock", toClock, readDistance(distance, "clock advance", true)),
    );
  for (const [verb, mode, description] of modes) {
    onWorld(clock.command(verb))
      .description(description)
      .action((options) => open(options).change("changeClock", toClock, { mode }));
  }
}

const toClock = ({ mode, now }: ClockState): readonly string[] => [`${mode}  ${now}`];

const units: Readonly<Record<string, Millis>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a duration such as `500ms`, `24h` or `1h30m` into milliseconds; undefined for any other text. */
export function parseDuration(text: string): Millis | undefined {
  if (!/^(\d{1,12}(ms|s|m|h|d))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+)(ms|s|m|h|d)/g)];
  return parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (units[unit] ?? 0), 0);
}

/** How to move a clock: by milliseconds, to the next event, or to an instant. */
type Distance = { readonly ms: Millis } | { readonly to: string };

/**
 * Parses how far to move a clock. `instants` says whether `command` accepts an instant.
 *
 * @throws {CommandError} If the text has another form or would move the clock back.
 */
export function readDistance(argument: string, command: string, instants: boolean): Distance {
  const text = argument.trim();
  if (text === "next-event") return { to: text };
  const ms = parseDuration(text);
  if (ms !== undefined) return { ms };
  if (instants && /^\d{4}-\d{2}-\d{2}T/.test(text)) return { to: text };
  if (parseDuration(text.replace(/^-/, "")) !== undefined) {
    throw new CommandError(`"${text}" would move the clock back. A clock only moves forward.`, 2);
  }
  const forms = instants ? ", next-event or an ISO 8601 timestamp" : " or next-event";
  throw new CommandError(`"${command}" takes a duration such as 90s or 1h30m${forms}.`, 2);
}
