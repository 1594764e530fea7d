import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, inject, test } from "vitest";
import {
  collectProblems,
  findViolations,
  launchBrowser,
  openContext,
} from "../../packages/simulator/test/launch-browser.ts";
import { isThorough } from "../../vitest.shared.ts";
import { pagesIn, sidebar } from "../sidebar.ts";

const site = inject("site");
const folder = join(dirname(import.meta.dirname), "src/content/docs");
const pages = globSync("**/*.{md,mdx}", { cwd: folder }).map((file) =>
  file.replaceAll("\\", "/").replace(/\.mdx?$/, ""),
);
const listed = sidebar.flatMap(pagesIn);

const browser = await launchBrowser("the tests of the documentation");
afterAll(() => browser?.close());

/** What scrolls horizontally and cannot take the focus. Scripts change that when the page is idle. */
const unreachable = `[...document.querySelectorAll("table, pre")]
  .filter((one) => one.scrollWidth > one.clientWidth && one.tabIndex < 0)
  .map((one) => one.outerHTML)`;

/** Opens a page in a new context and collects requests to other hosts and console errors. */
async function visit(path: string, viewport = { width: 1280, height: 720 }) {
  const context = await openContext(browser, { reducedMotion: "reduce", viewport });
  const problems = collectProblems(context, site);
  const page = await context.newPage();
  await page.goto(`${site}/${path}`);
  await page.evaluate("document.fonts.ready");
  await expect.poll(() => page.evaluate(unreachable)).toEqual([]);
  return { page, problems };
}

test("the sidebar lists every page except the home page exactly once", () => {
  expect(listed.toSorted()).toEqual(pages.filter((page) => page !== "index").toSorted());
});

describe.skipIf(browser === undefined)("in a browser", () => {
  const visited = isThorough ? pages : ["index", "guides/quick-start", "reference/limits"];

  test.each(visited)(
    "the page %s passes axe's accessibility checks in light and dark mode, and loads nothing from other hosts",
    async (path) => {
      const { page, problems } = await visit(path === "index" ? "" : `${path}/`);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
        expect(await findViolations(page)).toEqual([]);
      }
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );

  // The table of the compatibility page has seven columns.
  const narrow = isThorough ? pages : ["reference/compatibility"];

  test.each(narrow)(
    "the page %s passes axe's accessibility checks in a narrow window, and does not scroll horizontally",
    async (path) => {
      const { page } = await visit(path === "index" ? "" : `${path}/`, { width: 390, height: 844 });
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
      await page.context().close();
    },
  );

  test("the search finds a page by its content", async () => {
    const { page, problems } = await visit("");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("textbox", { name: "Search" }).fill("STORAGE_FULL");
    await page.locator('.pagefind-ui__result-link[href^="/reference/limits/"]').first().click();
    await page.getByRole("heading", { level: 1, name: "Limits" }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  /** What people search for, and the page or folder that helps. */
  const searches = [
    ["409 on submit", "guides/troubleshooting"],
    ["429", "guides/troubleshooting"],
    ["401 after an hour", "guides/troubleshooting"],
    ["NO_INTERACTION", "guides/troubleshooting"],
    ["GitLab", "recipes/"],
    ["write an own journey", "guides/custom-journeys"],
    ["outcome", "guides/outcomes"],
    ["share a run", "guides/playground"],
    ["retry", "guides/client"],
    ["STORAGE_FULL", "reference/errors"],
  ] as const;

  test.each(searches)("the search for “%s” finds %s first", async (text, expected) => {
    const { page } = await visit("");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("textbox", { name: "Search" }).fill(text);
    await page
      .getByText(`results for ${text}`)
      .or(page.getByText(`result for ${text}`))
      .waitFor();
    // Each result is empty until its page is loaded, in any order.
    const result = page.locator(".pagefind-ui__result").first();
    const first = await result.getByRole("link").first().getAttribute("href");
    expect(first).toMatch(new RegExp(`^/${expected}`));
    await page.context().close();
  });
});
