import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { afterAll, expect, test } from "vitest";
import { launchBrowser } from "../../simulator/test/launch-browser.ts";
import { person } from "../src/service/sample.ts";
import { parse } from "../src/service/target.ts";
import { readHar } from "../src/traffic.ts";

const browser = await launchBrowser("the tests of archives that a browser writes");
afterAll(() => browser?.close());
const folder = await mkdtemp(join(tmpdir(), "har-"));
afterAll(() => rm(folder, { recursive: true }));

/** Runs a script in a page that Chromium shows, and returns the archive of its requests. */
async function recordPage(url: string, content: "embed" | "attach", script: string): Promise<string> {
  const path = join(folder, `${content}.har`);
  const context = await browser?.newContext({ recordHar: { path, content } });
  const page = await context?.newPage();
  await page?.goto(`${url}/_sim/health`);
  await page?.evaluate(script);
  await context?.close(); // writes the archive
  return readFile(path, "utf8");
}

const startBody = { resourceId: "identity-check@latest", context: { config: { delivery: "api" }, subject: person } };
const startJourney = `(async () => {
  // Chromium records only bodies that the page reads.
  const send = (path, type, body, more) => fetch(path, { method: "POST", headers: { "content-type": type, ...more }, body }).then((response) => response.text());
  const form = new URLSearchParams({ grant_type: "client_credentials", scope: "service.token", client_id: "page", client_secret: "x" });
  const token = await send("/as/token.oauth2", "application/x-www-form-urlencoded", form).then(JSON.parse);
  const authorization = "Bearer " + token.access_token;
  await send("/v2/captain/journey/start", "application/json", ${JSON.stringify(JSON.stringify(startBody))}, { authorization });
  await send("/v2/captain/journey/state/fetch", "application/json", "{", { authorization });
  await fetch("http://127.0.0.1:9/v2/captain/journey/start", { method: "POST", mode: "no-cors", body: "{}" }).catch(() => undefined);
})()`;

test.skipIf(browser === undefined)("reads the archive that Chromium writes of the requests of a page", async () => {
  const { url, close } = await serveSimulator(createSimulator({ latency: 0 }), { port: 0 });
  const { exchanges, ignored } = readHar(await recordPage(url, "embed", startJourney));
  await close();
  expect(ignored).toBeGreaterThan(0);
  expect(
    exchanges.map(({ method, url: address, status }) => `${method} ${new URL(address).pathname} ${status}`),
  ).toEqual([
    "POST /as/token.oauth2 200",
    "POST /v2/captain/journey/start 201",
    "POST /v2/captain/journey/state/fetch 400",
    "POST /v2/captain/journey/start 0",
  ]);
  const [token, started, malformed, failed] = exchanges;
  expect(new URLSearchParams(token?.requestBody).get("grant_type")).toBe("client_credentials");
  expect(parse(started?.requestBody ?? "")).toEqual(startBody);
  expect(parse(started?.responseBody ?? "")).toEqual({ instanceId: expect.any(String) });
  const { access_token }: { readonly access_token?: string } = Object(parse(token?.responseBody ?? ""));
  expect(started?.requestHeaders).toMatchObject({
    authorization: `Bearer ${access_token}`,
    "content-type": "application/json",
  });
  expect(malformed?.requestBody).toBe("{");
  expect(failed).toMatchObject({ requestBody: "{}", responseHeaders: {} });
  for (const { startedAt, endedAt } of exchanges) expect(endedAt).toBeGreaterThanOrEqual(startedAt);
});

test.skipIf(browser === undefined)("says what to do if the archive has the bodies in other files", async () => {
  const { url, close } = await serveSimulator(createSimulator({ latency: 0 }), { port: 0 });
  const har = await recordPage(url, "attach", startJourney);
  await close();
  expect(() => readHar(har)).toThrow('the body is in another file. Record the HTTP Archive with `content: "embed"`.');
});
