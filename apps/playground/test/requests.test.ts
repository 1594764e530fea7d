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

  test("are one row as long as polls read the same, and the row opens with the keyboard", () =>
    playground.visit("/w/polled/requests", async (page) => {
      const client = await createForeignClient(playground.url, "polled");
      const instanceId = await client.start("age-check@latest");
      for (let poll = 0; poll < 4; poll += 1) await client.post("/v2/captain/journey/state/fetch", { instanceId });
      const heading = page.getByRole("row", { name: /state\/fetch 4 polls, / });
      await heading.click();
      const polls = page.getByRole("row", { name: /state\/fetch 200/ });
      await expect.poll(() => polls.count()).toBe(4);
      await expectAccessible(page);
      await page.getByRole("grid", { name: "Requests" }).focus();
      await page.keyboard.press("Enter");
      await expect.poll(() => polls.count()).toBe(0);
      await page.keyboard.press("Enter");
      await page.keyboard.press("ArrowDown");
      await page.getByRole("heading", { name: "Request 6" }).waitFor();
      expect(page.url()).toMatch(/#\/w\/polled\/requests\/6$/);
    }));

  test("do not move when others arrive above them, which a button counts and shows", () =>
    playground.visit("/w/busy/requests", async (page) => {
      const client = await createForeignClient(playground.url, "busy");
      for (let start = 0; start < 60; start += 1) await client.start("age-check@latest");
      await page.getByRole("row", { name: /^61 / }).hover();
      await page.mouse.wheel(0, 800);
      const row = page.getByRole("row", { name: /^31 / });
      await expect.poll(async () => (await row.boundingBox())?.y).toBeLessThan(800);
      const before = await row.boundingBox();
      await client.start("age-check@latest");
      const button = page.getByRole("button", { name: "1 new" });
      await button.waitFor();
      expect(await row.boundingBox()).toEqual(before);
      await button.click();
      await page.getByRole("row", { name: /^62 / }).waitFor();
      await expect.poll(() => button.count()).toBe(0);
    }));

  test.each([
    [390, ""],
    [1280, "/1"],
  ])("show the end of their paths in a window of %i pixels", (width, opened) =>
    playground.visit(
      `/w/width-${width}/requests${opened}`,
      async (page) => {
        const client = await createForeignClient(playground.url, `width-${width}`);
        const instanceId = await client.start("age-check@latest");
        await client.submit(instanceId, { identity: { dateOfBirth: "1990-12-10" } }, "DateOfBirth");
        for (const end of ["fetch", "submit"]) {
          const path = `td [title$="/interaction/${end}"]`;
          await page.locator(path).waitFor();
          const isWhole = `[...document.querySelectorAll('${path}, ${path} > :last-child')].every((one) => one.scrollWidth <= one.clientWidth)`;
          expect(await page.evaluate(isWhole)).toBe(true);
        }
      },
      { viewport: { width, height: 844 } },
    ),
  );

  test("are replaced by example commands until the first request arrives", () =>
    playground.visit("/w/nobody/requests", async (page) => {
      await page.getByText("curl", { exact: false }).first().waitFor();
      await expectAccessible(page);
    }));
});
