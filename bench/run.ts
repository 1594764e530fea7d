// `pnpm bench`: measures our numbers and those of peers in the same run. See README.md.
import { cpus } from "node:os";
import { bundle } from "./bundle.ts";
import { measureInProcess } from "./in-process.ts";
import { measureLargeSubmit } from "./large-submit.ts";
import { measureStartUp } from "./start-up.ts";
import { measureStateFetch } from "./state-fetch.ts";
import { type Row, toTable } from "./table.ts";

const begin = performance.now();
await bundle();
const rows: Row[] = [];
for (const measure of [measureStateFetch, measureStartUp, measureInProcess, measureLargeSubmit]) {
  rows.push(...(await measure()));
}
console.log(toTable(rows));
const seconds = Math.round((performance.now() - begin) / 1_000);
console.log(`\nNode ${process.version}, ${cpus().length} processors, ${seconds} s.`);
