import { describe, expect, test } from "vitest";
import { createForeignClient } from "./foreign-client.ts";
import { browser, expectAccessible, servePlayground } from "./playground.ts";

const playground = await servePlayground({ latency: 0 });

describe.skipIf(browser === undefined)("the comparison of two instances", () => {
  test("names the module at which the instances part, and shows everything that differs", async () => {
    const client = await createForeignClient(playground.url, "pair");
    const first = await client.start("age-check@latest", { identity: { dateOfBirth: "1990-12-10" } });
    const second = await client.start("age-check@latest", { identity: { dateOfBirth: "2020-12-10" } });
    await playground.visit(`/compare/pair/${first}/pair/${second}`, async (page) => {
      const sentence = "The runs are alike until Age Verification: #1 found Of Age, #2 found Under Age.";
      await page.getByRole("heading", { name: sentence }).waitFor();
      await page.getByText("The course of both").click();
      await page.getByRole("row", { name: /^Age Verification differs found Of Age/ }).waitFor();
      await page.getByRole("row", { name: /^v2.startJourney got 201/ }).waitFor();
      const outcome = page.getByRole("row", { name: 'outcome "accept" "reject"', exact: true });
      expect(await outcome.isVisible()).toBe(false);
      await page.getByText("Everything that differs").click();
      await outcome.waitFor();
      await expectAccessible(page);
    });
  });
});
