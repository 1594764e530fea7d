import { createSimulatorControl } from "@journey-kit/client/control";
import { test as base, expect, type Page } from "@playwright/test";
import { startShop } from "./shop.ts";

const baseUrl = "http://127.0.0.1:4011";
const control = createSimulatorControl({ baseUrl });

/** Each test has a shop with its own client id, and therefore its own world. */
const test = base.extend<{ clientId: string; shop: string }>({
  clientId: async ({}, use, { testId, retry }) => use(`${testId}-${retry}`),
  shop: async ({ clientId }, use) => {
    const settings = { baseUrl, authUrl: baseUrl, clientId, clientSecret: "any", pollIntervalMs: 10 };
    const shop = await startShop(settings);
    await use(shop.url);
    await control.world(clientId).reset();
    shop.close();
  },
});

/** Starts in the shop and completes the hosted page. */
async function proveAge(page: Page, shop: string) {
  await page.goto(shop);
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByLabel("Date of birth").fill("1990-12-10");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("definition")).toBeVisible(); // the outcome
}

test("sells wine to an adult", async ({ page, shop }) => {
  await proveAge(page, shop);
  await page.goto(shop);
  await expect(page.getByRole("heading")).toHaveText("You can buy wine.");
});

test("sells no wine to a rejected person", async ({ page, shop, clientId }) => {
  await control.world(clientId).scenarios.arm({ scenario: "rejected" });
  await proveAge(page, shop);
  await page.goto(shop);
  await expect(page.getByRole("heading")).toHaveText("We cannot sell you wine.");
});

test("does not start a second journey if the response to the start is lost", async ({ page, shop, clientId }) => {
  const world = control.world(clientId);
  await world.faults.set({
    rules: [{ when: { endpoint: "v2.startJourney", nth: 1 }, then: { type: "dropResponse" } }],
  });
  await page.goto(shop);
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByRole("heading")).toHaveText("Please prove your age.");
  expect((await world.instances()).instances).toHaveLength(1);
});
