import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
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
  await writeFile(join(folder, "index.html"), "<title>Playground</title>");
  await writeFile(join(folder, "main.js"), "export {};");
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
    expect(await page.text()).toBe("<title>Playground</title>");
    expect((await get("/main.js")).headers.get("content-type")).toContain("javascript");
  });

  it("does not replace any endpoint with a file", async () => {
    expect(await (await get("/_sim/health")).json()).toEqual({ status: "ready" });
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
