import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { isThorough } from "../../../vitest.shared.ts";
import { serveSimulator } from "../src/node/serve.ts";
import { createSimulator } from "../src/simulator.ts";
import { findViolations, launchBrowser, openContext } from "./launch-browser.ts";
import { enterService, image } from "./service.ts";

const timeout = 60_000;

const browser = await launchBrowser("the tests of hosted pages in a browser");
const simulator = createSimulator({ latency: 200 });
const served = await serveSimulator(simulator, { port: 0 });
const service = await enterService(simulator, "browser");
afterAll(async () => {
  await browser?.close();
  await served.close();
});

const front = { name: "front.png", mimeType: "image/png", buffer: Buffer.from(image, "base64") };

async function startPages(resourceId: string, apiVersion: "v1" | "v2" = "v2", subject: unknown = {}): Promise<string> {
  const config = { delivery: "page", ...(apiVersion === "v1" && { async: true }) };
  const started = await service[apiVersion]("journey/start", { resourceId, context: { config, subject } });
  return new URL(started.text("instanceUrl")).pathname;
}

/** Opens a page of the simulator. Nothing else may be requested or reported. */
async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await openContext(browser, { javaScriptEnabled: false, ...options });
  const page = await context.newPage();
  page.on("request", (request) => expect(request.url()).toMatch(new RegExp(`^(${served.url}/|data:)`)));
  page.on("console", (message) => expect(message.text()).toMatch(/status of 400/)); // a form with problems
  await page.goto(served.url + path);
  return page;
}

/** Sends the form and waits for the next page, because a click ends before the page is replaced. */
async function submit(page: Page): Promise<void> {
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Continue" }).click();
  await loaded;
}

async function fillIn(page: Page, lastName = "Lovelace"): Promise<void> {
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill(lastName);
  await page.getByLabel("Date of birth").fill("1990-12-10");
}

describe.skipIf(browser === undefined)("hosted pages in a browser without JavaScript", () => {
  test("a browser without JavaScript completes a v2 journey, from the first form to the outcome (spec 2.7, 3.2)", {
    timeout,
  }, async () => {
    const path = await startPages("document-and-selfie@latest");
    const page = await open(path);
    await submit(page);
    expect(await page.title()).toBe("Error: Personal details – Document and selfie");
    await page.getByRole("link", { name: "Last name is required." }).click();
    expect(page.url()).toContain("#FullName.lastNames");
    await fillIn(page);
    await submit(page);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Checking your details");
    await page.getByLabel("Front of the document").setInputFiles(front); // after the page has reloaded
    await submit(page);
    await page.getByLabel("Selfie").setInputFiles(front);
    await submit(page);
    expect(await page.getByRole("definition").textContent()).toBe("Accept");
    const state = await service.v2("journey/state/fetch", { instanceId: path.split("/").at(-1) });
    expect(state.at("status")).toBe("Completed");
    expect(state.at("context.subject.identity")).toEqual({
      firstName: "Ada",
      lastNames: ["Lovelace"],
      dateOfBirth: "1990-12-10",
    });
    await page.context().close();
  });

  test.runIf(isThorough)(
    "a browser without JavaScript completes a v1 journey as a person who is rejected (spec 3.3)",
    {
      timeout,
    },
    async () => {
      const page = await open(await startPages("identity-check-v1@latest", "v1"));
      await fillIn(page, "Testreject");
      await submit(page);
      await page.getByLabel("Address line 1").fill("1 High Street");
      await submit(page);
      expect(await page.getByRole("definition").textContent()).toBe("Reject");
      await page.context().close();
    },
  );

  test.runIf(isThorough)(
    "forms and their problems fit a screen of 390 pixels without horizontal scrolling (spec 2.7)",
    {
      timeout,
    },
    async () => {
      const page = await open(await startPages("full-kyc@latest"), { viewport: { width: 390, height: 800 } });
      const overflow = () => page.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
      expect(await overflow()).toBe(0);
      await submit(page);
      expect(await overflow()).toBe(0);
      await fillIn(page);
      await submit(page);
      await page.getByLabel("Address line 1").waitFor();
      expect(await overflow()).toBe(0);
      await page.context().close();
    },
  );
});

/** Without JavaScript, only a refresh can update a waiting page. */
const rules = { "meta-refresh": { enabled: false } };

describe.runIf(isThorough && browser !== undefined)("the accessibility check in a browser", () => {
  test.each(["light", "dark"] as const)(
    "hosted forms, waiting pages and outcomes pass the accessibility check in %s mode (spec 2.7)",
    { timeout },
    async (colorScheme) => {
      const check = async (page: Page) => {
        expect(await findViolations(page, { rules })).toEqual([]);
      };
      const page = await open(await startPages("document-and-selfie@latest"), { javaScriptEnabled: true, colorScheme });
      await check(page);
      await submit(page);
      await check(page);
      await fillIn(page, "Testnever");
      await submit(page);
      await check(page);
      await page.goto(
        served.url + (await startPages("age-check@latest", "v2", { identity: { dateOfBirth: "1990-12-10" } })),
      );
      await page.getByRole("definition").waitFor();
      await check(page);
      await page.context().close();
    },
  );
});
