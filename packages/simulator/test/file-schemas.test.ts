import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FaultPlan, FileSchema, type Scenario } from "@journey-kit/schemas/control";
import { fileSchemaNames, presets } from "@journey-kit/schemas/tables";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod";
import { serveSimulator } from "../src/node/serve.ts";
import { createSimulator } from "../src/simulator.ts";
import { openControl } from "./control.ts";
import { runCli } from "./terminal.ts";

const $schema = "./node_modules/@journey-kit/simulator/json/any.json";
const scenario: Scenario = { $schema, name: "mine", rules: [] };
const plan: FaultPlan = { $schema, rules: [{ when: { nth: 2 }, then: { type: "status", status: 503 } }] };
const profile = { $schema, preset: "observed", readings: { "submit-status": "created" } } as const;
const journey = {
  $schema,
  id: "selfie",
  name: "Selfie",
  generation: "v2",
  segments: [
    {
      id: "selfie",
      interactions: [{ id: "selfie", pages: [], required: ["Selfie"] }],
      modules: [{ module: "Liveness", variant: "liveness-v2" }],
    },
  ],
};
const files = { Scenario: scenario, FaultPlan: plan, ProfileFile: profile, JourneyDefinition: journey };

const simulator = createSimulator();
const served = await serveSimulator(simulator, { port: 0 });
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "file-schemas-"));
  await mkdir(join(folder, "journeys"));
  await writeFile(join(folder, "journeys", "selfie.json"), JSON.stringify(journey));
  for (const [name, file] of Object.entries(files)) await writeFile(join(folder, `${name}.json`), JSON.stringify(file));
});
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true });
});

test.each(fileSchemaNames)("serves the JSON Schema of %s", async (name) => {
  const response = await fetch(`${served.url}/_sim/schemas/${name}.json`);
  expect(FileSchema.parse(await response.json()).title).toBe(name);
});

test("builds the JSON Schemas at the first request and not again", async () => {
  const { fetch } = createSimulator();
  const read = async () => (await fetch("http://127.0.0.1:4010/_sim/schemas/Scenario.json")).text();
  const lookUp = vi.spyOn(z.globalRegistry, "get"); // building looks up the metadata of every schema
  const texts = [await read()];
  const lookUps = lookUp.mock.calls.length;
  texts.push(await read());
  expect([lookUps > 0, lookUp.mock.calls.length - lookUps]).toEqual([true, 0]);
  expect(texts[1]).toBe(texts[0]);
});

test.each(["Name.json", "__proto__", "constructor"])(
  "responds with 404 to a request for the schema %s",
  async (name) => {
    expect((await fetch(`${served.url}/_sim/schemas/${name}`)).status).toBe(404);
  },
);

test("ignores `$schema` in objects that are passed in process", async () => {
  const world = simulator.world("in-process");
  await world.scenarios.put(scenario);
  await world.scenarios.arm({ scenario: "mine" });
  expect((await world.faults.set(plan)).rules).toEqual(plan.rules);
  expect((await world.profile.set(profile)).readings).toEqual({ ...presets.observed, "submit-status": "created" });
  expect(createSimulator().publish(journey).version).toBe("1");
});

test("ignores `$schema` in files that are sent over HTTP", async () => {
  const control = openControl(simulator);
  const replies = await Promise.all([
    control("PUT", "/http/scenarios/mine", scenario),
    control("PUT", "/http/faults", plan),
    control("PUT", "/http/profile", profile),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test("ignores `$schema` in the options of a simulator", async () => {
  const { world } = createSimulator({ profile, scenario, journeys: [journey] });
  expect((await world("one").profile.read()).readings["submit-status"]).toBe("created");
});

test("ignores `$schema` in files that are passed on the command line", async () => {
  const path = (name: string) => join(folder, name);
  const on = ["--simulator", served.url];
  const results = await Promise.all([
    runCli("scenario", "put", path("Scenario.json"), ...on, "--world", "cli"),
    runCli("fault", "put", path("FaultPlan.json"), ...on, "--world", "cli"),
    runCli("world", "profile", "set", path("ProfileFile.json"), ...on, "--world", "cli"),
    runCli("journey", "publish", path("JourneyDefinition.json"), ...on),
    runCli("journeys", "--journeys", path("journeys"), "--profile", path("ProfileFile.json")),
  ]);
  expect(results.filter(({ code }) => code !== 0)).toEqual([]);
  expect(results.at(-1)?.out).toContain("selfie");
});
