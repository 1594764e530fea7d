import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { launchBrowser } from "../../packages/simulator/test/launch-browser.ts";
import { type Results, type Stage, withSimulator } from "./features.ts";

type LaunchedBrowser = NonNullable<Awaited<ReturnType<typeof launchBrowser>>>;

/** Maximum gzipped bytes of a page's bundle with the client and `runJourney`. */
const clientCeiling = 9 * 1024;

/** Runs the bundles that Vite and esbuild create in a browser. Returns undefined if this machine has no browser. */
export async function tryInBrowser({ project, simulator, ...place }: Stage): Promise<Results | undefined> {
  const browser = await launchBrowser("the bundles for the browser");
  if (browser === undefined) return undefined;
  const { stdout } = await promisify(execFile)(process.execPath, ["bundle.ts"], { cwd: project });
  const sizes = stdout.trim().split("\n").map(Number);
  const results = new Map<string, unknown>();
  const attempt = (feature: string, act: () => Promise<unknown>): Promise<unknown> =>
    act().then(
      () => results.set(feature, undefined),
      (error: unknown) => results.set(feature, error),
    );
  const expectOutcome = async (site: string, page: string, outcome: string): Promise<void> => {
    for (const bundler of ["esbuild", "vite"]) {
      assert.equal(await readTitle(browser, `${site}/${bundler}/${page}`), outcome);
    }
  };
  const files = await serveFiles(join(project, "bundles"));
  await attempt("client over HTTP", async () => {
    for (const size of sizes) assert.ok(size <= clientCeiling, `${size} gzipped bytes`);
    await expectOutcome(files.url, `client.html?simulator=${simulator}`, "accept");
  });
  // Only pages of the simulator itself can call its control API.
  await attempt("control client over HTTP", () =>
    withSimulator({ project, ...place }, ["--playground", "bundles"], (own) =>
      expectOutcome(own, `control.html?simulator=${own}`, "reject"),
    ),
  );
  await attempt("simulator in process", () => expectOutcome(files.url, "in-process.html", "accept"));
  files.close();
  await browser.close();
  return results;
}

/** Serves a folder of pages and scripts. */
async function serveFiles(folder: string): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer(async ({ url = "" }, response) => {
    const [path = ""] = url.split("?");
    response.setHeader("content-type", extname(path) === ".js" ? "text/javascript" : "text/html");
    response.end(await readFile(join(folder, path)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server has this kind of address
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** Waits for the title of a page, or throws its first error. */
async function readTitle(browser: LaunchedBrowser, address: string): Promise<string> {
  const page = await browser.newPage();
  const failed = page.waitForEvent("pageerror").then((error) => Promise.reject(error));
  await page.goto(address);
  await Promise.race([failed, page.locator("title").waitFor({ state: "attached" })]);
  const title = await page.title();
  await page.close();
  return title;
}
