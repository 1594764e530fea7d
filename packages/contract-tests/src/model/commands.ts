import fc from "fast-check";
import { type Command, nth, nthOfAll } from "./command.ts";
import { deviceCommands } from "./device.ts";
import { fetchInteractionOf } from "./interaction.ts";
import type { Model } from "./model.ts";
import { startCommands } from "./start.ts";
import { fetchElsewhere, fetchStateOf } from "./state.ts";
import { submitCommands } from "./submit.ts";
import { listTaskSchemasOf, listTasksOf, updateCommands } from "./task.ts";
import { testerCommands } from "./tester.ts";
import { timeCommands } from "./time.ts";

const fetchCommands: readonly fc.Arbitrary<Command>[] = [
  nthOfAll.map(fetchStateOf),
  nthOfAll.map(fetchStateOf),
  nth.map(fetchInteractionOf),
  nth.map(listTasksOf),
  nthOfAll.map(listTaskSchemasOf),
  fc
    .tuple(nthOfAll, fc.constantFrom("of the other generation", "that nobody started"))
    .map((args) => fetchElsewhere(...args)),
];

/**
 * The commands that the model can send to a target. Commands that need a clock, the control plane or a device are left
 * out if the target has none. A command that occurs twice is generated twice as often.
 */
export const commandsFor = ({ journeys, profile, isTimed, isControlled }: Model): fc.Arbitrary<Command>[] => [
  ...startCommands(journeys, isControlled),
  ...submitCommands,
  ...updateCommands,
  ...fetchCommands,
  ...(profile["device-start"] === "absent" ? [] : deviceCommands),
  ...(isTimed ? timeCommands(journeys) : []),
  ...(isControlled ? testerCommands : []),
];
