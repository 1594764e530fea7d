// Runs `journey client` on the two clients in this folder and on each bug, and prints what it found.
// Arguments: ids of bugs, or `originals` and a number of repetitions. Default: everything once.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bugs } from "./bugs.ts";

const program = join(import.meta.dirname, "../../../cli/bin/journey.js");
const commands = { "client.py": ["python3"], "client.ts": [process.execPath] } as const;

interface Result {
  readonly code: number | null;
  readonly seconds: number;
  readonly verdict: string;
}

function check(file: keyof typeof commands, path: string): Promise<Result> {
  const begin = performance.now();
  const args = ["--conditions=@journey-kit/source", program, "client", "--", ...commands[file], path];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.on("data", (chunk) => {
    out += String(chunk);
  });
  return new Promise((resolve) => {
    child.on("close", (code) => {
      const seconds = Math.round((performance.now() - begin) / 1_000);
      resolve({ code, seconds, verdict: out.trimEnd().split("\n").at(-1) ?? "" });
    });
  });
}

const folder = await mkdtemp(join(tmpdir(), "client-bugs-"));
const [first, count = "1"] = process.argv.slice(2);
const wanted = process.argv.slice(2);
let [found, right] = [0, 0];

for (const file of first === undefined || first === "originals" ? (["client.py", "client.ts"] as const) : []) {
  for (let n = 0; n < Number(count); n++) {
    const { code, seconds, verdict } = await check(file, join(import.meta.dirname, file));
    if (code === 0) right += 1;
    console.log(`${code === 0 ? "ok    " : "WRONG "} ${file}: exit code ${code} after ${seconds} s. ${verdict}`);
  }
}
const planted = first === "originals" ? [] : bugs.filter(({ id }) => first === undefined || wanted.includes(id));
for (const { id, file, edits } of planted) {
  const source = await readFile(join(import.meta.dirname, file), "utf8");
  const path = join(folder, file);
  await writeFile(
    path,
    edits.reduce((text, { find, replace }) => text.replace(find, () => replace), source),
  );
  const { code, seconds, verdict } = await check(file, path);
  if (code === 1) found += 1;
  console.log(`${code === 1 ? "found " : "MISSED"} ${id}: exit code ${code} after ${seconds} s. ${verdict}`);
}
console.log(`${found} of ${planted.length} bugs found, ${right} runs of the originals passed.`);
await rm(folder, { recursive: true });
