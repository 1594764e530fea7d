import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { createForeignClient } from "./foreign-client.ts";
import { browser, expectAccessible, overflow, servePlayground, type VisitOptions } from "./playground.ts";

const playground = await servePlayground({ clock: { mode: "frozen" } });

const person = {
  FullName: { identity: { firstName: "Ada", lastNames: ["Lovelace"] } },
  DateOfBirth: { identity: { dateOfBirth: "1990-12-10" } },
  CurrentAddress: { identity: { currentAddress: { postalCode: "1" } } },
} as const;
const known = {
  identity: { ...person.FullName.identity, ...person.DateOfBirth.identity, ...person.CurrentAddress.identity },
};

/** Starts an instance in a new world and opens its view. */
async function open(
  worldId: string,
  subject: object,
  run: (opened: Opened) => Promise<void>,
  options?: VisitOptions,
): Promise<void> {
  const client = await createForeignClient(playground.url, worldId);
  const id = await client.start("full-kyc@latest", subject);
  const world = playground.simulator.world(worldId);
  const test = async (page: Page) => {
    await page.getByRole("heading", { level: 1, name: "Full KYC #1" }).waitFor();
    await run({ page, id, world, client, instance: world.instance(id) });
  };
  await playground.visit(`/w/${worldId}/instances/${id}`, test, options);
}

interface Opened {
  readonly page: Page;
  readonly id: string;
  readonly client: Awaited<ReturnType<typeof createForeignClient>>;
  readonly world: ReturnType<typeof playground.simulator.world>;
  readonly instance: ReturnType<ReturnType<typeof playground.simulator.world>["instance"]>;
}

const title = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 2, name, exact: true });

describe.skipIf(browser === undefined)("the instance view", () => {
  test("resolves a running module to another outcome", () =>
    open("resolve", known, async ({ page, instance }) => {
      const graph = page.getByRole("region", { name: "Journey" });
      await graph.getByRole("button", { name: /^Age Verification/ }).click();
      const panel = page.getByRole("region", { name: "Age Verification" });
      await panel.getByText("planned", { exact: true }).waitFor();
      await panel.getByText("Under Age").click();
      await page.keyboard.press("r");
      await page.getByText("Age Verification will find Under Age, set by a tester.").waitFor();
      await expectAccessible(page);
      const run = (await instance.explain()).modules.find(({ module }) => module === "Age Verification");
      expect(run).toMatchObject({ outcome: "Under Age", decidedBy: { type: "tester" }, state: "running" });
      await page.keyboard.press("n");
      await graph.getByRole("button", { name: /^Age Verification.*Under Age/ }).waitFor();
      await page.keyboard.press("n");
      await title(page, "Rejected after 2 s.").waitFor();
      await graph.locator("[data-arrived=true]").waitFor();
      await page.reload();
      await title(page, "Rejected after 2 s.").waitFor();
      expect(await graph.locator("[data-arrived=true]").count()).toBe(0);
      await expect.poll(() => page.getByRole("button", { name: /^Run again/ }).count()).toBe(1);
    }));

  test("pauses an instance and resumes it", () =>
    open("pause", known, async ({ page, world, instance }) => {
      await page.getByRole("button", { name: /^Pause/ }).waitFor();
      await page.keyboard.press("p");
      await title(page, "A tester paused it.").waitFor();
      await expectAccessible(page);
      await world.clock.advance({ ms: 60_000 });
      expect((await instance.explain()).phase).toBe("paused");
      await page.keyboard.press("p");
      await title(page, "Two modules are running, and the clock is frozen.").waitFor();
      await page.getByText("Data Verification needs 2 s more and Age Verification 1 s more.").waitFor();
    }));

  test("moves one instance to its next event and makes it fail, without changing other instances", () =>
    open("fail", known, async ({ page, world, client, instance }) => {
      const other = world.instance(await client.start("full-kyc@latest", known));
      const choose = async (action: RegExp) => {
        await page.getByRole("button", { name: "More actions" }).click();
        await page.getByRole("menu").waitFor();
        await page.getByRole("menuitem", { name: action }).click();
      };
      await choose(/to its next event/);
      await title(page, "Data Verification is running, and the clock is frozen.").waitFor();
      expect((await other.explain()).modules.map(({ state }) => state)).toEqual(["running", "running"]);
      await choose(/Make it fail/);
      await title(page, "A tester made the instance fail.").waitFor();
      await expectAccessible(page);
      expect((await instance.explain()).phase).toBe("failed");
      expect((await other.explain()).phase).toBe("running");
    }));

  test("shows earlier states of the instance, including those between simultaneous commands", () =>
    open("scrub", {}, async ({ page, id, world, client }) => {
      await client.submit(id, person.FullName, "FullName");
      await client.submit(id, person.DateOfBirth, "DateOfBirth");
      await world.clock.advance({ ms: 1_000 });
      await client.submit(id, person.CurrentAddress, "CurrentAddress");
      await world.clock.advance({ ms: 5_000 });
      const graph = page.getByRole("region", { name: "Journey" });
      const slider = page.getByRole("slider", { name: "Time shown" });
      const provided = graph.getByRole("img", { name: "Provided:" });
      const requests = page.getByRole("tab", { name: /^Requests/ });
      const verification = graph.getByRole("button", { name: /^Data Verification/ });
      await title(page, "Waiting for PrimaryDocument.").waitFor();
      await expect.poll(() => provided.count()).toBe(3);

      const back = ["Waiting for PrimaryDocument.", "Data Verification is running.", "Two modules are running."];
      for (const name of back) {
        await page.keyboard.press("[");
        await title(page, name).waitFor();
      }
      expect(await verification.textContent()).toContain("2 s left");
      expect(await page.getByRole("button", { name: /^Next event \+/ }).isDisabled()).toBe(true);
      await expectAccessible(page);
      await page.keyboard.press("[");
      await title(page, "Waiting for CurrentAddress.").waitFor();
      expect(await verification.textContent()).toContain("not yet");
      expect(await slider.getAttribute("aria-valuetext")).toBe("0 s after the start; submit of DateOfBirth");
      await page.keyboard.press("[");
      await title(page, "Waiting for DateOfBirth.").waitFor();
      expect(await slider.getAttribute("aria-valuetext")).toBe("0 s after the start; submit of FullName");
      expect(await provided.count()).toBe(1);
      await expect.poll(() => requests.textContent()).toMatch(/^Requests\s*3$/);
      await page.getByText("6 s ago, right after submit of FullName").waitFor();
      await expectAccessible(page);
      await page.keyboard.press("[");
      await title(page, "Waiting for FullName and DateOfBirth.").waitFor();
      await page.keyboard.press("]");
      await title(page, "Waiting for DateOfBirth.").waitFor();
      await page.keyboard.press("Escape");
      await title(page, "Waiting for PrimaryDocument.").waitFor();
      await expect.poll(() => provided.count()).toBe(3);

      await slider.press("Home");
      await title(page, "Waiting for FullName and DateOfBirth.").waitFor();
      await slider.press("ArrowRight");
      await slider.press("ArrowRight");
      await title(page, "Waiting for CurrentAddress.").waitFor();
      await page.getByRole("button", { name: "Back to now" }).click();
      await title(page, "Waiting for PrimaryDocument.").waitFor();
      expect(await slider.getAttribute("aria-valuetext")).toBe("now, 6 s after the start");
    }));

  test("shows polls that read the same as one row, which opens", () =>
    open("polls", known, async ({ page, id, world, client }) => {
      const poll = async (times: number) => {
        for (let i = 0; i < times; i++) await client.post("/v2/captain/journey/state/fetch", { instanceId: id });
      };
      await poll(4);
      await world.clock.advance({ ms: 1_000 });
      await poll(3);
      const table = page.getByRole("grid", { name: "Requests of the instance" });
      await table.getByRole("row", { name: /3 polls, Age Verification: Of Age/ }).waitFor();
      const first = table.getByRole("row", { name: /4 polls, in progress/ });
      await first.waitFor();
      expect(await table.getByRole("row").count()).toBe(4);
      await first.click();
      await first.getByRole("img", { name: "Open" }).waitFor();
      expect(await table.getByRole("row").count()).toBe(8);
      await table
        .getByRole("row", { name: /state\/fetch 200/ })
        .first()
        .click();
      await page.getByRole("heading", { name: /^Request / }).waitFor();
      await expectAccessible(page);
      await first.click();
      await first.getByRole("img", { name: "Closed" }).waitFor();
      expect(await table.getByRole("row").count()).toBe(4);
    }));

  test("shows the error if an earlier state cannot be read, and stays with the present", () =>
    open(
      "unreadable",
      known,
      async ({ page, world }) => {
        await world.clock.advance({ ms: 1_000 });
        await title(page, "Data Verification is running, and the clock is frozen.").waitFor();
        await page.route(/\/instances\/[^/]+\?at=/, (route) => route.fulfill({ status: 404, json: {} }));
        await page.keyboard.press("[");
        await page.getByRole("alert").getByRole("button", { name: "Try again" }).waitFor();
        await title(page, "Data Verification is running, and the clock is frozen.").waitFor();
        await page.unroute(/\/instances\/[^/]+\?at=/);
        await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
        await title(page, "Two modules are running.").waitFor();
        await expect.poll(() => page.getByRole("alert").count()).toBe(0);
      },
      { expected: [/404/] },
    ));

  test("says once which test person several modules followed, and marks only the other modules", () =>
    open("once", { identity: { ...known.identity, lastNames: ["Testrefer"] } }, async ({ page, instance, world }) => {
      await page.getByText("You chose refer (Testrefer). Two modules will follow it.").waitFor();
      expect(await page.getByText(/rule 2 of scenario/).count()).toBe(0);
      await world.clock.advance({ ms: 1_000 });
      await instance.resolve("Data Verification", { outcome: "No Match" });
      await page.getByText("Data Verification will find No Match, set by a tester.").waitFor();
    }));

  test("shows an earlier state when the timeline is dragged on a narrow screen", () =>
    open("drag", known, scrubByPointer, { colorScheme: "dark", viewport: { width: 390, height: 844 } }));
});

async function scrubByPointer({ page, world }: Opened): Promise<void> {
  await world.clock.advance({ ms: 4_000 });
  await title(page, "Waiting for PrimaryDocument.").waitFor();
  const slider = page.getByRole("slider", { name: "Time shown" });
  const place = async () => {
    await slider.scrollIntoViewIfNeeded();
    const { x, y, width } = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0 };
    return { x: x + width / 2, y: y + 4 };
  };
  const now = await place();
  await slider.press("Home");
  await title(page, "Two modules are running.").waitFor();
  const start = await place();
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + (now.x - start.x) * 0.375, start.y);
  await page.mouse.up();
  await title(page, "Data Verification is running.").waitFor();
  await page.getByText("2.5 s ago").waitFor();
  await expectAccessible(page);
  expect(await overflow(page)).toBe(0);
  await slider.press("End");
  await world.clock.advance({ ms: 3_600_000 });
  await slider.getByText("1 h 4 s").waitFor();
  expect(await overflow(page)).toBe(0);
}
