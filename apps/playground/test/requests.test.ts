import { readFile } from "node:fs/promises";
import { Har } from "@journey-kit/schemas/control";
import { describe, expect, test } from "vitest";
import { createForeignClient } from "./foreign-client.ts";
import { browser, expectAccessible, servePlayground } from "./playground.ts";

const playground = await servePlayground();

describe.skipIf(browser === undefined)("the requests of a world", () => {
  test("appear while another client sends them, and show the rule or fault behind the response (spec 4.2)", () =>
    playground.visit("/w/foreign/requests", async (page) => {
      await page.getByRole("heading", { level: 1, name: "Requests" }).waitFor();
      await playground.simulator.world("foreign").faults.set({
        rules: [{ id: "gone", when: { endpoint: "v2.fetchState", nth: 2 }, then: { type: "dropResponse" } }],
      });
      const client = await createForeignClient(playground.url, "foreign");
      const instanceId = await client.start("age-check@latest");
      await page.getByRole("row", { name: / start 201/ }).waitFor();
      await client.post("/v2/captain/journey/state/fetch", { instanceId });
      await expect(client.post("/v2/captain/journey/state/fetch", { instanceId })).rejects.toThrow(TypeError);
      await client.submit(instanceId, { identity: { dateOfBirth: "tomorrow" } }, "DateOfBirth");

      const refused = page.getByRole("row", { name: /interaction\/submit 400/ });
      await refused.click();
      await page.getByRole("heading", { name: /^Request 6/ }).waitFor();
      await page
        .getByRole("link", { name: /dob|date-of-birth|invalid/i })
        .or(page.getByText("How to fix it"))
        .first()
        .waitFor();
      await expectAccessible(page);
      await page.getByRole("row", { name: /state\/fetch .*lost/i }).click();
      await page.getByRole("heading", { name: /^Request 4/ }).waitFor();
      await page.getByText(/gone/).first().waitFor();
    }));

  test("can be saved as an HTTP Archive without the token", () =>
    playground.visit("/w/archive/requests", async (page) => {
      const client = await createForeignClient(playground.url, "archive");
      await client.start("age-check@latest");
      await page.getByRole("row", { name: / start 201/ }).waitFor();
      const save = async (name: string) => {
        const button = page.getByRole("button", { name });
        const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
        const text = await readFile(await download.path(), "utf8");
        expect(text).not.toMatch(/Bearer (?!‹)/);
        return Har.parse(JSON.parse(text)).log.entries.map(({ response }) => response.status);
      };
      expect(await save("Save all as HAR")).toEqual([200, 201]);
      await page.getByLabel("Filter the requests").fill("start");
      expect(await save("Save 1 request as HAR")).toEqual([201]);
    }));

  test("are replaced by example commands until the first request arrives", () =>
    playground.visit("/w/nobody/requests", async (page) => {
      await page.getByText("curl", { exact: false }).first().waitFor();
      await expectAccessible(page);
    }));
});
