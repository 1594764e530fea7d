import { createRequire } from "node:module";
import { runMain } from "@journey-kit/schemas/cli";
import { run } from "./program.ts";

const manifest: { readonly version: string } = createRequire(import.meta.url)("../../package.json");
await runMain("journey-contract", manifest.version, run);
