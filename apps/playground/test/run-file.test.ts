import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type { World } from "@journey-kit/schemas/control";
import { type RunFinding, renderRunFile } from "@journey-kit/schemas/report";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { openPage } from "../../../packages/simulator/test/launch-browser.ts";
import { image } from "../../../packages/simulator/test/samples.ts";
import { createForeignClient } from "./foreign-client.ts";
import { browser, builtPage, expectAccessible, overflow, servePlayground, waitForContent } from "./playground.ts";

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

const personalTexts = ["Wilhelmina", "Vander", "Larkspur", "QX7", "1990-12-10"];

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
  const id = await client.start("full-kyc@latest");
  const poll = async (ms: number) => {
    await world.clock.advance({ ms });
    await client.post("/v2/captain/journey/state/fetch", { instanceId: id });
  };
  await poll(500);
  await client.submit(id, person, "FullName", "DateOfBirth");
  await poll(700);
  await client.submit(id, person, "CurrentAddress");
  await poll(1_500);
  await poll(8_000);
  await client.submit(id, { documents: [{ type: "Primary", side1Image: image }] }, "PrimaryDocument");
  await poll(20_000);
  return { world, id };
}

/** Opens a file without a network. The page must not send a request or log an error. */
async function openFile(
  file: string,
  address: string,
  run: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const { page, problems } = await openPage(browser, "file://", { offline: true, ...options });
  await page.goto(`${pathToFileURL(file).href}#${address}`);
  await run(page);
  expect(problems).toEqual([]);
  await page.context().close();
}

/** What the page shows of an instance: which moment, the verdict and the whole state. */
async function readState(page: Page): Promise<readonly (string | null)[]> {
  const tabs = page.getByRole("tablist");
  await tabs.getByRole("tab", { name: "State as JSON" }).click();
  const verdict = await page.getByRole("main").getByRole("heading", { level: 2 }).first().textContent();
  const moments = await page.getByText(/^You see /).allTextContents();
  return [...moments, verdict, await page.getByRole("tabpanel").textContent()];
}

/** Writes a world as a file. */
async function writeRun(name: string, world: World, findings: readonly RunFinding[] = []): Promise<string> {
  const page = await readFile(join(builtPage, "run.html"), "utf8");
  const file = join(folder, `${name}.html`);
  await writeFile(file, renderRunFile(page, await world.snapshot.save({ personalData: "replaced" }), findings));
  return file;
}

/** Opens the file of a world with finished journeys at an address. */
async function openRun(instances: number, address: string, run: (page: Page) => Promise<void>, options?: object) {
  const world = playground.simulator.world(`acme-${instances}`);
  if ((await world.instances()).instances.length === 0) {
    const client = await createForeignClient(playground.url, `acme-${instances}`);
    for (let i = 0; i < instances; i += 1)
      await client.start("age-check@latest", { identity: { dateOfBirth: "1990-12-10" } });
    await world.clock.advance({ ms: 60_000 });
  }
  await openFile(await writeRun(`acme-${instances}`, world), address, run, options);
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
        page.getByText(/^Saved shared\.run\.html\./).waitFor(), // disappears after a few seconds
        page.getByRole("button", { name: "Share this run" }).click(),
      ]);
      expect(download.suggestedFilename()).toBe("shared.run.html");
      await download.saveAs(file);
      live.push(await readState(page));
      for (let step = 0; step < 7; step += 1) {
        await page.keyboard.press("[");
        const last = live.at(-1)?.at(-1); // the state as JSON, which changes once the earlier state was read
        await expect.poll(async () => (await readState(page)).at(-1)).not.toEqual(last);
        live.push(await readState(page));
      }
    });
    const data = (await readFile(file, "utf8")).match(/id="journey-run">(.*?)<\/script>/s)?.[1] ?? "";
    const found = personalTexts.filter((text) => data.toLowerCase().includes(text.toLowerCase()));
    expect([JSON.parse(data).format, found]).toEqual(["journey-run", []]);
    await openFile(file, "/", async (page) => {
      for (const state of live) {
        await expect.poll(() => readState(page)).toEqual(state);
        await page.keyboard.press("[");
      }
      for (const name of [/Run again/, /Advance/, /Share/, /Start/, /Pause/])
        expect(await page.getByRole("button", { name }).count(), `${name}`).toBe(0);
    });
  });

  test.each([
    { colorScheme: "light", viewport: { width: 1440, height: 900 } },
    { colorScheme: "dark", viewport: { width: 390, height: 844 } },
  ] as const)("marks what a check found, in the $colorScheme theme, $viewport.width pixels wide", async (options) => {
    const { world } = await refer(`look-${options.colorScheme}`);
    const requests = [2];
    const file = await writeRun(options.colorScheme, world, [
      { requirement: "start-sent-once", problem: "It retried a start.", requests },
    ]);
    await openFile(
      file,
      "/",
      async (page) => {
        await page.getByRole("region", { name: "Fails start-sent-once" }).getByText("It retried a start.").waitFor();
        await page.getByTitle(/^Request 2: v2\.startJourney, .*, fails start-sent-once$/).waitFor();
        await expectAccessible(page);
        expect(await overflow(page)).toBe(0);
        expect(await page.locator("html").getAttribute("data-theme")).toBe(options.colorScheme);
        await takePicture(page, `run-${options.viewport.width}-${options.colorScheme}`);
        await page.getByRole("link", { name: "Request 2" }).click();
        await page.getByRole("heading", { level: 1, name: "Requests" }).waitFor();
        await page.getByRole("heading", { level: 2, name: "Request 2" }).waitFor();
        await expectAccessible(page);
      },
      options,
    );
  });

  test("opens with its only instance, and offers only the views that it can fill", () =>
    openRun(1, "/", async (page) => {
      await page.getByRole("heading", { level: 1, name: /^Age check/ }).waitFor();
      await page.getByText("A simulated run of acme-1, read-only").waitFor();
      const links = page.getByRole("navigation", { name: "Views" }).getByRole("link");
      expect(await links.allInnerTexts()).toEqual(["Instances", "Requests", "Compare"]);
      expect(await page.getByRole("group", { name: "Clock" }).count()).toBe(0);
      for (const name of ["Requests", "Compare", "Instances"]) {
        await links.getByText(name).click();
        await page.getByRole("heading", { level: 1, name }).waitFor();
        await waitForContent(page);
        await expectAccessible(page);
      }
    }));

  test("lists its instances if there are several", () =>
    openRun(2, "/", async (page) => {
      await page.getByRole("heading", { level: 1, name: "Instances" }).waitFor();
      expect(page.url()).toMatch(/#\/w\/acme-2\/instances$/);
    }));

  test.each(["/w/acme-1/scenarios", "/w/acme-1/faults", "/w/acme-1/profile", "/w/acme-1/coverage", "/reference"])(
    "has no view %s",
    (view) =>
      openRun(1, view, async (page) => {
        await page.getByRole("heading", { level: 1, name: "There is no such page" }).waitFor();
      }),
  );

  test("has no command that starts or changes anything", () =>
    openRun(2, "/compare", async (page) => {
      await waitForContent(page);
      await page.keyboard.press("j");
      await page.keyboard.press("Space");
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Find a page or command" }).waitFor();
      expect(await page.getByRole("dialog").count()).toBe(1);
      const groups = page.getByRole("listbox", { name: "Commands" }).getByRole("group");
      const names = await groups.evaluateAll((all) => all.map((one) => one.firstElementChild?.textContent));
      expect(names.filter((name) => name !== "Compare")).toEqual(["Go to", "Help"]);
    }));

  test("fits a narrow window", () =>
    openRun(
      2,
      "/",
      async (page) => {
        await page.getByText("A simulated run of acme-2, read-only").waitFor();
        await waitForContent(page);
        await expectAccessible(page);
        expect(await overflow(page)).toBe(0);
      },
      { viewport: { width: 390, height: 844 }, colorScheme: "dark" },
    ));

  test("is at most 1 MB without its data, with gzip, names no other file, and contains its licenses", async () => {
    const page = await readFile(join(builtPage, "run.html"));
    expect(gzipSync(page).length).toBeLessThanOrEqual(1_048_576);
    expect(page.toString("utf8")).not.toMatch(/<(script|link|img)[^>]+(src|href)="(?!data:)/);
    expect(page.toString("utf8")).toMatch(/id="licenses">.*react-dom.*Permission is hereby granted/s);
  });
});

async function takePicture(page: Page, name: string): Promise<void> {
  const pictures = join(import.meta.dirname, "../.report/pictures");
  await mkdir(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}
