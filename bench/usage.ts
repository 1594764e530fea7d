import { readFileSync } from "node:fs";

/** Processor time of a process in milliseconds, and its resident memory in megabytes. */
export interface Usage {
  readonly user: number;
  readonly system: number;
  readonly memory: number;
}

/** Milliseconds in a tick, the unit in which Linux counts processor time. */
const tick = 10;

/** Reads the usage of any process. Outside Linux, all values are `NaN`. */
export function readUsage(pid: number): Usage {
  if (process.platform !== "linux") return { user: Number.NaN, system: Number.NaN, memory: Number.NaN };
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" "); // a name may have spaces
  const resident = /VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return { user: Number(fields[11]) * tick, system: Number(fields[12]) * tick, memory: Number(resident) / 1_024 };
}
