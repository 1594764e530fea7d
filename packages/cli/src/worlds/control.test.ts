import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Explanation, faultPresets, ScenarioList, WorldList } from "@journey-kit/schemas/control";
import type { SharedRun } from "@journey-kit/schemas/report";
import { createSimulator } from "@journey-kit/simulator";
import { type Served, serveSimulator } from "@journey-kit/simulator/node";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { enterService, noon, sentSubject } from "../../../simulator/test/service.ts";
import { runCli } from "../../test/terminal.ts";
import { shareWorlds } from "./share.ts";

vi.mock("../terminal/run-page.ts", () => ({ readRunPage: async () => "<!-- run -->" }));

const simulator = createSimulator({ clock: { mode: "frozen", at: noon } });
let served: Served;
let folder: string;
beforeAll(async () => {
  served = await serveSimulator(simulator, { port: 0 });
  folder = await mkdtemp(join(tmpdir(), "journey-"));
});
afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true });
});

/** Runs a command on the shared simulator. Each test uses a different world. */
const ask = (world: string, ...args: readonly string[]) => runCli(...args, "--world", world, "--simulator", served.url);

/** Runs a command that must succeed, and returns the output. */
async function show(world: string, ...args: readonly string[]): Promise<string> {
  const { code, out, err } = await ask(world, ...args);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return out;
}

const everything = sentSubject("FullName", "DateOfBirth", "PrimaryDocument", "Selfie");

async function startIn(world: string): Promise<string> {
  const { start } = await enterService(simulator, world);
  return start("document-and-selfie@latest", everything);
}

describe("world", () => {
  it("lists, shows and resets a world", async () => {
    await startIn("listed");
    const { out } = await runCli("world", "--simulator", `${served.url.replace("http://", "")}/`);
    expect(out.split("\n")[0]).toMatch(/^WORLD +INSTANCES +EPOCH +CLOCK +NOW$/);
    expect(out).toMatch(/^listed +1 +1 +frozen +2026-01-01T12:00:00.000Z$/m);
    const { out: json } = await runCli("world", "list", "--json", "--simulator", served.url);
    expect(WorldList.parse(JSON.parse(json)).worlds.map(({ world }) => world)).toContain("listed");
    expect(await show("listed", "world", "instances")).toMatch(/^sim_\S+ +document-and-selfie +v2 +eu +running$/m);
    expect(await show("listed", "world", "reset")).toMatch(/^listed +0 +2 /m);
    expect(await show("listed", "world", "instances")).toBe("No instance has started.\n");
  });

  it("saves, forks, restores, lists and deletes a checkpoint of a world", async () => {
    const instanceId = await startIn("kept");
    const checkpoint = /^\S{24}(?= +1 +2\S+Z$)/m.exec(await show("kept", "world", "checkpoint"))?.[0] ?? "";
    await show("kept", "clock", "advance", "1h");
    expect(await show("kept", "world", "fork", checkpoint, "twin of kept")).toMatch(/^twin of kept +1 /m);
    expect(await show("twin of kept", "explain", instanceId)).toMatch(/^Phase +running$/m);
    expect(await show("kept", "explain", instanceId)).toMatch(/^Phase +finished$/m);
    expect(await show("kept", "world", "restore", checkpoint)).toMatch(/^kept +1 .*12:00:00.000Z$/m);
    expect(await show("kept", "world", "checkpoints")).toMatch(new RegExp(`^${checkpoint} +1 +2\\S+Z$`, "m"));
    expect(await show("kept", "world", "remove-checkpoint", checkpoint)).toBe("The world has no checkpoint.\n");
    expect(await ask("kept", "world", "restore", checkpoint)).toMatchObject({ code: 2, out: "" });
  });

  it("shares a world as one file, which other simulators open and which contains no personal data", async () => {
    const instanceId = await startIn("shared");
    const file = join(folder, "run.html");
    expect(await show("shared", "world", "share", file)).toBe(
      `Wrote world "shared" to ${file}. Instances: 1. Requests: 2. Sample values replace personal data.\n`,
    );
    const html = await readFile(file, "utf8");
    const { snapshot }: SharedRun = JSON.parse(/>(.*)<\/script>/s.exec(html)?.[1] ?? "");
    expect(html).not.toMatch(/lovelace/i);
    const opened = createSimulator().world("shared");
    await opened.snapshot.open(snapshot);
    expect(await opened.instance(instanceId).explain()).toEqual(
      await simulator.world("shared").instance(instanceId).explain(),
    );
    await rm(file);
  });

  it("writes each world that received a request into a folder, also if two names differ in a sign only", async () => {
    const [one, two] = [createSimulator(), join(folder, "worlds")];
    const other = await serveSimulator(one, { port: 0 });
    for (const world of ["team/a", "team:a", "b@example.com"]) await enterService(one, world);
    await one.world("unused").clock.set({ mode: "frozen" });
    const err: string[] = [];
    const terminal = { err: { write: (text: string) => void err.push(text) }, command: "journey" };
    await shareWorlds(other.url, two, terminal as never).finally(other.close); // only these members are used
    const names = ["b@example.com.html", "team_a-2.html", "team_a.html"];
    expect((await readdir(two)).toSorted()).toEqual(names);
    expect(err.toSorted()).toEqual(names.map((name) => `journey: wrote ${join(two, name)}\n`));
    await rm(two, { recursive: true });
  });

  it("saves a world to a private file, and opens the file in a new simulator or as another world", async () => {
    const instanceId = await startIn("saved");
    const file = join(folder, "snapshot.json");
    await writeFile(file, "an earlier file");
    const saved = await show("saved", "world", "save", file);
    expect(saved).toBe(`Saved world "saved" to ${file}. Instances: 1. The file may contain personal data.\n`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(["snapshot.json"]);
    await show("saved", "clock", "advance", "1h");
    const copied = await ask("copy of saved", "world", "open", file);
    expect(copied).toMatchObject({ code: 0, err: expect.stringContaining('Created world "copy of saved".') });
    expect(copied.out).toMatch(/^copy of saved +1 +1 +frozen +2026-01-01T12:00:00.000Z$/m);
    expect(await show("copy of saved", "explain", instanceId)).toMatch(/^Phase +running$/m);
    const { url, close } = await serveSimulator(createSimulator(), { port: 0 });
    const opened = await runCli("world", "open", file, "--simulator", url);
    const explained = await runCli("explain", instanceId, "--simulator", url);
    await close();
    expect(opened).toMatchObject({ code: 0, out: expect.stringMatching(/^saved +1 +1 +frozen /m) });
    expect(explained.out).toMatch(/^Phase +running$/m);
  });

  it("refuses a damaged file and reports the problem, and leaves no file behind if saving fails", async () => {
    await startIn("damaged");
    const file = join(folder, "damaged.json");
    await show("damaged", "world", "save", file);
    const snapshot: object = JSON.parse(await readFile(file, "utf8"));
    await writeFile(file, JSON.stringify({ ...snapshot, version: 2 }));
    expect((await ask("damaged", "world", "open", file)).err).toBe(
      `journey: ${file}: version: a newer version of Journey Kit wrote this file, in version 2 of the file format. ` +
        "This one reads versions up to 1. Update Journey Kit to open the file.\n",
    );
    await writeFile(file, JSON.stringify({ ...snapshot, ordinal: 0 }));
    expect((await ask("damaged", "world", "open", file)).err).toContain(`${file}: instances[0].start.ordinal: `);
    await rm(file);
    const before = await readdir(folder);
    const refused = await ask("damaged", "world", "save", folder);
    expect(refused).toMatchObject({ code: 2, out: "", err: expect.stringContaining(`${folder} `) });
    expect([await readdir(folder), await readdir(join(folder, ".."))]).toEqual([
      before,
      expect.not.arrayContaining([expect.stringMatching(`^${basename(folder)}\\.`)]),
    ]);
  });

  it("does not require --world if there is only one world", async () => {
    const alone = createSimulator();
    const { url, close } = await serveSimulator(alone, { port: 0 });
    const none = await runCli("clock", "--simulator", url);
    expect(none).toMatchObject({ code: 2, err: expect.stringContaining("No client has sent a request yet") });
    await alone.world("only").clock.set({ mode: "frozen" });
    expect((await runCli("clock", "--simulator", url)).out).toMatch(/^frozen {2}\d{4}-.*Z\n$/);
    await alone.world("other").clock.set({ mode: "frozen" });
    const two = await runCli("clock", "--simulator", url);
    await close();
    expect(two).toMatchObject({
      code: 2,
      err: expect.stringContaining("There are 2 worlds. Choose one with --world,"),
    });
  });
});

describe("a world that does not exist", () => {
  const names = async () => (await simulator.fetch(new Request("http://localhost/_sim/worlds"))).json();
  const reads = [
    ["world", "show"],
    ["world", "reset"],
    ["clock"],
    ["scenario"],
    ["fault"],
    ["explain", "x"],
    ["coverage"],
  ];

  it.each(reads.map((args) => ({ args, command: args.join(" ") })))(
    "the command `$command` fails without creating the world, and suggests the closest name",
    async ({ args }) => {
      await startIn("my-tests");
      const before = await names();
      const { code, out, err } = await ask("my-tets", ...args);
      expect({ code, out, err }).toEqual({
        code: 2,
        out: "",
        err: 'journey: There is no world "my-tets". Did you mean "my-tests"?\n',
      });
      expect(await names()).toEqual(before);
    },
  );

  it("a command that changes settings creates the world and says so on stderr", async () => {
    const { code, out, err } = await ask("brand-new", "scenario", "arm", "slow");
    expect({ code, out }).toEqual({ code: 0, out: "next    slow, for one instance\nalways  test-people\n" });
    expect(err).toBe('Created world "brand-new". No client has used it yet.\n');
    expect(await ask("brand-new", "scenario", "arm", "slow")).toMatchObject({ err: "" });
  });

  it("a command that creates a world suggests an existing one with a similar name", async () => {
    await simulator.world("my-app").clock.set({ mode: "frozen" });
    const { code, err } = await ask("my-ap", "clock", "advance", "1h");
    const hint = 'Did you mean "my-app"?';
    expect({ code, err }).toEqual({ code: 0, err: `Created world "my-ap". No client has used it yet. ${hint}\n` });
  });

  it("never prints control characters from a client id", async () => {
    const evil = "evil\u001b[31m\u009bx";
    await simulator.world(evil).clock.set({ mode: "frozen" });
    const shown = await show(evil, "world", "show");
    expect(shown).toContain("evil\\u001b[31m\\u009bx");
    const json = await show(evil, "world", "show", "--json");
    expect(JSON.parse(json)).toMatchObject({ world: evil });
    const missing = await ask(`${evil}?`, "world", "show");
    for (const text of [shown, json, missing.err]) expect(text.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
  });
});

describe("clock", () => {
  it("advances the clock by a duration, to the next event and to a time, and changes the mode", async () => {
    await startIn("moved");
    expect(await show("moved", "clock")).toBe("frozen  2026-01-01T12:00:00.000Z\n");
    expect(await show("moved", "clock", "advance", "500ms")).toBe("frozen  2026-01-01T12:00:00.500Z\n");
    expect(await show("moved", "clock", "advance", "next-event")).toBe("frozen  2026-01-01T12:00:02.000Z\n");
    expect(await show("moved", "clock", "advance", "2026-01-02T00:00:00Z")).toBe("frozen  2026-01-02T00:00:00.000Z\n");
    expect(JSON.parse(await show("moved", "clock", "auto", "--json"))).toMatchObject({ mode: "auto" });
    expect(await show("moved", "clock", "real")).toMatch(/^real {2}/);
    expect(await show("moved", "clock", "freeze")).toMatch(/^frozen {2}/);
  });

  it("reports in one line that the clock cannot move back", async () => {
    await simulator.world("back").clock.set({ mode: "frozen" });
    const { code, out, err } = await ask("back", "clock", "advance", "2025-01-01T00:00:00Z");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^journey: to: must not be in the past[^\n]*\n$/);
  });
});

describe("scenario", () => {
  it("stores a scenario from a file, lists it and arms it", async () => {
    const path = join(folder, "mine.json");
    await writeFile(path, JSON.stringify({ name: "mine", description: "All is lost.", rules: [], otherwise: {} }));
    await simulator.world("scripted").clock.set({ mode: "frozen" });
    expect(await show("scripted", "scenario", "put", path)).toMatch(/^mine +0 +All is lost\.$/m);
    expect(await show("scripted", "scenario", "arm", "mine", "--times", "3")).toBe(
      "next    mine, for 3 instances\nalways  test-people\n",
    );
    expect(await show("scripted", "scenario", "arm", "slow")).toContain("then    slow, for one instance\n");
    const list = ScenarioList.parse(JSON.parse(await show("scripted", "scenario", "list", "--json")));
    expect(list.armed).toHaveLength(2);
  });

  it("takes the name of a scenario from --name, the file's content or the file name, and refuses two different names", async () => {
    const path = join(folder, "nameless.json");
    await writeFile(path, JSON.stringify({ rules: [] }));
    expect(await show("scripted", "scenario", "put", path)).toMatch(/^nameless +0/m);
    expect(await show("scripted", "scenario", "put", path, "--name", "given")).toMatch(/^given +0/m);
    await writeFile(path, JSON.stringify({ name: "own", rules: [] }));
    expect(await show("scripted", "scenario", "put", path)).toMatch(/^own +0/m);
    expect(await ask("scripted", "scenario", "put", path, "--name", "given")).toMatchObject({
      code: 2,
      err: `journey: ${path}: name: must match --name.\n`,
    });
  });

  it("refuses a rule with an outcome that its module cannot return, and lists the possible outcomes", async () => {
    const path = join(folder, "impossible.json");
    const rules = [{ when: { module: "Liveness" }, then: { outcome: "refer" } }];
    await writeFile(path, JSON.stringify({ rules }));
    expect(await ask("scripted", "scenario", "put", path)).toMatchObject({
      code: 2,
      err: "journey: rules[0].then.outcome: Liveness can return Success (accept), Fail (reject), or a custom outcome.\n",
    });
  });

  it("names the file and the invalid member of a scenario, and suggests a name for an unknown scenario", async () => {
    const path = join(folder, "wrong.json");
    await writeFile(path, JSON.stringify({ name: "wrong", rules: [{ when: { modul: "x" } }] }));
    const { code, err } = await ask("scripted", "scenario", "put", path);
    expect(code).toBe(2);
    expect(err).toContain(`journey: ${path}: rules[0].when: `);
    expect(await ask("scripted", "scenario", "arm", "nothing")).toEqual({
      code: 2,
      out: "",
      err: 'journey: There is no scenario "nothing". To list the scenarios, run journey scenario list.\n',
    });
    expect(await ask("scripted", "scenario", "arm", "liveness-fails-onc")).toMatchObject({
      err: 'journey: There is no scenario "liveness-fails-onc". Did you mean "liveness-fails-once"?\n',
    });
  });
});

describe("journeys", () => {
  it("publishes a journey from a file in the given environment and region, and lists the journey (spec 2.1)", async () => {
    const path = join(folder, "journey.json");
    const segments = [{ id: "one", interactions: [{ id: "names", pages: [], required: ["FullName"] }], modules: [] }];
    const definition = { id: "published", name: "Published", apiVersion: "v2", segments };
    await writeFile(path, JSON.stringify(definition));
    const publish = (...flags: readonly string[]) =>
      runCli("journeys", "publish", path, ...flags, "--simulator", served.url);
    expect((await publish("--environment", "preview", "--region", "eu")).out).toMatch(
      /^ +published-preview +v2 +1 +eu$/m,
    );
    expect((await publish()).out).toMatch(/^published +published-preview +v2 +2 +eu us au$/m);
    const { out } = await runCli("journeys", "--simulator", served.url);
    expect(out).toMatch(/^PRODUCTION +PREVIEW +API +VERSION +REGIONS$/m);
    expect(out).toMatch(/^ +published-preview +v2 +1 +eu$/m);
    expect(out).toMatch(/^full-kyc-v1 +full-kyc-v1-preview +v1 +1 +eu us au$/m);
    await writeFile(path, JSON.stringify({ ...definition, version: "2", name: "Other" }));
    expect(await publish()).toEqual({
      code: 2,
      out: "",
      err: "journey: journey.version: version 2 of published is already published with different content.\n",
    });
  });
});

describe("fault", () => {
  it("adds the faults that the page offers by their names, and lists the names", async () => {
    await simulator.world("ready-made").clock.set({ mode: "frozen" });
    const list = await show("ready-made", "fault", "use");
    const names = faultPresets.map(({ rule }) => rule.id);
    expect(
      list
        .split("\n")
        .slice(1, -1)
        .map((line) => line.split(" ", 1)[0]),
    ).toEqual(names);
    for (const name of names) expect(await show("ready-made", "fault", "use", name)).toContain(`\n${name} `);
    expect((await simulator.world("ready-made").faults.read()).rules).toHaveLength(names.length);
    expect(await ask("ready-made", "fault", "use", "lose-submit-respons")).toMatchObject({
      code: 2,
      err: 'journey: There is no fault "lose-submit-respons". Did you mean "lose-submit-response"?\n',
    });
  });

  it("plans faults from a file, shows which requests they hit, and removes the faults", async () => {
    const path = join(folder, "faults.json");
    const rule = `{"when":{"endpoint":"v2.startJourney","nth":1},"then":{"type":"status","status":503,"retryAfter":2}}`;
    await writeFile(path, `{"rules":[${rule}]}`);
    await simulator.world("faulty").clock.set({ mode: "frozen" });
    expect(await show("faulty", "fault")).toBe("No faults are planned.\n");
    expect(await show("faulty", "fault", "hits")).toBe("No fault has hit a request.\n");
    const planned = /^rules\[0\] +endpoint v2\.startJourney, nth 1 +answered with 503 \(retryAfter 2\)$/m;
    expect(await show("faulty", "fault", "put", path)).toMatch(planned);
    await startIn("faulty");
    expect(await show("faulty", "fault", "hits")).toMatch(
      /^rules\[0\] +v2\.startJourney +1 +answered with 503 \(retryAfter 2\)$/m,
    );
    expect(await show("faulty", "fault", "clear")).toBe("No faults are planned.\n");
  });
});

describe("world profile, rate and requests", () => {
  it("changes single readings, and keeps the others unless a profile is given", async () => {
    const set = ["world", "profile", "set"] as const;
    await startIn("single");
    await show("single", ...set, "observed");
    const changed = await show("single", ...set, "--reading", "rate-limit=none", "--reading", "submit-status=created");
    expect(changed).toMatch(/^rate-limit +none$/m);
    expect(changed).toMatch(/^submit-status +created$/m);
    expect(changed).toMatch(/^version-omitted +latest$/m); // of `observed`
    const reset = await show("single", ...set, "specified", "--reading", "refer-ends-journey=no");
    expect(reset).toMatch(/^refer-ends-journey +no$/m);
    expect(reset).toMatch(/^version-omitted +refused$/m);
    expect(await ask("single", ...set)).toMatchObject({ code: 2, out: "", err: expect.stringContaining("--reading") });
    expect((await ask("single", ...set, "--reading", "rate-limit=many")).err).toContain("rate-limit");
  });

  it("sets a profile and a rate limit, and shows the request that the limit refused", async () => {
    await startIn("limited");
    expect(await show("limited", "world", "profile", "set", "observed")).toMatch(/^rate-limit +limited$/m);
    expect(await show("limited", "world", "profile")).toMatch(/^rate-limit +limited$/m);
    expect(await show("limited", "world", "rate", "0")).toMatch(/^0 starts and submits per minute/);
    const service = await enterService(simulator, "limited");
    await service.v2("journey/start", { resourceId: "age-check@latest", context: { config: { delivery: "api" } } });
    expect(await show("limited", "requests")).toMatch(/ v2\.startJourney .*429 +RATE_LIMITED$/m);
    expect(await ask("limited", "world", "rate", "many")).toMatchObject({ code: 2, out: "" });
    expect(await ask("limited", "world", "profile", "set", "sideways")).toEqual({
      code: 2,
      out: "",
      err: 'journey: [profile] must be "specified", "observed" or the path of a JSON file. Try journey --help.\n',
    });
  });
});

describe("requests", () => {
  it("shows the latest requests, or the requests after a given number", async () => {
    const { v2 } = await enterService(simulator, "busy");
    for (let i = 0; i < 110; i += 1) await v2("journey/state/fetch", { instanceId: "nobody" });
    const numbers = async (...flags: readonly string[]) =>
      [...(await show("busy", "requests", ...flags)).matchAll(/^\d+/gm)].map(([number]) => Number(number));
    const shown = await numbers();
    expect([shown.length, shown[0], shown.at(-1)]).toEqual([100, 12, 111]);
    expect(await numbers("--limit", "2")).toEqual([110, 111]);
    expect(await numbers("--after", "5", "--limit", "2")).toEqual([6, 7]);
  });
});

describe("requests --deprecated", () => {
  const deprecated = ["requests", "--deprecated"] as const;

  it("counts the deprecated requests to each endpoint and names the replacement (spec 4.3, 9)", async () => {
    const { v1 } = await enterService(simulator, "old");
    await v1("journey/task/list", { instanceId: "unknown" });
    await v1("journey/task/list", { instanceId: "unknown" });
    await v1("journey/state/fetch", { instanceId: "unknown" });
    const out = await show("old", ...deprecated);
    expect(out).toMatch(/^ENDPOINT +REQUESTS +REPLACED BY\n/);
    expect(out).toMatch(/^v1\.listTasks +2 +v2\.fetchInteraction$/m);
    expect(out).not.toContain("v1.fetchState"); // v1, but not deprecated
    expect(JSON.parse(await show("old", ...deprecated, "--json"))).toEqual({
      world: "old",
      deprecated: [{ endpoint: "v1.listTasks", requests: 2, replacedBy: "v2.fetchInteraction" }],
    });
  });

  it("exits with code 1 under --fail only if there are deprecated requests", async () => {
    await startIn("new");
    expect(await show("new", ...deprecated, "--fail")).toBe("No deprecated requests.\n");
    const { v1 } = await enterService(simulator, "new");
    await v1("journey/start", { resourceId: "age-check-v1@latest", context: { config: {}, subject: {} } });
    expect(await show("new", ...deprecated, "--fail")).toBe("No deprecated requests.\n");
    await v1("journey/task/schema", { taskId: "unknown" });
    expect(await show("new", ...deprecated)).toContain("v1.fetchTaskSchema");
    expect(await ask("new", ...deprecated, "--fail")).toMatchObject({ code: 1, err: "" });
    expect(await ask("new", "requests", "--fail")).toMatchObject({ code: 2, out: "" });
  });

  it("exits with code 2 under --fail if the world has received no requests", async () => {
    await simulator.world("idle").clock.set({ mode: "frozen" });
    expect(await show("idle", ...deprecated)).toBe("No requests yet.\n");
    expect(await ask("idle", ...deprecated, "--fail")).toEqual({
      code: 2,
      out: "",
      err: 'journey: World "idle" has received no requests. Does your client use this client id?\n',
    });
  });

  it("lists an endpoint only if it is deprecated under the readings of the world (spec 4.3)", async () => {
    const { v1 } = await enterService(simulator, "read");
    await v1("journey/task/schema", { taskId: "unknown" });
    expect(await show("read", ...deprecated)).toContain("v1.fetchTaskSchema");
    await show("read", "world", "profile", "set", "--reading", "v1-task-schema-deprecated=no");
    expect(await show("read", ...deprecated, "--fail")).toBe("No deprecated requests.\n");
  });
});

describe("instance", () => {
  it("completes the hosted pages of an instance as the given person (spec 2.7)", async () => {
    const { start } = await enterService(simulator, "paged");
    const instanceId = await start("document-and-selfie@latest", {}, { delivery: "page" });
    const page = await show(
      "paged",
      "instance",
      "complete-pages",
      instanceId,
      "--person",
      "Testdocumentauthenticationmediumrisk",
    );
    expect(page).toMatch(/submit of PrimaryDocument[\s\S]*submit of Selfie/);
    await show("paged", "clock", "advance", "1m");
    expect(await show("paged", "explain", instanceId)).toMatch(/evaluated +refer$/m);
    const called = await startIn("paged");
    expect(await ask("paged", "instance", "complete-pages", called)).toMatchObject({
      code: 2,
      err: expect.stringContaining("No hosted page has this address."),
    });
  });

  it("advances, pauses, resumes, resolves and fails an instance, and shows its new state after each command", async () => {
    const instanceId = await startIn("held");
    expect(await show("held", "instance", "pause", instanceId)).toMatch(/^Phase +paused$/m);
    expect(await show("held", "instance", "resume", instanceId)).toMatch(/^Phase +running$/m);
    expect(await show("held", "instance", "resolve", instanceId, "Data Verification", "refer")).toMatch(/a tester/);
    expect(await show("held", "instance", "advance", instanceId, "next-event")).toMatch(/finished .*Partial Match/);
    expect(await show("held", "instance", "fail", instanceId)).toMatch(/^Phase +failed$/m);
    expect(await ask("held", "instance", "review", instanceId, "maybe")).toMatchObject({ code: 2, out: "" });
    expect(await ask("held", "instance", "advance", instanceId, "soon")).toMatchObject({ code: 2, out: "" });
    expect(await ask("held", "instance", "review", instanceId, "accept")).toMatchObject({
      code: 2,
      err: "journey: The journey is not waiting for a review.\n",
    });
  });
});

describe("instance resolve", () => {
  it("with --retry recollect, the instance asks again for the module's data (gap module-retry)", async () => {
    const instanceId = await startIn("resolved");
    await show("resolved", "instance", "advance", instanceId, "6s");
    await show("resolved", "instance", "resolve", instanceId, "Liveness", "Fail", "--retry", "recollect");
    expect(await show("resolved", "instance", "advance", instanceId, "1m")).toContain(
      "data for interaction selfie: Selfie",
    );
    expect(
      await ask("resolved", "instance", "resolve", instanceId, "Liveness", "Fail", "--retry", "often"),
    ).toMatchObject({
      code: 2,
      err: expect.stringContaining("--retry must be never, automatic or recollect."),
    });
  });
});

describe("coverage", () => {
  it("merges the coverage of all worlds, or only of the worlds given with --world", async () => {
    await startIn("first");
    await startIn("second");
    const read = async (...flags: readonly string[]) =>
      JSON.parse((await runCli("coverage", "--json", "--simulator", served.url, ...flags)).out);
    const [all, both, one] = [
      await read(),
      await read("--world", "first", "--world", "second"),
      await read("--world", "first"),
    ];
    expect(all.requests).toBeGreaterThan(both.requests);
    expect({ both: both.world, requests: both.requests }).toEqual({
      both: "first, second",
      requests: 2 * one.requests,
    });
    expect(await ask("frist", "coverage")).toMatchObject({
      code: 2,
      err: 'journey: There is no world "frist". Did you mean "first"?\n',
    });
  });

  it("shows coverage, and exits with code 1 below the required percentage", async () => {
    await startIn("covered");
    const page = await show("covered", "coverage");
    expect(page).toMatch(/^Coverage of covered: \d+ % after \d+ requests/);
    expect(page).toMatch(/^endpoints +2 +16 /m);
    expect(await ask("covered", "coverage", "--min", "1")).toMatchObject({ code: 0 });
    expect(await ask("covered", "coverage", "--min", "100")).toMatchObject({ code: 1, err: "" });
    expect(await ask("covered", "coverage", "--min", "most")).toMatchObject({ code: 2, out: "" });
    expect(JSON.parse(await show("covered", "coverage", "--json"))).toMatchObject({ world: "covered", reached: true });
    const file = join(folder, "coverage.xml");
    await show("covered", "coverage", "--junit", file);
    expect(await readFile(file, "utf8")).toMatch(/<testsuite name="transitions" tests="\d+"/);
  });

  it("checks that it can write the JUnit report before it calls the simulator", async () => {
    const nobody = ["--simulator", "http://127.0.0.1:1"];
    const nowhere = await runCli("coverage", "--junit", join(folder, "no", "such.xml"), ...nobody);
    expect(nowhere).toMatchObject({ code: 2, out: "", err: expect.stringContaining("does not exist") });
  });
});

describe("explain", () => {
  it("explains the latest instance by default, and fails in a world without instances", async () => {
    await startIn("latest");
    const instanceId = await startIn("latest");
    expect(await show("latest", "explain")).toContain(instanceId);
    await show("latest", "world", "reset");
    expect(await ask("latest", "explain")).toMatchObject({ code: 2, err: expect.stringContaining("no instances yet") });
  });

  it("shows the phase, what the instance is waiting for, the modules and the timeline", async () => {
    const instanceId = await startIn("explained");
    await show("explained", "clock", "advance", "4s");
    const page = await show("explained", "explain", instanceId);
    expect(page).toMatch(
      new RegExp(`^${instanceId} {2}document-and-selfie 1, v2 in eu, instance 1 of its world\n\nPhase +running\n`),
    );
    expect(page).toMatch(/\nWaiting for\n {2}module [^\n]+\n/);
    expect(page).toMatch(/\nModules\n {2}MODULE +ATTEMPT +FROM +TO +OUTCOME +DECIDED BY\n {2}Data Verification +1 /);
    expect(page).toMatch(/\nTimeline\n {2}2026-01-01T12:00:00.000Z {2}command +start \(delivery: api\)\n/);
    expect(page).not.toMatch(/ +$/m);
    const json: unknown = JSON.parse(await show("explained", "explain", instanceId, "--json"));
    expect(Explanation.parse(json)).toMatchObject({ instanceId, phase: "running" });
  });

  it("explains an earlier state, at a time or after a number of commands", async () => {
    await startIn("past");
    await show("past", "clock", "advance", "1h");
    expect(await show("past", "explain")).toMatch(/^Phase +finished$/m);
    expect(await show("past", "explain", "--at", "2026-01-01T12:00:01Z")).toMatch(/^Now +2026-01-01T12:00:01.000Z$/m);
    expect(await show("past", "explain", "--commands", "1")).toMatch(/^Phase +running$/m);
    const refused = {
      code: 2,
      out: "",
      err: "journey: commands: must not exceed 1, the number of commands of the instance.\n",
    };
    expect(await ask("past", "explain", "--commands", "2")).toEqual(refused);
  });

  it("shows the outcome or failure of a module run, and whether the run is pending or paused", async () => {
    const { start } = await enterService(simulator, "runs");
    const explain = async (lastName: string, ...verbs: readonly string[]) => {
      const identity = { firstName: "Ada", lastNames: [lastName], dateOfBirth: "1990-12-10" };
      const instanceId = await start("age-check@latest", { identity });
      for (const verb of verbs) await show("runs", "instance", ...verb.split(" ").toSpliced(1, 0, instanceId));
      return /Age Verification +1 +\S+ +\S+ +(.*?) {2}/.exec(await show("runs", "explain", instanceId))?.[1];
    };
    expect([
      await explain("Lovelace"),
      await explain("Lovelace", "pause"),
      await explain("Lovelace", "advance 1h"),
      await explain("Testfail"),
      await explain("Testfail", "advance 1h"),
      await explain("Testnever"),
    ]).toEqual([
      "Of Age (pending)",
      "Of Age (paused)",
      "Of Age",
      "failure (pending)",
      "could not complete",
      "none (pending)",
    ]);
  });

  it("reports an unknown instance in one line", async () => {
    const unknown = { code: 2, out: "", err: "journey: There is no such instance.\n" };
    expect(await ask("explained", "explain", "no/body")).toEqual(unknown);
  });
});

describe("simulator", () => {
  it("reports in one line that no simulator responds, and exits with code 2", async () => {
    const { url, close } = await serveSimulator(createSimulator(), { port: 0 });
    await close();
    const advice = "Start one with journey serve, or pass an address with --simulator.";
    const err = `journey: No simulator responds at ${url} (connection refused). ${advice}\n`;
    const missing = { code: 2, out: "", err };
    for (const args of [["world"], ["clock"], ["scenario"], ["explain", "x"]]) {
      expect(await runCli(...args, "--simulator", url)).toEqual(missing);
    }
  });

  it("reports the cause if fetch blocks the port", async () => {
    const { code, err } = await runCli("world", "--simulator", "127.0.0.1:4190");
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining("(fetch blocks this port;") });
  });

  it.each(["", "<h1>Hello</h1>", "{}", "[]", '{"errors":[]}'])(
    "reports that a server responding with %j is not a simulator",
    async (body) => {
      const other = createServer((_, outgoing) => void outgoing.end(body));
      await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
      const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`; // the server listens on a port
      const { code, err } = await runCli("world", "--simulator", url);
      other.closeAllConnections();
      other.close();
      expect({ code, err }).toEqual({
        code: 2,
        err: `journey: The server at ${url} is not a simulator, or its version differs from this command's. Check the address and both versions.\n`,
      });
    },
  );
});

it("does not list the worlds if a command names a world with instances", async () => {
  const paths: string[] = [];
  const busy = createSimulator({ clock: { mode: "frozen", at: noon }, onRequest: ({ path }) => void paths.push(path) });
  const { start } = await enterService(busy, "named");
  await start("document-and-selfie@latest");
  const { url, close } = await serveSimulator(busy, { port: 0 });
  paths.length = 0;
  const { code } = await runCli("clock", "advance", "1h", "--world", "named", "--simulator", url);
  await close();
  expect([code, paths]).toEqual([0, ["/_sim/worlds/:world", "/_sim/worlds/:world/clock/advance"]]);
});
