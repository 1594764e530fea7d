import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { browser, builtPage, visitView, waitForContent, waitForOfflineCopy } from "./playground.ts";

/** A file server that knows nothing about simulators. */
const files = serve({ fetch: new Hono().get("*", serveStatic({ root: builtPage })).fetch, port: 0 });
afterAll(() => files.close());
const address = files.address();
const port = typeof address === "object" && address !== null ? address.port : 0;

describe.skipIf(browser === undefined)("a static copy of the page", () => {
  test("runs a simulator in the tab, and opens every view without a network", () =>
    visitView(`http://127.0.0.1:${port}/#/`, async (page) => {
      await page.getByText("a simulator in this tab").waitFor();
      await waitForOfflineCopy(page);
      await page.context().setOffline(true);
      for (const view of ["Instances", "Requests", "Scenarios", "Faults", "Profile", "Coverage", "Compare"]) {
        await page.getByRole("link", { name: view }).click();
        await page.getByRole("heading", { level: 1, name: view }).waitFor();
        await waitForContent(page);
      }
      expect(await page.getByRole("alert").count()).toBe(0);
      await completeJourney(page);
      await page.getByRole("link", { name: "Home" }).click();
      await page.getByRole("button", { name: "Open the example" }).click();
      await page.getByRole("heading", { name: /^Referred after/ }).waitFor();
    }));
});

/** Starts an age check from the dialog, submits sample data and moves the clock to the end. */
async function completeJourney(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("button", { name: "More choices" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "More" }).click();
  await dialog.getByRole("button", { name: /Journey$/ }).click();
  await page
    .getByRole("option", { name: /^Age check/ })
    .first()
    .click();
  await dialog.getByRole("button", { name: /^Fill in by hand/ }).click();
  await page.getByRole("button", { name: "Fill with sample data" }).click();
  await page.getByRole("button", { name: /^Submit/ }).click();
  await page
    .getByRole("button", { name: /^Next event/ })
    .first()
    .click();
  await page.getByText("Accepted").first().waitFor();
}
