import { spawn } from "node:child_process";
import { once } from "node:events";
import { hello, program } from "./bundle.ts";
import { median } from "./median.ts";
import { findPort, untilAnswered } from "./port.ts";
import type { Row } from "./table.ts";

const rounds = 11;

/** Measures the time from start to first response, alternating with a bare Hono server. */
export async function measureStartUp(): Promise<readonly Row[]> {
  const times = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    const ours = await time(program);
    const theirs = await time(hello);
    if (round === 0) continue; // reads both files from disk
    times.ours.push(ours);
    times.theirs.push(theirs);
  }
  const ours = median(times.ours);
  const theirs = median(times.theirs);
  const ratio = ours / theirs;
  const reason = `${Math.round(ours - theirs)} ms are for loading more code and creating tables and journeys`;
  return [
    {
      what: "start of the program to first response, ms",
      ours: ours.toFixed(0),
      peer: `Hono ${theirs.toFixed(0)}`,
      ratio: ratio.toFixed(2),
      budget: { text: "at most 1.20", holds: ratio <= 1.2, reason },
    },
  ];
}

async function time(file: string): Promise<number> {
  const port = await findPort();
  const begin = performance.now();
  const child = spawn(process.execPath, [file, "--port", `${port}`], { stdio: "ignore" });
  const exit = once(child, "exit");
  await untilAnswered(port);
  const duration = performance.now() - begin;
  child.kill("SIGKILL");
  await exit;
  return duration;
}
