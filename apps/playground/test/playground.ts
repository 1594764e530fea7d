import { join } from "node:path";
import { createSimulator, type Simulator, type SimulatorOptions } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, expect } from "vitest";
import { findViolations, launchBrowser, openPage } from "../../../packages/simulator/test/launch-browser.ts";

/** The built page, which the package of the simulator contains. */
export const builtPage = join(import.meta.dirname, "../dist");

/** The browser of the tests; undefined if there is none, and then they are skipped. */
export const browser = await launchBrowser("the tests of the playground");
afterAll(() => browser?.close());

/** Options of a browser context, what the page cannot load, and the errors that it may log. */
export interface VisitOptions extends BrowserContextOptions {
  /** The addresses of files that cannot be loaded. The page loads most files before it needs them. */
  readonly blocked?: RegExp;
  readonly expected?: readonly RegExp[];
}

/** A simulator with its playground on a separate port. */
export interface Playground {
  readonly simulator: Simulator;
  /** Address without a trailing slash. */
  readonly url: string;
  /** Runs a test on a view, such as `/w/acme/instances`, in a separate browser context. */
  readonly visit: (view: string, test: Visit, options?: VisitOptions) => Promise<void>;
  /** Like `visit`, but loads all views of a file in one page, which saves the start of a process for each. */
  readonly share: (options: BrowserContextOptions) => (view: string, test: Visit) => Promise<void>;
}

type Visit = (page: Page) => Promise<void>;

/** Serves a simulator and its playground until the tests in the file are done. */
export async function servePlayground(options: SimulatorOptions = {}): Promise<Playground> {
  const simulator = createSimulator(options);
  const served = await serveSimulator(simulator, { port: 0, playground: builtPage });
  afterAll(() => served.close());
  return {
    simulator,
    url: served.url,
    visit: (view, run, context) => visitView(`${served.url}/#${view}`, run, context),
    share: (options) => {
      let opened: ReturnType<typeof openPage> | undefined;
      return async (view, run) => {
        opened ??= openPage(browser, served.url, options);
        const { page, problems } = await opened;
        await page.goto("about:blank"); // otherwise only the fragment changes, and the last view may still be shown
        await page.goto(`${served.url}/#${view}`);
        await run(page);
        expect(problems.splice(0)).toEqual([]);
      };
    },
  };
}

/**
 * Runs a test on an address. The page must not send a request to another host, or log an error that is not in
 * `expected`.
 */
export async function visitView(
  address: string,
  run: Visit,
  { blocked, expected = [], ...options }: VisitOptions = {},
): Promise<void> {
  const { page, problems } = await openPage(browser, new URL(address).origin, options);
  if (blocked !== undefined) await page.context().route(blocked, (route) => route.abort());
  await page.goto(address);
  await run(page);
  expect(problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))).toEqual([]);
  await page.context().close();
}

/** Waits until a view shows its content, in the fonts of the page. */
export async function waitForContent(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(() => page.getByLabel("Loading", { exact: true }).count()).toBe(0);
  await page.evaluate("document.fonts.ready");
}

/** Waits until an element or a part of it has the focus. What just opened may not have it yet. */
export const waitForFocus = (element: Locator): Promise<void> =>
  element.and(element.page().locator(":focus-within")).waitFor();

/** Waits until the page has loaded everything that it needs without a network. */
export const waitForOfflineCopy = (page: Page): Promise<void> => page.locator("html[data-offline=ready]").waitFor();

/** Checks the page against the rules of axe-core. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
}

/** How many pixels the page is wider than the window. */
export const overflow = (page: Page): Promise<unknown> =>
  page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
