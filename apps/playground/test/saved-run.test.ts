import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import type { Page } from "playwright-core";
import { build, type Plugin } from "vite";
import { afterAll, describe, expect, test, vi } from "vitest";
import { createForeignClient } from "./foreign-client.ts";
import { browser, expectAccessible, overflow, type VisitOptions, visitView, waitForContent } from "./playground.ts";

/** Replaces the start of the page by one that shows a simulator read-only, as it shows the run in a file. */
const readOnlyPage: Plugin = {
  name: "read-only-page",
  enforce: "pre",
  transform: (_, id) =>
    id.endsWith("/src/main.tsx")
      ? `import "./styles/index.css";
         import { createElement } from "react";
         import { createRoot } from "react-dom/client";
         import { createServerTarget } from "./api/target.ts";
         import { App } from "./app.tsx";
         const target = { ...createServerTarget(), kind: "file", isReadOnly: true };
         createRoot(document.getElementById("root")).render(createElement(App, { target }));`
      : undefined,
};

describe.skipIf(browser === undefined)("a saved run", async () => {
  if (browser === undefined) return;
  const folder = await mkdtemp(join(tmpdir(), "saved-run-"));
  afterAll(() => rm(folder, { recursive: true }));
  vi.stubEnv("NODE_ENV", "production");
  const root = dirname(import.meta.dirname);
  await build({ root, logLevel: "warn", plugins: [readOnlyPage], build: { outDir: folder, emptyOutDir: true } });
  vi.unstubAllEnvs();

  /** Serves a page that shows `instances` finished journeys read-only, and runs a test on one of its views. */
  async function visit(instances: number, view: string, run: (page: Page) => Promise<void>, options?: VisitOptions) {
    const served = await serveSimulator(createSimulator({ latency: 0 }), { port: 0, playground: folder });
    const client = await createForeignClient(served.url, "acme");
    for (let i = 0; i < instances; i += 1)
      await client.start("age-check@latest", { identity: { dateOfBirth: "1990-12-10" } });
    await visitView(`${served.url}/#${view}`, run, options);
    await served.close();
  }

  test("opens with its only instance, and offers only the views that it can fill", () =>
    visit(1, "/", async (page) => {
      const sent: string[] = [];
      page.on("request", (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
      await page.getByRole("heading", { level: 1, name: /^Age check/ }).waitFor();
      await page.getByText("A saved run of acme, read-only").waitFor();
      const links = page.getByRole("navigation", { name: "Views" }).getByRole("link");
      expect(await links.allInnerTexts()).toEqual(["Instances", "Requests", "Compare"]);
      expect(await page.getByRole("group", { name: "Clock" }).count()).toBe(0);
      for (const name of ["Requests", "Compare", "Instances"]) {
        await links.getByText(name).click();
        await page.getByRole("heading", { level: 1, name }).waitFor();
        await waitForContent(page);
        await expectAccessible(page);
      }
      expect(sent.filter((request) => request.endsWith("/events") || !request.startsWith("GET"))).toEqual([]);
    }));

  test("lists its instances if there are several", () =>
    visit(2, "/", async (page) => {
      await page.getByRole("heading", { level: 1, name: "Instances" }).waitFor();
      expect(page.url()).toMatch(/#\/w\/acme\/instances$/);
    }));

  test.each(["/w/acme/scenarios", "/w/acme/faults", "/w/acme/profile", "/w/acme/coverage", "/reference"])(
    "has no view %s",
    (view) =>
      visit(1, view, async (page) => {
        await page.getByRole("heading", { level: 1, name: "There is no such page" }).waitFor();
      }),
  );

  test("has no command that starts or changes anything", () =>
    visit(2, "/compare", async (page) => {
      await waitForContent(page);
      await page.keyboard.press("j");
      await page.keyboard.press("Space");
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Find a page or command" }).waitFor();
      expect(await page.getByRole("dialog").count()).toBe(1);
      const groups = page.getByRole("listbox", { name: "Commands" }).getByRole("group");
      const names = await groups.evaluateAll((all) => all.map((one) => one.firstElementChild?.textContent));
      expect(names.filter((name) => name !== "Compare")).toEqual(["Go to", "Help"]);
    }));

  test("fits a narrow window", () =>
    visit(
      2,
      "/",
      async (page) => {
        await page.getByText("A saved run of acme, read-only").waitFor();
        await waitForContent(page);
        await expectAccessible(page);
        expect(await overflow(page)).toBe(0);
      },
      { viewport: { width: 390, height: 844 }, colorScheme: "dark" },
    ));
});
