// Measures the page with a large world: time until it is interactive, rows in the DOM, and frame times while scrolling.
// Usage: pnpm --filter @journey-kit/playground measure
import { join } from "node:path";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import type { Page } from "playwright-core";
import { launchBrowser } from "../../../packages/simulator/test/launch-browser.ts";
import { createForeignClient } from "../test/foreign-client.ts";

const instances = 1_000;
const requests = 10_000;
const world = "large";

const browser = await launchBrowser("the measurements");
if (browser === undefined) process.exit(1);
const simulator = createSimulator({ journalSize: requests, latency: 0 });
const served = await serveSimulator(simulator, {
  port: 0,
  playground: join(import.meta.dirname, "../dist"),
});
await fillWorld();

const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
const interactive: number[] = [];
for (let run = 0; run < 5; run += 1) {
  await page.goto("about:blank");
  const begin = performance.now();
  await page.goto(`${served.url}/#/`);
  await page
    .getByRole("button", { name: /^Accept/ })
    .first()
    .click({ trial: true });
  interactive.push(performance.now() - begin);
}
console.log(`interactive          ${interactive.map((ms) => ms.toFixed(0)).join(", ")} ms (first run without cache)`);
for (const view of ["instances", "requests"]) {
  await page.goto(`${served.url}/#/w/${world}/${view}`);
  await page.getByRole("row").nth(5).waitFor();
  const frames = await measureScrolling(page);
  const rows = await page.getByRole("row").count();
  console.log(`${view.padEnd(20)} ${rows} rows in the DOM, frame p50 ${frames.p50} ms, p95 ${frames.p95} ms`);
}
await browser.close();
await served.close();

async function fillWorld(): Promise<void> {
  const client = await createForeignClient(served.url, world);
  for (let started = 0; started < instances; started += 1) {
    const instanceId = await client.start("age-check@latest");
    for (let call = 1; call < requests / instances; call += 1)
      await client.post("/v2/captain/journey/state/fetch", { instanceId });
  }
}

/** Scrolls the largest scrollable region of the page up and down, and measures the time between frames. */
function measureScrolling(of: Page): Promise<{ readonly p50: string; readonly p95: string }> {
  return of.evaluate(`new Promise((resolve) => {
    const regions = [document.scrollingElement, ...document.querySelectorAll("*")];
    const region = regions.reduce((best, one) =>
      one.scrollHeight - one.clientHeight > best.scrollHeight - best.clientHeight &&
      /auto|scroll/.test(getComputedStyle(one).overflowY) ? one : best);
    const times = [];
    let last = performance.now();
    let direction = 1;
    const step = (now) => {
      times.push(now - last);
      last = now;
      region.scrollTop += direction * 240;
      if (region.scrollTop <= 0) direction = 1;
      if (region.scrollTop + region.clientHeight >= region.scrollHeight - 1) direction = -1;
      if (times.length < 300) requestAnimationFrame(step);
      else {
        times.sort((a, b) => a - b);
        resolve({ p50: times[150].toFixed(1), p95: times[285].toFixed(1) });
      }
    };
    requestAnimationFrame(step);
  })`);
}
