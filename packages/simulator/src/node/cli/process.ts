import { runMain } from "@journey-kit/schemas/cli";
import manifest from "../../../package.json" with { type: "json" };
import { run } from "./program.ts";

await runMain("journey-sim", manifest.version, run);
