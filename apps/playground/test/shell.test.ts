import { networkInterfaces } from "node:os";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { describe, expect, test } from "vitest";
import { createForeignClient } from "./foreign-client.ts";
import {
  browser,
  builtPage,
  expectAccessible,
  servePlayground,
  visitView,
  waitForFocus,
  waitForOfflineCopy,
} from "./playground.ts";

const playground = await servePlayground();

describe.skipIf(browser === undefined)("the frame of the page", () => {
  test("opens a view from the command palette by keyboard alone", () =>
    playground.visit("/", async (page) => {
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("Control+k");
      await waitForFocus(page.getByRole("dialog").getByLabel("Filter"));
      await expectAccessible(page);
      await page.keyboard.type("cover");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "Coverage" }).waitFor();
      expect(page.url()).toMatch(/#\/w\/[^/]+\/coverage$/);
    }));

  test("opens a world from the command palette", async () => {
    for (const id of ["palette-1", "palette-2"]) await playground.simulator.world(id).clock.set({ mode: "frozen" });
    await playground.visit("/reference", async (page) => {
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("Control+k");
      await waitForFocus(page.getByRole("dialog").getByLabel("Filter"));
      await page.keyboard.type("palette-1");
      await page.getByRole("option", { name: "palette-1" }).waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL(/w\/palette-1\/instances$/);
    });
  });

  test.each(["save", "constructor", "Home"])("opens a world called `%s` from the command palette", async (name) => {
    await playground.simulator.world(name).clock.set({ mode: "frozen" });
    await playground.visit("/w/palette/coverage", async (page) => {
      await page.getByRole("heading", { level: 1, name: "Coverage" }).waitFor();
      await page.getByRole("button", { name: /^palette/ }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").waitFor();
      await page.getByRole("group", { name: "Worlds" }).getByRole("option", { name, exact: true }).click();
      await page.waitForURL(new RegExp(`w/${name}/instances$`));
    });
  });

  test("opens a menu by keyboard, runs an entry, and returns to its button when closed", async () => {
    const { clock } = playground.simulator.world("menu");
    await clock.set({ mode: "auto" });
    await playground.visit("/w/menu/coverage", async (page) => {
      const button = page.getByRole("button", { name: /^Auto/ });
      await button.waitFor();
      await button.focus();
      await page.keyboard.press("ArrowDown");
      const menu = page.getByRole("menu");
      await waitForFocus(menu);
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await menu.waitFor({ state: "detached" });
      await waitForFocus(button);
      await page.keyboard.press("Enter");
      await waitForFocus(menu);
      await page.keyboard.type("fr");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: /^Frozen/ }).waitFor();
      expect((await clock.read()).mode).toBe("frozen");
    });
  });

  test("remembers the world when a view without a world is reloaded, and names the view in the page title", async () => {
    for (const id of ["kept", "later"]) await playground.simulator.world(id).clock.set({ mode: "frozen" });
    await playground.visit("/w/kept/instances", async (page) => {
      await expect.poll(() => page.title()).toBe("Instances · kept · Journey Kit");
      await page.getByRole("link", { name: "API reference" }).click();
      await expect.poll(() => page.title()).toBe("API reference · Journey Kit");
      await page.reload();
      await page.getByRole("button", { name: /^kept/ }).waitFor();
    });
  });

  test("freezes and advances the clock by keyboard shortcut, and ignores shortcuts once they are switched off", () =>
    playground.visit("/w/keys/coverage", async (page) => {
      const { clock } = playground.simulator.world("keys");
      const button = (name: RegExp) => page.getByRole("button", { name });
      await button(/^Real/).waitFor();
      await page.keyboard.press("Space");
      await button(/^Frozen/).waitFor();
      const before = Date.parse((await clock.read()).now);
      await page.keyboard.press("a");
      await expect.poll(async () => Date.parse((await clock.read()).now) - before).toBe(1_000);
      await page.keyboard.press("?");
      const keys = page.getByRole("dialog", { name: "Keys" });
      await keys.waitFor();
      await expectAccessible(page);
      await keys.getByRole("switch").press("Space");
      await page.keyboard.press("Escape");
      await keys.waitFor({ state: "detached" });
      await page.keyboard.press("a");
      await page.keyboard.press("Control+k"); // a later key that works, so the earlier one had its chance
      await page.getByRole("dialog").waitFor();
      expect(Date.parse((await clock.read()).now) - before).toBe(1_000);
    }));

  test("shows a clock change that another program made", () =>
    playground.visit("/w/other/coverage", async (page) => {
      await page.getByRole("button", { name: /^Real/ }).waitFor();
      await playground.simulator.world("other").clock.set({ mode: "auto" });
      await page.getByRole("button", { name: /^Auto/ }).waitFor();
    }));

  test.each(["constructor", "toString", "faults", "50%", "a%2Fb"])(
    "shows a scenario called `%s` like any other",
    async (name) => {
      await playground.simulator.world(name).scenarios.put({ name, rules: [] });
      const part = encodeURIComponent(name);
      await playground.visit(`/w/${part}/scenarios/${part}`, async (page) => {
        await page.getByRole("heading", { level: 1, name: "Scenarios" }).waitFor();
        await page.getByRole("link", { name }).first().waitFor();
        await expect.poll(() => page.title()).toBe(`${name} · Scenarios · ${name} · Journey Kit`);
        expect(await page.getByRole("link", { name: "Scenarios" }).first().getAttribute("aria-current")).toBe("page");
      });
    },
  );

  test("shows an error of a view in its place, and the other views still work", () =>
    playground.visit(
      "/w/broken/profile",
      async (page) => {
        await page.route(/\/_sim\/worlds\/broken\/coverage/, (route) => route.fulfill({ json: {} }));
        await page.getByRole("link", { name: "Coverage" }).click();
        await page.getByRole("heading", { level: 1, name: "This view failed" }).waitFor();
        await expectAccessible(page);
        await page.goto(`${playground.url}/#/w/other/coverage`); // the same view of another world
        await page.getByRole("heading", { level: 1, name: "Coverage" }).waitFor();
        await page.goBack();
        await page.getByRole("heading", { level: 1, name: "This view failed" }).waitFor();
        await page.getByRole("link", { name: "Profile" }).click();
        await page.getByRole("heading", { level: 1, name: "Profile" }).waitFor();
      },
      { expected: [/TypeError|[Ee]rror/] },
    ));

  test("follows the theme of the system until the user chooses one", () =>
    playground.visit(
      "/",
      async (page) => {
        const theme = () => page.evaluate("document.documentElement.dataset.theme");
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.emulateMedia({ colorScheme: "dark" });
        await expect.poll(theme).toBe("dark");
        await page.emulateMedia({ colorScheme: "light" });
        await expect.poll(theme).toBe("light");
        await page.getByRole("button", { name: "Use the dark theme" }).click();
        await expect.poll(theme).toBe("dark");
        await page.emulateMedia({ colorScheme: "dark" });
        await page.emulateMedia({ colorScheme: "light" });
        await page.getByRole("button", { name: "Use the light theme" }).waitFor();
        expect(await theme()).toBe("dark");
        await page.getByRole("button", { name: "Use the light theme" }).click(); // the theme of the system again
        await page.emulateMedia({ colorScheme: "dark" });
        await expect.poll(theme).toBe("dark");
      },
      { colorScheme: "light" },
    ));

  test("keeps the chosen theme after a reload", () =>
    playground.visit(
      "/",
      async (page) => {
        const theme = () => page.locator("html").getAttribute("data-theme");
        expect(await theme()).toBe("light");
        await page.getByRole("button", { name: "Use the dark theme" }).click();
        await expect.poll(theme).toBe("dark");
        await page.reload({ waitUntil: "commit" });
        await expect.poll(theme).toBe("dark");
      },
      { colorScheme: "light" },
    ));

  test("reports a lost connection to the server, and offers to run a simulator in the tab", async () => {
    const served = await serveSimulator(createSimulator(), { port: 0, playground: builtPage });
    const lost = [/net::ERR_/];
    await visitView(
      `${served.url}/#/`,
      async (page) => {
        await page.getByText(new URL(served.url).host, { exact: true }).waitFor();
        await waitForOfflineCopy(page);
        await served.close();
        await page.getByText("Not connected.").waitFor();
        await expectAccessible(page);
        await page.getByRole("button", { name: "Run in this tab" }).click();
        await page.getByText("a simulator in this tab").waitFor();
        await page.getByText("Not connected.").waitFor({ state: "detached" });
      },
      { expected: lost },
    );
  });

  test("says that the server was restarted and lost its worlds, and shows what the server contains now", async () => {
    const serve = (port: number) => serveSimulator(createSimulator(), { port, playground: builtPage });
    const first = await serve(0);
    const client = await createForeignClient(first.url, "lost");
    const id = await client.start("age-check@latest");
    let second: typeof first | undefined;
    await visitView(
      `${first.url}/#/w/lost/instances/${id}`,
      async (page) => {
        await page.getByRole("heading", { level: 1, name: "Age check" }).waitFor();
        await waitForOfflineCopy(page); // a view that was loading when the server stopped would need a reload
        await first.close();
        await page.getByText("Not connected.").waitFor();
        second = await serve(Number(new URL(first.url).port));
        const restarted = page.getByText("The simulator was restarted.");
        await page.getByRole("button", { name: "Try now" }).or(restarted).click(); // the page also tries by itself
        await restarted.waitFor();
        await page.getByText("There is no such instance").waitFor();
        await expectAccessible(page);
        await page.getByRole("link", { name: "Instances" }).first().click();
        await page.getByText("No instances in lost yet").waitFor();
        await page.getByRole("status").getByRole("button", { name: "Close" }).click();
        await page.getByText("The simulator was restarted.").waitFor({ state: "detached" });
      },
      { expected: [/net::ERR_/, /status of 404/] },
    );
    await second?.close();
  });

  test("says that a view could not be loaded, and keeps the navigation", () =>
    playground.visit(
      "/",
      async (page) => {
        await page.getByRole("link", { name: "Requests" }).click();
        await page.getByText("This part of the page could not be loaded.").waitFor();
        await page.context().unrouteAll();
        await page.getByRole("button", { name: "Reload the page" }).click();
        await page.getByRole("heading", { level: 1, name: "Requests" }).waitFor();
      },
      { blocked: /requests-view/, expected: [/net::ERR_FAILED/, /preload/] },
    ));

  test("if the simulator for the tab cannot be loaded, says so and stays connected to the server", () =>
    playground.visit(
      "/",
      async (page) => {
        await page.getByText("In this tab", { exact: true }).click();
        await page.getByText("The simulator for this tab could not be loaded.").waitFor();
        await page.getByText(new URL(playground.url).host, { exact: true }).waitFor();
      },
      { blocked: /tab-simulator/, expected: [/net::ERR_FAILED/, /preload/] },
    ));

  test("shows the worlds of the clients that the simulator lists, and asks for a client's secret (spec 5)", async () => {
    const clients = [{ clientId: "acme", clientSecret: "right" }];
    const served = await serveSimulator(createSimulator({ clients }), { port: 0, playground: builtPage });
    await visitView(
      `${served.url}/#/`,
      async (page) => {
        await page.getByRole("link", { name: "acme", exact: true }).waitFor();
        await page.getByRole("button", { name: /^Fill in by hand/ }).click();
        await page.getByRole("dialog").getByText("The token endpoint refused the client (401).").waitFor();
        await page.getByRole("textbox", { name: "Client secret" }).fill("right");
        await page.keyboard.press("Enter");
        await page.getByRole("heading", { name: "Interaction person" }).waitFor();
      },
      { expected: [/status of 401/] },
    );
    await served.close();
  });

  test("asks for the control token if the page is opened through a network address", async ({ skip }) => {
    const address = Object.values(networkInterfaces())
      .flatMap((entries = []) => entries)
      .find(({ family, internal }) => family === "IPv4" && !internal)?.address;
    if (address === undefined) return skip("this machine has only a loopback address");
    const served = await serveSimulator(createSimulator(), {
      port: 0,
      host: "0.0.0.0",
      allowedHosts: [address],
      playground: builtPage,
      controlToken: "let-me-in",
    });
    const remote = `http://${address}:${new URL(served.url).port}`;
    await visitView(
      `${remote}/#/`,
      async (page) => {
        await page.getByText("requires its control token").waitFor();
        await expectAccessible(page);
        await page.locator("input[type=password]").fill("let-me-in");
        await page.keyboard.press("Enter");
        await page.getByText("requires its control token").waitFor({ state: "detached" });
        await page.getByText(new URL(remote).host, { exact: true }).waitFor();
      },
      { expected: [/status of 403/] },
    );
    await served.close();
  });
});
