import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { createForeignClient } from "./foreign-client.ts";
import { browser, expectAccessible, servePlayground } from "./playground.ts";

const playground = await servePlayground();
const other = await servePlayground();

describe.skipIf(browser === undefined)("a snapshot", () => {
  test("can be saved to a file and continued on another server", async () => {
    const world = playground.simulator.world("saved");
    await world.clock.set({ mode: "frozen" });
    const client = await createForeignClient(playground.url, "saved");
    const id = await client.start("age-check@latest", { identity: { dateOfBirth: "1990-12-10" } });
    const before = await world.instance(id).explain();
    await playground.visit("/w/saved/instances", async (page) => {
      await page.getByRole("row", { name: /Running/ }).waitFor();
      await page
        .getByRole("main")
        .getByRole("button", { name: /actions/i })
        .click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: /^Save a snapshot/ }).click(),
      ]);
      const file = await download.path();
      expect(JSON.parse(await readFile(file, "utf8")).world).toBe("saved");
      await other.visit("/", async (second) => {
        await second.getByRole("button", { name: /^Open a snapshot/ }).click();
        const dialog = second.getByRole("dialog");
        const chooser = second.waitForEvent("filechooser");
        await dialog.getByRole("button", { name: /file/i }).click();
        await (await chooser).setFiles(file);
        await expectAccessible(second);
        const gate = Promise.withResolvers<void>();
        await second.route("**/snapshot", (route) => gate.promise.then(() => route.continue()));
        await dialog.getByRole("button", { name: /^Open/ }).last().click();
        await dialog
          .getByRole("status")
          .getByText(/^Opening .+…$/)
          .waitFor();
        await expectAccessible(second);
        gate.resolve();
        await second.getByRole("row", { name: /Running/ }).waitFor();
        expect(second.url()).toMatch(/#\/w\/saved\/instances$/);
        expect(await other.simulator.world("saved").instance(id).explain()).toEqual(before);
        await second.keyboard.press("n");
        await second.getByRole("row", { name: /Accepted/ }).waitFor();
      });
    });
  });

  test("is refused, with the path of the problem, if the file is damaged", () =>
    other.visit(
      "/",
      async (page) => {
        await page.getByRole("button", { name: /^Open a snapshot/ }).click();
        const dialog = page.getByRole("dialog");
        const chooser = page.waitForEvent("filechooser");
        await dialog.getByRole("button", { name: /file/i }).click();
        const buffer = Buffer.from(JSON.stringify({ format: "journey-snapshot", version: 1, world: "damaged" }));
        await (await chooser).setFiles({ name: "damaged.json", mimeType: "application/json", buffer });
        await dialog.getByRole("button", { name: /^Open/ }).last().click();
        await dialog.getByText(/clock/).first().waitFor();
        await expectAccessible(page);
      },
      { expected: [/status of 400/] },
    ));
});
