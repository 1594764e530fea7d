import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, inject, test } from "vitest";
import { readBlocks } from "../../examples/test/documents.ts";
import { findWrongLine } from "../../examples/test/output.ts";
import { readOutput } from "../../examples/test/snippet.ts";
import { findViolations, launchBrowser, openPage } from "../../packages/simulator/test/launch-browser.ts";
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

// All tests share one page, because a new one needs a new process, which has to compile every script again.
const desktop = { width: 1280, height: 720 };
const opened = browser && (await openPage(browser, site, { viewport: desktop }));
const problems = opened?.problems ?? [];

/** What scrolls horizontally and cannot take the focus. Scripts change that when the page is idle. */
const unreachable = `[...document.querySelectorAll("table, pre")]
  .filter((one) => one.scrollWidth > one.clientWidth && one.tabIndex < 0)
  .map((one) => one.outerHTML)`;

/** Opens a page of the site in a wide window. */
async function visit(path: string) {
  expect.assert(opened !== undefined, "There is no browser.");
  const { page } = opened;
  await page.setViewportSize(desktop);
  await page.goto(`${site}/${path}`);
  await page.evaluate("document.fonts.ready");
  return page;
}

test("the sidebar lists every page except the home page exactly once", () => {
  expect(listed.toSorted()).toEqual(pages.filter((page) => page !== "index").toSorted());
});

test("llms.txt lists every page that a user reads, and llms-full.txt has the guides, both bounded", async () => {
  const read = async (name: string): Promise<string> => (await fetch(`${site}/${name}`)).text();
  const [index, full] = await Promise.all(["llms.txt", "llms-full.txt"].map(read));
  const linked = [...`${index}`.matchAll(/^- \[.+\]\(\/(.+)\/\)/gm)].map(([, path]) => path);
  expect(linked).toEqual(listed.filter((page) => !/^(decisions|reference\/cases)/.test(page)));
  expect(index?.length).toBeLessThan(20_000);
  expect(full?.length).toBeLessThan(300_000);
  expect(full).toContain("# Work with an agent\n\n`journey mcp` serves tools");
});

describe.skipIf(browser === undefined)("in a browser", () => {
  const visited = isThorough ? pages : ["index", "guides/quick-start", "reference/compatibility"];

  test.each(visited)(
    "the page %s passes axe's accessibility checks in light and dark mode and in a narrow window, does not scroll horizontally, and loads nothing from other hosts",
    async (path) => {
      const page = await visit(path === "index" ? "" : `${path}/`);
      const expectAccessible = async () => {
        await expect.poll(() => page.evaluate(unreachable)).toEqual([]);
        expect(await findViolations(page)).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
      };
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
        await expectAccessible();
      }
      await page.setViewportSize({ width: 390, height: 844 });
      await expectAccessible();
      expect(problems.splice(0)).toEqual([]);
    },
  );

  test("the search finds a page by its content", async () => {
    const page = await visit("");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("textbox", { name: "Search" }).fill("STORAGE_FULL");
    await page.locator('.pagefind-ui__result-link[href^="/reference/limits/"]').first().click();
    await page.getByRole("heading", { level: 1, name: "Limits" }).waitFor();
    expect(problems.splice(0)).toEqual([]);
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
    const page = await visit("");
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
  });

  test("a link opens a journey that is accepted; other journeys and reloads then work without a network", async () => {
    const page = await visit("playground/#/try/identity-check");
    await page.getByRole("heading", { name: /^Accepted/ }).waitFor();
    await page.locator("html[data-offline=ready]").waitFor();
    await page.context().setOffline(true);
    try {
      await page.goto(`${site}/playground/#/try/age-check/reject`);
      await page.getByRole("heading", { name: /^Rejected/ }).waitFor();
      await page.reload();
      await page.getByText("There is no such instance").waitFor();
      await page.goto(`${site}/playground/#/try/age-check`);
      await page.getByRole("heading", { name: /^Accepted/ }).waitFor();
    } finally {
      await page.context().setOffline(false);
    }
    // Chromium warns if it preloads a file, and then gets it from a service worker.
    expect(
      problems.splice(0).filter((problem) => !/^A preload for|preloaded using link preload/.test(problem)),
    ).toEqual([]);
  });

  test.each(["guides/quick-start.md", "guides/concepts.mdx"])(
    "each example with a button in %s runs in the tab and prints what the page shows",
    async (file) => {
      const blocks = readBlocks(`docs/src/content/docs/${file}`);
      const examples = blocks.filter(({ words }) => words.includes("run"));
      const page = await visit(file.replace(/\..*/, "/"));
      const panels = page.locator(".run");
      expect([examples.length > 0, await panels.count()]).toEqual([true, examples.length]);
      for (const [i, example] of examples.entries()) {
        const panel = panels.nth(i);
        await panel.getByRole("button", { name: "Run" }).click();
        await panel.getByRole("button", { name: "Run again" }).waitFor();
        const printed = (await panel.getByRole("log").textContent()) ?? "";
        expect(findWrongLine(readOutput(blocks, example) ?? "", printed), printed).toBeUndefined();
      }
      expect(await findViolations(page)).toEqual([]);
      expect(problems.splice(0)).toEqual([]);
    },
  );
});
