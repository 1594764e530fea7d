import { describe, expect, test } from "vitest";
import { createForeignClient } from "./foreign-client.ts";
import { browser, expectAccessible, servePlayground } from "./playground.ts";

const playground = await servePlayground({ latency: 0 });
const adult = { identity: { dateOfBirth: "1990-12-10" } };

describe.skipIf(browser === undefined)("the instances of a world", () => {
  test("can be filtered, opened and chosen for a comparison by keyboard alone", async () => {
    const client = await createForeignClient(playground.url, "filtered");
    const first = await client.start("age-check@latest", adult);
    const second = await client.start("full-kyc@latest");
    await client.start("identity-check@latest");
    await playground.visit("/w/filtered/instances", async (page) => {
      const rows = page.getByRole("row", { name: /sim_/ });
      await expect.poll(() => rows.count()).toBe(3);
      await page.keyboard.press("/");
      await page.keyboard.type("kyc");
      await expect.poll(() => rows.count()).toBe(1);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("x");
      await page.keyboard.press("/");
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type("#1");
      await page.getByRole("row", { name: /Age check/ }).waitFor();
      await expect.poll(() => rows.count()).toBe(1);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("x");
      await expectAccessible(page);
      await page.keyboard.press("c");
      await page.waitForURL(`**/#/compare/filtered/${second}/filtered/${first}`);
      await page.getByRole("heading", { name: "Compare", level: 1 }).waitFor();
      await page.goBack();
      await page.waitForURL("**/#/w/filtered/instances");
      await expect.poll(() => rows.count()).toBe(3);
      await page.keyboard.press("/");
      await page.keyboard.type("kyc");
      await expect.poll(() => rows.count()).toBe(1);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.waitForURL(`**/#/w/filtered/instances/${second}`);
    });
  });

  test("are rendered only while they are visible in the list", async () => {
    const world = playground.simulator.world("many");
    await world.rate.set({ callsPerMinute: 1_000_000 });
    const client = await createForeignClient(playground.url, "many");
    for (let i = 0; i < 300; i += 1) await client.start("age-check@latest", adult);
    await playground.visit("/w/many/instances", async (page) => {
      const grid = page.getByRole("grid", { name: "Instances" });
      await grid.focus();
      await expect.poll(() => grid.getAttribute("aria-rowcount")).toBe("301");
      await page.keyboard.press("End");
      await page.getByLabel("Compare 1", { exact: true }).waitFor();
      expect(await page.getByRole("row").count()).toBeLessThan(60);
      await page.getByRole("link", { name: "Compare" }).click();
      await page
        .getByRole("button", { name: /Choose one of the latest 100/ })
        .first()
        .click();
      await page.getByRole("option", { name: /#300\b/ }).waitFor();
      await expect.poll(() => page.getByRole("option").count()).toBe(100);
    });
  });

  test("are removed by a reset, and restored from the newest of several checkpoints", async () => {
    const { checkpoints } = playground.simulator.world("reset");
    await checkpoints.save();
    const client = await createForeignClient(playground.url, "reset");
    await client.start("age-check@latest", adult);
    await playground.visit("/w/reset/instances", async (page) => {
      const choose = async (action: RegExp) => {
        await page.getByRole("main").getByRole("button", { name: "Actions for reset" }).click();
        await page.getByRole("menuitem", { name: action }).click();
      };
      const select = page.getByRole("button", { name: /Checkpoint$/ });
      await choose(/^Save a checkpoint/);
      await page.getByText("Saved a checkpoint of reset with 1 instance").waitFor();
      await choose(/^Reset the world/);
      await page.getByRole("button", { name: "Reset the world" }).click();
      await page.getByText("No instances in reset yet").waitFor();
      await choose(/^Restore a checkpoint/);
      await select.getByText(/^1 instance, saved /).waitFor();
      await expectAccessible(page);
      await select.click();
      await expect
        .poll(() => page.getByRole("option").allInnerTexts())
        .toEqual([
          expect.stringMatching(/^1 instance, saved (just now|.+ ago)/),
          expect.stringMatching(/^0 instances, saved (just now|.+ ago)/),
        ]);
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Restore", exact: true }).click();
      await page.getByRole("row", { name: /Accepted/ }).waitFor();
    });
  });

  test("can be restored only once the world has a checkpoint", () =>
    playground.visit("/w/unsaved/instances", async (page) => {
      await page.getByRole("main").getByRole("button", { name: "Actions for unsaved" }).click();
      await page.getByRole("menuitem", { name: /^Restore a checkpoint/ }).click();
      await page.getByRole("dialog").getByText("This world has no checkpoint yet.").waitFor();
    }));
});

describe.skipIf(browser === undefined)("with a simulator that lists its clients", async () => {
  const listed = await servePlayground({ clients: [{ clientId: "listed", clientSecret: "hush" }] });

  test("the page asks for the client's secret and keeps it only in memory (spec 5)", () =>
    listed.visit(
      "/w/listed/instances",
      async (page) => {
        await page.getByText("No instances in listed yet").waitFor();
        await page.keyboard.press("j");
        const dialog = page.getByRole("dialog", { name: "Start a journey" });
        await dialog.getByRole("button", { name: /^Fill in by hand/ }).click();
        await dialog.getByText("The token endpoint refused the client (401).").waitFor();
        await dialog.getByLabel("Client secret").fill("hush");
        await page.keyboard.press("Enter");
        await page.waitForURL("**/walk");
        const kept = await page.evaluate(
          "JSON.stringify([localStorage, sessionStorage, document.cookie, location.href])",
        );
        expect(kept).not.toContain("hush");
      },
      { expected: [/status of 401/] },
    ));
});
