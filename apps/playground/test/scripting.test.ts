import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { createForeignClient } from "./foreign-client.ts";
import { browser, expectAccessible, servePlayground } from "./playground.ts";

const playground = await servePlayground({ latency: 0 });
const adult = { identity: { dateOfBirth: "1990-12-10" } };

describe.skipIf(browser === undefined)("the page", () => {
  test("arms a scenario that decides the outcome of another client's next instance", () =>
    playground.visit("/w/armed/scenarios", async (page) => {
      await page.getByRole("button", { name: /In$/ }).click();
      await page.getByRole("option", { name: "Age Verification" }).click();
      await page.getByRole("button", { name: /the result is$/ }).click();
      await page.getByRole("option", { name: /^Under Age/ }).click();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Arm", exact: true }).click();
      const world = playground.simulator.world("armed");
      await expect.poll(async () => (await world.scenarios.list()).armed.length).toBe(1);
      const client = await createForeignClient(playground.url, "armed");
      const scripted = await client.start("age-check@latest", adult);
      const usual = await client.start("age-check@latest", adult);
      const outcomeOf = async (id: string) => (await world.instance(id).explain()).outcome;
      expect([await outcomeOf(scripted), await outcomeOf(usual)]).toEqual(["reject", "accept"]);
      await page.goto(`${playground.url}/#/w/armed/instances`);
      await page.getByRole("row", { name: /Rejected/ }).waitFor();
      await page.getByRole("row", { name: /Accepted/ }).waitFor();
    }));

  test("sets a fault that loses the response to another client's submit, and lists it in the fault log (spec 4.2)", () =>
    playground.visit("/w/lossy/faults", async (page) => {
      await page.getByRole("button", { name: /^Lose the response to the next submit/ }).click();
      const world = playground.simulator.world("lossy");
      await expect.poll(async () => (await world.faults.read()).rules.length).toBe(1);
      const client = await createForeignClient(playground.url, "lossy");
      const id = await client.start("age-check@latest");
      await expect(client.submit(id, adult, "DateOfBirth")).rejects.toThrow(TypeError);
      expect((await world.instance(id).explain()).outcome).toBe("accept");
      await page
        .getByRole("row", { name: /v2\.submitInteraction/ })
        .or(page.getByText("response lost"))
        .last()
        .waitFor();
      await expect.poll(async () => (await world.faults.hits()).hits.length).toBe(1);
      await expectAccessible(page);
    }));
});

describe.skipIf(browser === undefined)("a saved file", () => {
  test.each([
    ["scenarios/rejected", "Scenario"],
    ["faults", "FaultPlan"],
    ["profile", "ProfileFile"],
  ])("from the view %s contains the `$schema` that editors use", (path, schema) =>
    playground.visit(`/w/saved/${path}`, async (page) => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Save as a file" }).click(),
      ]);
      const { $schema } = JSON.parse(await readFile(await download.path(), "utf8"));
      expect($schema).toBe(`./node_modules/journey-kit/json/${schema}.json`);
    }),
  );
});
