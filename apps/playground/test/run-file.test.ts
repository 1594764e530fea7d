import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { renderRunFile } from "@journey-kit/schemas/report";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { collectProblems } from "../../../packages/simulator/test/launch-browser.ts";
import { createForeignClient } from "./foreign-client.ts";
import { browser, builtPage, expectAccessible, overflow, servePlayground } from "./playground.ts";

const playground = await servePlayground({ clock: { mode: "frozen" } });
const folder = await mkdtemp(join(tmpdir(), "runs-"));
afterAll(() => rm(folder, { recursive: true }));

const person = {
  identity: {
    firstName: "Wilhelmina",
    lastNames: ["Vandergrift"],
    dateOfBirth: "1990-12-10",
    currentAddress: { lines: ["7 Larkspur Crescent"], postalCode: "QX7 9ZW" },
  },
};

/** Runs a journey that a scenario for one person refers, and that polls in between. */
async function refer(worldId: string) {
  const world = playground.simulator.world(worldId);
  await world.scenarios.put({
    name: "suspect",
    rules: [
      {
        when: { module: "Data Verification", subject: [{ path: "identity.lastNames", matches: "vander*" }] },
        then: { outcome: "Partial Match" },
      },
    ],
  });
  await world.scenarios.arm({ scenario: "suspect" });
  const client = await createForeignClient(playground.url, worldId);
  const id = await client.start("identity-check@latest", person);
  const poll = () => client.post("/v2/captain/journey/state/fetch", { instanceId: id });
  await poll();
  await world.clock.advance({ ms: 500 });
  await poll();
  await world.clock.advance({ ms: 20_000 });
  await poll();
  return { world, id };
}

/** Opens a file without a network. The page must not send a request or log an error. */
async function openFile(
  file: string,
  run: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const context = await browser?.newContext({ reducedMotion: "reduce", offline: true, ...options });
  if (context === undefined) throw new Error("There is no browser.");
  const problems = collectProblems(context, "file://");
  const page = await context.newPage();
  await page.goto(pathToFileURL(file).href);
  await run(page);
  expect(problems).toEqual([]);
  await context.close();
}

/** What the page shows of an instance: its verdict, its log and its whole state. */
async function readState(page: Page): Promise<readonly (string | null)[]> {
  const tabs = page.getByRole("tablist");
  await tabs.getByRole("tab", { name: "State as JSON" }).click();
  const verdict = await page.getByRole("main").getByRole("heading", { level: 2 }).first().textContent();
  return [verdict, await page.getByRole("tabpanel").textContent()];
}

describe.skipIf(browser === undefined)("a file that shows a run", () => {
  test("is saved from the page, opens without a network, and explains each step as the simulator does", async () => {
    const { id } = await refer("shared");
    const file = join(folder, "shared.run.html");
    const live: Awaited<ReturnType<typeof readState>>[] = [];
    await playground.visit(`/w/shared/instances/${id}`, async (page) => {
      await page.getByRole("heading", { level: 1, name: /#1/ }).waitFor();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Share this run" }).click(),
      ]);
      expect(download.suggestedFilename()).toBe("shared.run.html");
      await download.saveAs(file);
      await page.getByText(/^Saved shared\.run\.html\./).waitFor();
      for (let step = 0; step < 8; step += 1) {
        live.push(await readState(page));
        await page.keyboard.press("[");
      }
    });
    expect(new Set(live.map(([, state]) => state)).size).toBeGreaterThan(3);
    const text = await readFile(file, "utf8");
    expect(text).not.toMatch(/wilhelmina|vander|larkspur|QX7|1990-12-10/i);

    await openFile(file, async (page) => {
      await page.getByRole("heading", { level: 1, name: /#1/ }).waitFor();
      await page.getByText("A saved run of shared, read-only").waitFor();
      for (const state of live) {
        expect(await readState(page)).toEqual(state);
        await page.keyboard.press("[");
      }
      const links = page.getByRole("navigation").getByRole("link");
      expect((await links.allInnerTexts()).map((label) => label.replace(/\d+$/, "").trim())).toEqual([
        "Instances",
        "Requests",
        "Compare",
      ]);
      for (const name of [/Run again/, /Advance/, /Share/, /Start/, /Pause/])
        expect(await page.getByRole("button", { name }).count(), `${name}`).toBe(0);
      await links.filter({ hasText: "Requests" }).click();
      await page.getByRole("row", { name: /journey\/start/ }).waitFor();
      await expectAccessible(page);
    });
  });

  test.each([
    { colorScheme: "light", viewport: { width: 1440, height: 900 } },
    { colorScheme: "dark", viewport: { width: 390, height: 844 } },
  ] as const)("is accessible in the $colorScheme theme, $viewport.width pixels wide", async (options) => {
    const { world } = await refer(`look-${options.colorScheme}`);
    const page = await readFile(join(builtPage, "run.html"), "utf8");
    const [started] = (await world.requests.list()).requests.filter(({ endpoint }) => endpoint === "v2.startJourney");
    const findings = [
      { requirement: "start-sent-once", problem: "It retried a start.", requests: [started?.sequence ?? 0] },
    ];
    const file = join(folder, `${options.colorScheme}.html`);
    await writeFile(file, renderRunFile(page, await world.snapshot.save({ personalData: "replaced" }), findings));
    await openFile(
      file,
      async (shown) => {
        await shown.getByRole("region", { name: "Fails start-sent-once" }).getByText("It retried a start.").waitFor();
        await shown.getByTitle(/^Request 2: v2\.startJourney, .*, fails start-sent-once$/).waitFor();
        await expectAccessible(shown);
        expect(await overflow(shown)).toBe(0);
        expect(await shown.locator("html").getAttribute("data-theme")).toBe(options.colorScheme);
        await shown.screenshot({
          path: join(
            import.meta.dirname,
            `../.report/pictures/run-${options.viewport.width}-${options.colorScheme}.png`,
          ),
          fullPage: true,
        });
        await shown.getByRole("link", { name: "Request 2" }).click();
        await shown.getByRole("heading", { name: /start/ }).first().waitFor();
        await expectAccessible(shown);
      },
      options,
    );
  });

  test("is at most 1 MB without its data, with gzip, and names no other file", async () => {
    const page = await readFile(join(builtPage, "run.html"));
    expect(gzipSync(page).length).toBeLessThanOrEqual(1_048_576);
    expect(page.toString("utf8")).not.toMatch(/<(script|link|img)[^>]+(src|href)="(?!data:)/);
  });
});
