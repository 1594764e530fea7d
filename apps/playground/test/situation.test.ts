import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { createForeignClient } from "./foreign-client.ts";
import { browser, expectAccessible, servePlayground } from "./playground.ts";

const playground = await servePlayground();
const other = await servePlayground();

describe.skipIf(browser === undefined)("a situation", () => {
  test("is saved to a file, and opened on another server where it continues", async () => {
    const world = playground.simulator.world("saved");
    await world.clock.set({ mode: "frozen" });
    const client = await createForeignClient(playground.url, "saved");
    const id = await client.start("age-check@latest", { identity: { dateOfBirth: "1990-12-10" } });
    const before = await world.instance(id).explain();
    let path = "";
    await playground.visit("/w/saved/instances", async (page) => {
      await page.getByRole("row", { name: /Running/ }).waitFor();
      await page
        .getByRole("main")
        .getByRole("button", { name: /actions/i })
        .click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: /^Save the situation/ }).click(),
      ]);
      path = await download.path();
      await other.visit("/", async (second) => {
        await second
          .getByRole("button", { name: /^Open a situation/ })
          .first()
          .click();
        const chooser = second.waitForEvent("filechooser");
        await second.getByRole("dialog").getByRole("button", { name: /file/i }).click();
        await (await chooser).setFiles(path);
        await expectAccessible(second);
        await second.getByRole("dialog").getByRole("button", { name: /^Open/ }).last().click();
        await second.getByRole("row", { name: /Running/ }).waitFor();
        expect(second.url()).not.toContain("1990");
      });
    });
    expect(JSON.parse(await readFile(path, "utf8")).world).toBe("saved");
  });
});
