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

  test("requests a new token after the service refused the last one (spec 4.1)", () =>
    playground.visit(
      "/w/refused/instances",
      async (page) => {
        const world = playground.simulator.world("refused");
        await page.getByRole("link", { name: "API reference" }).click();
        const send = async (status: number) => {
          await page.getByRole("button", { name: /^Send/ }).click();
          await page
            .getByRole("region", { name: "Response" })
            .getByText(`${status}`, { exact: true })
            .first()
            .waitFor();
        };
        await send(201);
        await world.faults.set({
          rules: [{ when: { endpoint: "v2.startJourney", nth: 1 }, then: { type: "expireToken" } }],
        });
        await send(401);
        await send(201);
        const { requests } = await world.requests.list();
        const [token, start] = ["token.requestToken", "v2.startJourney"];
        expect(requests.map(({ endpoint }) => endpoint)).toEqual([token, start, start, token, start]);
      },
      { expected: [/401/] },
    ));

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
