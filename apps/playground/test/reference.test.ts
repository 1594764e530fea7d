import { describe, expect, test } from "vitest";
import { browser, expectAccessible, servePlayground } from "./playground.ts";

const playground = await servePlayground();

describe.skipIf(browser === undefined)("the API reference", () => {
  test("starts a journey with a token for the world, and links to the request (spec 4.2)", () =>
    playground.visit("/w/tried/instances", async (page) => {
      await page.getByRole("heading", { level: 1, name: "Instances" }).waitFor();
      await page.getByRole("link", { name: "API reference" }).click();
      await page.getByRole("button", { name: /^Send/ }).click();
      await page.getByText("201").last().waitFor();
      await expectAccessible(page);
      expect((await playground.simulator.world("tried").instances()).instances.length).toBe(1);
      await page
        .getByRole("link", { name: /request \d/i })
        .last()
        .click();
      await page.getByRole("heading", { name: /^Request \d/ }).waitFor();
      expect(page.url()).toMatch(/#\/w\/tried\/requests\/\d+$/);
    }));

  test("shows the endpoint path that the world's readings select (spec 4.2)", async () => {
    await playground.simulator.world("observing").profile.set({ preset: "observed" });
    for (const [world, path] of [
      ["literal", "/v2/captain/device/start"],
      ["observing", "/v2/captain/journey/device/start"],
    ] as const)
      await playground.visit(`/w/${world}/instances`, async (page) => {
        await page.getByRole("link", { name: "API reference" }).click();
        await page.getByRole("searchbox", { name: "Filter the endpoints" }).fill("device");
        await page.getByRole("link", { name: "startDevice" }).click();
        await page.getByRole("main").getByText(path, { exact: true }).first().waitFor();
      });
  });
});
