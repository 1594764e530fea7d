import { runMain } from "@journey-kit/schemas/cli";
import manifest from "../../../package.json" with { type: "json" };
import { run } from "./program.ts";

/** Runs the command line of this process. */
export const main = (): Promise<void> => runMain("journey-sim", manifest.version, run);
