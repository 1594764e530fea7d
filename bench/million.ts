import { startChild } from "./child.ts";
import { toMemoryLine } from "./in-process.ts";
import { type Report, toCount } from "./report.ts";
import { median, medianRatio } from "./statistics.ts";

const rounds = 12;
const fetches = 5_000;
const [few, many] = [1_000, 1_000_000];

/**
 * Measures `state/fetch` for random instances among a million, and the memory that a million instances occupy. Each
 * simulator has its own process.
 */
export async function measureMillion(): Promise<Report> {
  const flags = ["--expose-gc", "--max-old-space-size=8192"];
  const small = await startChild("journeys.ts", [], flags);
  const large = await startChild("journeys.ts", [], flags);
  try {
    await small.ask({ ask: "fill", count: few });
    const bytes = Number(await large.ask({ ask: "fill", count: many }));
    const times = { small: [] as number[], large: [] as number[] };
    for (let round = -4; round < rounds; round += 1) {
      const ours = Number(await large.ask({ ask: "fetch", count: fetches }));
      const theirs = Number(await small.ask({ ask: "fetch", count: fetches }));
      if (round < 0) continue; // warm-up
      times.large.push(ours);
      times.small.push(theirs);
    }
    const ratio = medianRatio(times.large, times.small);
    return {
      lines: [
        {
          what: `state/fetch among ${toCount(many)} instances, µs`,
          ours: median(times.large).toFixed(1),
          peer: `among ${toCount(few)} ${median(times.small).toFixed(1)}`,
          ratio: ratio.toFixed(2),
          budget: "at most 1.50",
          holds: ratio <= 1.5,
          reason:
            "a random instance among a million is in no cache, so its record is read from main memory and its text is rendered again",
        },
        toMemoryLine(`memory of each of ${toCount(many)} instances, bytes`, bytes),
      ],
    };
  } finally {
    await Promise.all([small.stop(), large.stop()]);
  }
}
