import { describe, test } from "vitest";
import { createForeignClient } from "./foreign-client.ts";
import { browser, expectAccessible, servePlayground } from "./playground.ts";

const playground = await servePlayground({ latency: 0 });

describe.skipIf(browser === undefined)("the comparison of two instances", () => {
  test("names the module at which they part and marks what differs", async () => {
    const client = await createForeignClient(playground.url, "pair");
    await client.start("age-check@latest", { identity: { dateOfBirth: "1990-12-10" } });
    await client.start("age-check@latest", { identity: { dateOfBirth: "2020-12-10" } });
    await playground.visit("/w/pair/instances", async (page) => {
      for (const box of await page.getByRole("checkbox").all()) await box.check();
      await page
        .getByRole("link", { name: /compare/i })
        .or(page.getByRole("button", { name: /compare/i }))
        .last()
        .click();
      await page.getByRole("heading", { level: 1, name: "Compare" }).waitFor();
      await page
        .getByText(/Age Verification.*(Of Age|Under Age).*(Of Age|Under Age)/)
        .first()
        .waitFor();
      await expectAccessible(page);
    });
  });
});
