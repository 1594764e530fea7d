import { describe, expect, test } from "vitest";
import { browser, expectAccessible, overflow, servePlayground, waitForContent } from "./playground.ts";

const playground = await servePlayground({ latency: 0 });
const { simulator } = playground;

describe.skipIf(browser === undefined)("the first visit", () => {
  test("says what this is and opens a finished journey, without a world on the server", () =>
    playground.visit("/", async (page) => {
      await page.getByText(/^Journey Kit simulates an identity-verification service/).waitFor();
      await page.getByRole("button", { name: "Open this journey" }).click();
      await page.getByRole("heading", { name: /^Referred after/ }).waitFor();
      await page.getByText("a simulator in this tab").waitFor();
      await expectAccessible(page);
      await page.getByRole("link", { name: "Home" }).click();
      await page.getByRole("button", { name: "Use this server" }).click();
      await page.getByText(new URL(playground.url).host, { exact: true }).waitFor();
      expect(await (await fetch(`${playground.url}/_sim/worlds`)).json()).toEqual({ worlds: [] });
    }));

  test("shows how to connect a client when asked", () =>
    playground.visit("/", async (page) => {
      await page.getByText("Get a token and start a journey with curl").click();
      await page.getByText(/^TOKEN=/).waitFor();
      await page.getByText("Resource ids of the journeys").click();
      await page.getByText("full-kyc-preview@latest").waitFor();
      await expectAccessible(page);
      expect(await overflow(page)).toBe(0);
    }));
});

describe.skipIf(browser === undefined)("a journey starts with one press", () => {
  test.each([
    ["Accept", /^Accepted/, "accept"],
    ["Refer", /^Referred/, "refer"],
    ["Reject", /^Rejected/, "reject"],
  ])("%s", async (choice, heading, outcome) => {
    await playground.visit(`/w/one-${outcome}/coverage`, async (page) => {
      await page.getByRole("link", { name: "Home" }).click();
      await page.getByRole("button", { name: new RegExp(`^${choice}`) }).click();
      await page.getByRole("heading", { name: heading }).waitFor();
      const { instances } = await simulator.world(`one-${outcome}`).instances();
      expect(instances).toMatchObject([{ phase: "finished", outcome }]);
    });
  });

  test("with slow checks, which are still running", () =>
    playground.visit("/w/slow/instances", async (page) => {
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("j");
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^Slow checks/ })
        .click();
      await page.getByRole("heading", { name: /is running/ }).waitFor();
      expect((await simulator.world("slow").instances()).instances).toMatchObject([{ scenario: "slow" }]);
    }));

  test("from the dialog by keyboard; the next dialog has forgotten the outcome", () =>
    playground.visit("/w/forgets/instances", async (page) => {
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("j");
      const dialog = page.getByRole("dialog", { name: "Start a journey" });
      await dialog.getByRole("button", { name: /^Accept/ }).waitFor();
      expect(await dialog.getByRole("listitem").count()).toBe(5);
      expect(await dialog.getByRole("option").count()).toBe(0);
      await expectAccessible(page);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: /^Referred/ }).waitFor();

      await page.keyboard.press("j");
      await dialog.getByRole("button", { name: "More" }).click();
      await dialog.getByRole("button", { name: "Start", exact: true }).click();
      await page.getByRole("heading", { name: "Interaction person" }).waitFor();
      const { instances } = await simulator.world("forgets").instances();
      expect(instances.map(({ scenario, phase }) => [scenario, phase])).toEqual([
        ["referred", "finished"],
        ["test-people", "collecting"],
      ]);
    }));

  test("asks for a test person before it starts with one", () =>
    playground.visit("/w/people/instances", async (page) => {
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("j");
      const dialog = page.getByRole("dialog", { name: "Start a journey" });
      await dialog.getByRole("button", { name: "More" }).click();
      await dialog.getByRole("radio", { name: "Test person" }).click();
      await dialog.getByRole("option").first().waitFor();
      expect(await dialog.getByRole("option", { selected: true }).count()).toBe(0);
      expect(await dialog.getByRole("button", { name: "Start", exact: true }).isDisabled()).toBe(true);
    }));
});

describe.skipIf(browser === undefined)("a link", () => {
  test("starts a journey in the tab, and nothing on the server", () =>
    playground.visit("/try/age-check/refer", async (page) => {
      await page.getByRole("heading", { name: /^Referred/ }).waitFor();
      await page.getByText("a simulator in this tab").waitFor();
      expect(await (await fetch(`${playground.url}/_sim/worlds/playground`)).json()).toMatchObject({ instances: 0 });
      expect(await page.evaluate("navigator.serviceWorker.getRegistrations()")).toEqual([]);
    }));

  test.each([
    ["/try/age-chek", "The simulator has no journey age-chek."],
    ["/try/age-check/acept", "No journey starts with acept."],
  ])("to %s says that it leads nowhere", (address, problem) =>
    playground.visit(address, async (page) => {
      await page.getByText(problem).waitFor();
    }),
  );
});

test.skipIf(browser === undefined)("in a narrow window, Home shows the end of each request path", async () => {
  await playground.visit(
    "/w/narrow/instances",
    async (page) => {
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("j");
      await page.getByRole("button", { name: /^Fill in by hand/ }).click();
      await page.getByRole("heading", { name: "Interaction person" }).waitFor();
      await page.goto(`${playground.url}/#/`);
      await waitForContent(page);
      const path = page.getByRole("link").getByText("interaction/fetch").first();
      await path.waitFor();
      expect(await path.evaluate((span) => span.scrollWidth - span.clientWidth)).toBeLessThanOrEqual(0);
      expect((await path.boundingBox())?.height).toBeLessThan(24);
      expect(await overflow(page)).toBe(0);
    },
    { viewport: { width: 390, height: 844 } },
  );
});
