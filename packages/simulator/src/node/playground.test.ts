import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSimulator } from "../simulator.ts";
import { type Served, serveSimulator } from "./serve.ts";

let folder: string;
let served: Served;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "playground-"));
  for (const name of ["_sim", "journey", "eu"]) await mkdir(join(folder, name));
  await writeFile(join(folder, "index.html"), "<html><title>Playground</title></html>");
  await writeFile(join(folder, "main.js"), "export {};");
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "assets", "view-1a2b.js"), "export {};");
  for (const name of ["_sim/health", "journey/abc", "eu/main.js"]) await writeFile(join(folder, name), "a file");
  served = await serveSimulator(createSimulator(), { port: 0, playground: folder });
});
afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true });
});

const get = (path: string) => fetch(`${served.url}${path}`);

describe("playground", () => {
  it("serves the playground at the root", async () => {
    const page = await get("/");
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(await page.text()).toBe('<html data-target="server"><title>Playground</title></html>');
    expect((await get("/main.js")).headers.get("content-type")).toContain("javascript");
  });

  it("lets pages load scripts only from the server, and send requests only to the server", async () => {
    const policy = (await get("/")).headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
  });

  it("lets browsers cache only the files in /assets, whose names change with their content", async () => {
    const cachings = ["/", "/main.js", "/assets/view-1a2b.js", "/assets/missing.js"].map(async (path) =>
      (await get(path)).headers.get("cache-control"),
    );
    const immutable = "max-age=31536000, immutable";
    expect(await Promise.all(cachings)).toEqual(["no-cache", "no-cache", immutable, "no-cache"]);
  });

  it("responds with 404 and JSON while index.html is missing, for example during a build", async () => {
    await rename(join(folder, "index.html"), join(folder, "index.old"));
    const { status, headers } = await get("/");
    await rename(join(folder, "index.old"), join(folder, "index.html"));
    expect([status, headers.get("content-type")]).toEqual([404, "application/json"]);
    expect((await get("/")).status).toBe(200);
  });

  it("redirects /reference to the API reference in the playground", async () => {
    const answer = await fetch(`${served.url}/reference`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/#/reference"]);
  });

  it("sends a request id with every page, file and redirect (spec 7)", async () => {
    for (const path of ["/", "/index.html", "/main.js", "/reference"]) {
      const { headers } = await fetch(served.url + path, { redirect: "manual" });
      expect([path, headers.get("x-request-id")]).toEqual([path, expect.stringMatching(/^[\w-]{36}$/)]);
    }
  });

  it("never serves a file in place of an endpoint", async () => {
    expect(await (await get("/_sim/health")).json()).toEqual({ status: "alive" });
    for (const path of ["/journey/abc", "/eu/main.js", "/nowhere", "/v2/captain/journey/start"]) {
      const answer = await get(path);
      expect(answer.status).toBeGreaterThanOrEqual(404);
      expect(answer.headers.get("x-request-id")).not.toBeNull();
    }
    expect((await fetch(served.url, { method: "POST" })).status).toBe(404);
  });

  it("serves no file from outside the playground folder", async () => {
    for (const path of ["/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd", "/.%2e/etc/passwd"]) {
      expect((await get(path)).status).toBe(404);
    }
  });
});
