import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { browser, builtPage, servePlayground, visitView, waitForContent } from "./playground.ts";

const playground = await servePlayground();

/**
 * Maximum bytes that the first view may transfer, including fonts. Menus, dialogs, editors, the simulator for the tab
 * and other views load on demand.
 */
const limit = 230 * 1_024;

describe.skipIf(browser === undefined)("the first load", () => {
  test("transfers at most 230 KB", async () => {
    const files = new Set<string>();
    await visitView(`${playground.url}/`, async (page) => {
      page.on("response", (response) => files.add(new URL(response.url()).pathname));
      await page.reload();
      await waitForContent(page);
      await page.evaluate("document.fonts.ready.then(() => undefined)");
    });
    const sizes = [...files]
      .filter((path) => !path.startsWith("/_sim/"))
      .map((path) => [path, toTransferSize(path === "/" ? "/index.html" : path)] as const);
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    expect(files.size, "the page and its files").toBeGreaterThan(4);
    expect(total, sizes.map(([path, size]) => `${path} ${size}`).join("\n")).toBeLessThanOrEqual(limit);
  });
});

/** Size of a file with gzip, in bytes. Fonts are compressed already. */
function toTransferSize(path: string): number {
  const bytes = readFileSync(join(builtPage, path));
  return path.endsWith(".woff2") ? bytes.length : gzipSync(bytes).length;
}
