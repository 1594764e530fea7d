import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import serverless from "@sparticuz/chromium";
import type { RunOptions } from "axe-core";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** A limit that ends a hang, in milliseconds. A busy machine may need most of a minute for one step. */
const stepTimeout = 120_000;

/** The path of the browser of `CHROMIUM`, or of the one of the installed package. */
export const findBrowser = async (): Promise<string> => process.env.CHROMIUM ?? (await serverless.executablePath());

/** Launches the browser. Warns and returns undefined without one. */
export async function launchBrowser(tests: string): Promise<Browser | undefined> {
  try {
    const executablePath = await findBrowser();
    return await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  } catch (error) {
    console.warn(`NO BROWSER: ${tests} are skipped. Set CHROMIUM to the path of a browser.\n${error}`);
    return undefined;
  }
}

/** Opens a context in which a step may take as long as a busy machine needs. */
export async function openContext(
  browser: Browser | undefined,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  if (browser === undefined) throw new Error("There is no browser.");
  const context = await browser.newContext(options);
  context.setDefaultTimeout(stepTimeout);
  return context;
}

/** Collects what a page must not do: requests to other hosts, and errors and warnings in the console. */
function collectProblems(context: BrowserContext, origin: string): string[] {
  const problems: string[] = [];
  context.on("request", (request) => {
    if (!request.url().startsWith(`${origin}/`) && !/^(data|blob):/.test(request.url())) problems.push(request.url());
  });
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  context.on("weberror", (error) => problems.push(`${error.error().stack}`));
  return problems;
}

/** Opens a page in a context of its own, and collects its problems. */
export async function openPage(browser: Browser | undefined, origin: string, options: BrowserContextOptions) {
  const context = await openContext(browser, { reducedMotion: "reduce", ...options });
  const problems = collectProblems(context, origin);
  return { page: await context.newPage(), problems };
}

/** axe-core without comments, because every page receives a copy. */
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Lists the rules of axe-core that a page breaks, with the HTML that breaks each rule. */
export async function findViolations(page: Page, options: RunOptions = {}): Promise<unknown> {
  if (await page.evaluate("globalThis.axe === undefined")) await page.evaluate(axe);
  return page.evaluate(
    `axe.run(${JSON.stringify({ resultTypes: ["violations"], ...options })}).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`,
  );
}
