import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { callsFile, folder, toCalls, toFiles } from "./emission.ts";

// Emits everything anew, so that a file whose schema is gone goes too.
const files = toFiles();
rmSync(folder, { recursive: true, force: true });
mkdirSync(new URL("observed/", folder), { recursive: true });
for (const [name, text] of Object.entries(files)) writeFileSync(new URL(name, folder), text);
writeFileSync(callsFile, toCalls());
console.log(`${Object.keys(files).length + 1} files written.`);
