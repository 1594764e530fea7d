import type { ClockAdvance, ClockState } from "@journey-kit/schemas/control";
import { onSimulator, type Verb } from "./control-client.ts";
import { parseDuration } from "./flag-values.ts";
import type { UsageName } from "./flags.ts";
import { CommandError } from "./terminal.ts";

type ClockUsage = Extract<UsageName, `clock ${string}`>;

const toPage = ({ mode, now }: ClockState): readonly string[] => [`${mode}  ${now}`];

const change = (mode: ClockState["mode"]): Verb =>
  onSimulator(async ({ ask, world }) => ask("changeClock", { world: await world() }, { mode }), toPage);

/** Looks at the clock of a world, moves it and changes how it runs. */
export const clockVerbs: Readonly<Record<ClockUsage, Verb>> = {
  "clock show": onSimulator(async ({ ask, world }) => ask("readClock", { world: await world() }), toPage),
  "clock advance": onSimulator(async ({ ask, world }, { words: [howFar = ""] }) => {
    const by = readHowFar(howFar);
    return ask("advanceClock", { world: await world() }, by);
  }, toPage),
  "clock freeze": change("frozen"),
  "clock auto": change("auto"),
  "clock real": change("real"),
};

function readHowFar(text: string): ClockAdvance {
  if (text === "next-event") return { to: text };
  const ms = parseDuration(text);
  if (ms !== undefined) return { ms };
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return { to: text };
  throw new CommandError(`"clock advance" takes 90s, 24h, 1h30m, next-event or an ISO 8601 instant.`, 2);
}
