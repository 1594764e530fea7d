#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { run } from "./program.ts";

const manifest: { readonly version: string } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
);
// A reader that leaves, as `| head` does, wants no more of us; that is no failure.
process.stdout.on("error", () => {});
process.exitCode = run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  version: manifest.version,
});
