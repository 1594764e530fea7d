import { startChild } from "./child.ts";
import { type Report, toCount } from "./report.ts";
import { median, medianRatio } from "./statistics.ts";

const rounds = 12;
const fetches = 5_000;
const instances = 100_000;
const scrapes = 5;

/** Measures the time that metrics add to a request, and how long a scrape delays other work. */
export async function measureMetrics(): Promise<Report> {
  const plain = await startChild("journeys.ts", [], ["--expose-gc"]);
  const measured = await startChild("journeys.ts", ["--metrics"], ["--expose-gc"]);
  try {
    await plain.ask({ ask: "fill", count: instances });
    await measured.ask({ ask: "fill", count: instances });
    const times = { plain: [] as number[], measured: [] as number[] };
    for (let round = -4; round < rounds; round += 1) {
      const ours = Number(await measured.ask({ ask: "fetch", count: fetches }));
      const theirs = Number(await plain.ask({ ask: "fetch", count: fetches }));
      if (round < 0) continue; // warm-up
      times.measured.push(ours);
      times.plain.push(theirs);
    }
    const ratio = medianRatio(times.measured, times.plain);
    const delay = median((await measured.ask({ ask: "scrape", count: scrapes })) as readonly number[]); // see `programs/journeys.ts`
    return {
      lines: [
        {
          what: "state/fetch with metrics, µs",
          ours: median(times.measured).toFixed(1),
          peer: `without metrics ${median(times.plain).toFixed(1)}`,
          ratio: ratio.toFixed(2),
          budget: "at most 1.20",
          holds: ratio <= 1.2,
          reason: "each request updates a counter, a histogram, and a histogram for each store operation",
        },
        {
          what: `a scrape among ${toCount(instances)} instances, ms`,
          ours: delay.toFixed(1),
          peer: "",
          ratio: "",
          budget: "at most 100 ms",
          holds: delay <= 100,
          reason: "a scrape counts all instances of a world at once",
        },
      ],
    };
  } finally {
    await Promise.all([plain.stop(), measured.stop()]);
  }
}
