import type { ClockState } from "@journey-kit/schemas/control";
import type { Control } from "./control-client.ts";
import { readDistance } from "./duration.ts";

const toClock = ({ mode, now }: ClockState): readonly string[] => [`${mode}  ${now}`];

/** Shows the clock of a world. */
export const showClock = async (control: Control): Promise<void> =>
  control.print(await control.ask("readClock", { world: await control.world() }), toClock);

/** Moves the clock of a world forward. */
export async function advanceClock(control: Control, distance: string): Promise<void> {
  const by = readDistance(distance, "clock advance", true);
  control.print(await control.ask("advanceClock", { world: await control.worldToChange() }, by), toClock);
}

/** Changes how the clock of a world runs. */
export const changeClock = async (control: Control, mode: ClockState["mode"]): Promise<void> =>
  control.print(await control.ask("changeClock", { world: await control.worldToChange() }, { mode }), toClock);
