import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openService, sentSubject } from "../../../simulator/test/service.ts";
import { runCli, runToEnd } from "../../test/terminal.ts";

let folder: string;
let ann: string;
let page: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "journey-"));
  const service = await openService({}, "ann");
  await service.start("identity-check@latest", sentSubject("FullName"));
  const snapshot = await service.world.snapshot.save();
  ann = await write("ann.json", snapshot);
  page = await write("run.html", showRun({ snapshot: { ...snapshot, world: "ben" } }));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

/** A page that contains a shared run, as text that cannot end the script. */
const showRun = (run: unknown): string =>
  `<!doctype html><title>Run</title>
<script type="application/json" id="journey-run">${JSON.stringify(run).replaceAll("<", "\\u003c")}</script><p>`;

const serve = (...flags: readonly string[]) => runToEnd("serve", "--port", "0", ...flags);

describe("--open", () => {
  it("serves the worlds of saved files and shared runs, and lists them on the start screen", async () => {
    const { code, out, err } = await serve("--open", ann, "--open", page);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(`Opened\n  ann  1 instance  ${ann}\n  ben  1 instance  ${page}\n`);
    expect(out).toContain("client_id=ann&");
    expect((await serve()).out).not.toContain("Opened");
  });

  it("gives the command of exec the client id and the instances of the saved world", async () => {
    const found = join(folder, "found.json");
    const script = `const { JOURNEY_BASE_URL: base, JOURNEY_CLIENT_ID: id } = process.env;
      const response = await fetch(base + "/_sim/worlds/" + id + "/instances");
      const { writeFile } = await import("node:fs/promises");
      await writeFile(${JSON.stringify(found)}, JSON.stringify({ id, ...(await response.json()) }));`;
    const command = [process.execPath, "--input-type=module", "-e", script];
    expect((await runCli("exec", "--open", ann, "--", ...command)).code).toBe(0);
    const { id, instances } = JSON.parse(await readFile(found, "utf8"));
    expect([id, instances]).toEqual(["ann", [expect.objectContaining({ journey: "identity-check" })]]);
  });

  it.each<[string, (snapshot: Readonly<Record<string, unknown>>) => unknown, string]>([
    ["is not JSON", () => "{", " is not valid JSON: see line 1 column 2.\n"],
    ["contains other JSON", () => ({ log: {} }), " contains no saved world. Expected a file that `world save` wrote"],
    ["is another page", () => "<p>Hello", " contains no saved world. Expected a file that `world save` wrote"],
    [
      "is a page with another run",
      () => showRun({}),
      " contains no saved world. Expected a file that `world save` wrote",
    ],
    ["is newer", (one) => ({ ...one, version: 99 }), ": version: a newer version of Journey Kit wrote this file"],
    ["is damaged", (one) => ({ ...one, ordinal: 0 }), ": instances[0].start.ordinal: expected at most 0"],
  ])("refuses a file that %s before it listens", async (_, change, problem) => {
    const file = await write("refused.json", change(JSON.parse(await readFile(ann, "utf8"))));
    const { code, out, err } = await serve("--open", ann, "--open", file);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(`journey: ${file}${problem}`);
  });

  it("reports every problem of a file in its own line", async () => {
    const snapshot = JSON.parse(await readFile(ann, "utf8"));
    const file = await write("damaged.json", { ...snapshot, rate: {}, clock: {} });
    const lines = (await serve("--open", file)).err.trim().split("\n");
    expect(lines.map((line) => line.replace("journey: ", "").replace(/(?<=: \S+: ).*/, ""))).toEqual([
      `${file}: clock.mode: `,
      `${file}: clock.now: `,
      `${file}: rate.callsPerMinute: `,
    ]);
  });

  it("names a missing file, and the same world in two files", async () => {
    const missing = join(folder, "missing.json");
    expect((await serve("--open", missing)).err).toBe(`journey: ${missing} does not exist.\n`);
    const twice = await serve("--open", ann, "--open", ann);
    expect(twice.err).toContain(`journey: ${ann}: world: there is already a world of this client id.`);
  });

  it("does not replace a world that is already in the store", async () => {
    const store = `sqlite:${join(folder, "worlds.db")}`;
    expect((await serve("--store", store, "--open", ann)).code).toBe(0);
    const again = await serve("--store", store, "--open", ann);
    expect(again).toMatchObject({ code: 2, out: "" });
    expect(again.err).toContain(`journey: ${ann}: world: there is already a world of this client id.`);
    expect((await serve("--store", store, "--open", page)).code).toBe(0);
  });
});

describe("world open", () => {
  it("opens the page of a shared run, as the world that it was saved for", async () => {
    const { url, close } = await serveSimulator(createSimulator(), { port: 0 });
    const opened = await runCli("world", "open", page, "--simulator", url);
    const other = await runCli("world", "open", ann, "--simulator", url, "--world", "copy");
    await close();
    expect(opened).toMatchObject({ code: 0, out: expect.stringMatching(/^ben +1 +1 /m) });
    expect(other).toMatchObject({ code: 0, out: expect.stringMatching(/^copy +1 +1 /m) });
  });
});
