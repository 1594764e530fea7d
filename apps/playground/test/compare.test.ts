import { describe, test } from "vitest";
import { createForeignClient } from "./foreign-client.ts";
import { browser, expectAccessible, servePlayground } from "./playground.ts";

const playground = await servePlayground({ latency: 0 });

describe.skipIf(browser === undefined)("the comparison of two instances", () => {
  test("names the module at which the instances diverge, and marks the differences", async () => {
    const client = await createForeignClient(playground.url, "pair");
    const first = await client.start("age-check@latest", { identity: { dateOfBirth: "1990-12-10" } });
    const second = await client.start("age-check@latest", { identity: { dateOfBirth: "2020-12-10" } });
    await playground.visit(`/compare/pair/${first}/pair/${second}`, async (page) => {
      await page.getByText("The instances diverge at Age Verification: Of Age and Under Age.").waitFor();
      await page.getByRole("row", { name: /^Outcome differs accept reject/ }).waitFor();
      await page.getByRole("row", { name: /^Region/ }).waitFor();
      await page.keyboard.press("d");
      await page.getByRole("row", { name: /^Region/ }).waitFor({ state: "detached" });
      await expectAccessible(page);
    });
  });
});
