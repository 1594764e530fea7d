import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { afterAll, describe, expect, test } from "vitest";
import { browser, builtPage, visitView, waitForContent } from "./playground.ts";

/** A file server that knows nothing about simulators. */
const files = serve({ fetch: new Hono().get("*", serveStatic({ root: builtPage })).fetch, port: 0 });
afterAll(() => files.close());
const address = files.address();
const port = typeof address === "object" && address !== null ? address.port : 0;

describe.skipIf(browser === undefined)("a static copy of the page", () => {
  test("runs a simulator in the tab, and opens every view without a network", () =>
    visitView(`http://127.0.0.1:${port}/#/`, async (page) => {
      await page.getByText("a simulator in this tab").waitFor();
      await page.waitForLoadState("networkidle");
      await page.context().setOffline(true);
      for (const view of ["Instances", "Requests", "Scenarios", "Faults", "Profile", "Coverage", "Compare"]) {
        await page.getByRole("link", { name: view }).click();
        await page.getByRole("heading", { level: 1, name: view }).waitFor();
        await waitForContent(page);
      }
      expect(await page.getByRole("alert").count()).toBe(0);
    }));
});
