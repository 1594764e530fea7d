import type fc from "fast-check";
import { advanceOf, type Target } from "../target/target.ts";
import type { Command } from "./command.ts";
import { deviceCommands } from "./device.ts";
import { fetchCommands } from "./fetch.ts";
import type { Journey } from "./journey.ts";
import { startCommands } from "./start.ts";
import { submitCommands } from "./submit.ts";
import { taskCommands } from "./task.ts";
import { testerCommands } from "./tester.ts";
import { timeCommands } from "./time.ts";

/**
 * The commands that the model can send to a target. Commands that need a clock, the control plane or a device are left
 * out if the target has none. A command that occurs twice is generated twice as often.
 */
export const commandsFor = (target: Target, journeys: readonly Journey[]): fc.Arbitrary<Command>[] => [
  ...startCommands(journeys, target.control !== undefined),
  ...submitCommands,
  ...taskCommands,
  ...fetchCommands,
  ...(target.profile?.["device-start"] === "absent" ? [] : deviceCommands),
  ...(advanceOf(target) === undefined ? [] : timeCommands(journeys)),
  ...(target.control === undefined ? [] : testerCommands),
];
