import { setTimeout } from "node:timers/promises";
import { startChild } from "./child.ts";
import { type Report, toCount } from "./report.ts";

const warmUp = { requests: 10_000, duration: 600_000 };
const first = 10_000;
const whole = 60_000;
const margin = 1_000;
const maxGrowth = 1.1;
const mebibyte = 1024 ** 2;

/**
 * Measures the heap of a simulator 10 and 60 seconds after a mixed load starts. The simulator has small limits, which
 * are reached during a warm-up.
 */
export async function measureSoak(): Promise<Report> {
  const server = await startChild("soak-server.ts", [], ["--expose-gc"]);
  const load = await startChild("mixed-load.ts");
  try {
    const url = await server.ask({ ask: "serve" });
    await load.ask({ ask: "load", url, ...warmUp }); // fills the caches
    const loaded = load.ask({ ask: "load", url, duration: whole + margin });
    await setTimeout(first);
    const before = Number(await server.ask({ ask: "heap" }));
    await setTimeout(whole - first);
    const after = Number(await server.ask({ ask: "heap" }));
    const statuses = Object.entries(Object(await loaded)).map(
      ([status, count]) => [Number(status), Number(count)] as const,
    );
    const requests = statuses.reduce((sum, [, count]) => sum + count, 0);
    if (statuses.some(([status]) => status === 500)) throw new Error("The simulator failed.");
    const growth = after / before;
    return {
      lines: [
        {
          what: `heap after ${toCount(requests)} mixed requests in 60 s, MB`,
          ours: (after / mebibyte).toFixed(1),
          peer: `after 10 s ${(before / mebibyte).toFixed(1)}`,
          ratio: growth.toFixed(2),
          budget: `at most ${maxGrowth.toFixed(2)}`,
          holds: growth <= maxGrowth,
          reason: "memory use grows with every request",
        },
      ],
      tables: [
        {
          title: "responses of the mixed load",
          rows: [
            ["status", "requests"],
            ...statuses.map(([status, count]) => [status === 0 ? "none, by a fault" : `${status}`, toCount(count)]),
          ],
        },
      ],
    };
  } finally {
    await Promise.all([load.stop(), server.stop()]);
  }
}
