import { type FaultPlan, FileSchema, type Scenario } from "@journey-kit/schemas/control";
import { fileSchemaNames, presets } from "@journey-kit/schemas/tables";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { serveSimulator } from "../src/node/serve.ts";
import { createSimulator } from "../src/simulator.ts";
import { openControl } from "./control.ts";

const $schema = "./node_modules/journey-kit/json/any.json";
const scenario: Scenario = { $schema, name: "mine", rules: [] };
const plan: FaultPlan = { $schema, rules: [{ when: { nth: 2 }, then: { type: "status", status: 503 } }] };
const profile = { $schema, preset: "observed", readings: { "submit-status": "created" } } as const;
const journey = {
  $schema,
  id: "selfie",
  name: "Selfie",
  apiVersion: "v2",
  segments: [
    {
      id: "selfie",
      interactions: [{ id: "selfie", pages: [], required: ["Selfie"] }],
      modules: [{ module: "Liveness", variant: "liveness-v2" }],
    },
  ],
};

const simulator = createSimulator();
const served = await serveSimulator(simulator, { port: 0 });
afterEach(() => void vi.restoreAllMocks());
afterAll(() => served.close());

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
