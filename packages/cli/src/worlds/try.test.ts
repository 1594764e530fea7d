import { createSimulator } from "@journey-kit/simulator";
import { type Served, serveSimulator } from "@journey-kit/simulator/node";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openService, sentSubject } from "../../../simulator/test/service.ts";
import { runCli } from "../../test/terminal.ts";
import type { Call } from "./trace.ts";
import { createWait } from "./try.ts";

let specified: Served;
let observed: Served;
beforeAll(async () => {
  specified = await serveSimulator(createSimulator(), { port: 0 });
  observed = await serveSimulator(createSimulator({ profile: "observed" }), { port: 0 });
});
afterAll(() => Promise.all([specified.close(), observed.close()]));

const journeys = ["age-check", "identity-check", "document-and-selfie", "full-kyc", "onboarding"].flatMap((id) => [
  id,
  `${id}-v1`,
]);

describe("try", () => {
  it.each(journeys)("completes the journey %s under both presets (spec 3.2, 3.3)", async (journey) => {
    for (const { url } of [specified, observed]) {
      const { code, out, err } = await runCli("try", journey, "--simulator", url);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(out).toMatch(
        /\nCompleted(: accept)?\nNext: journey explain sim_\S+ --world try-\S+ --simulator http:\S+\n$/,
      );
    }
  });

  it("shows a repeated poll only if its result has changed", async () => {
    const { out } = await runCli("try", "age-check", "--simulator", specified.url);
    const lines = out.split("\n").map((line) => line.replaceAll(/ {2,}/g, "  "));
    expect(lines[0]).toMatch(/^age-check@latest on http:\/\/127\.0\.0\.1:\d+, world try-\w{8}$/);
    expect(lines.slice(1, -2)).toEqual([
      "",
      "/as/token.oauth2  200  token for 3600 s",
      expect.stringMatching(/^\/v2\/captain\/journey\/start {2}201 {2}instance sim_/),
      "/v2/captain/journey/interaction/fetch  200  needs DateOfBirth",
      "/v2/captain/journey/interaction/submit  200  submitted DateOfBirth",
      "/v2/captain/journey/interaction/fetch  200  nothing to collect",
      "/v2/captain/journey/state/fetch  200  Completed",
      "",
      "Completed: accept",
    ]);
  });

  it("runs a scenario, and exits with code 1 if the journey fails or is stuck", async () => {
    const on = ["--simulator", specified.url];
    expect(await runCli("try", "--scenario", "rejected", ...on)).toMatchObject({
      code: 0,
      out: expect.stringContaining("\nCompleted: reject\n"),
    });
    expect(await runCli("try", "--scenario", "broken", ...on)).toMatchObject({ code: 1, err: "" });
    expect(await runCli("try", "--scenario", "stuck", ...on)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^journey: The journey is stuck\. It is waiting for module Data Verification/),
    });
  });

  it.each([
    ["50 polls", "a clock that jumps with each poll", false, 50],
    ["120 polls, a second apart,", "any other clock", true, 120],
  ])("a journey is stuck if %s under %s show no change", async (_, __, isReal, polls) => {
    const { start, world } = await openService({ clock: { mode: "auto" } });
    await world.scenarios.arm({ scenario: "stuck" });
    const instanceId = await start("age-check@latest", sentSubject("DateOfBirth"));
    const stop = new AbortController().signal;
    const slept: unknown[] = [];
    const sleep = async <Value>(duration?: number, value?: Value) => {
      slept.push(duration);
      return value as Value;
    };
    const calls: Pick<Call, "request" | "response">[] = [];
    const wait = createWait(world, calls, { isReal, hint: "", stop, sleep });
    const poll = (response: unknown) => {
      calls.push({ request: { instanceId }, response });
      return wait(1_000);
    };
    await poll({ status: "another" }); // a change starts the count again
    for (let n = 0; n < polls; n += 1) await poll({});
    await expect(poll({})).rejects.toThrow(/^The journey is stuck\. It is waiting for module Age/);
    expect(slept).toEqual(Array.from({ length: isReal ? polls + 1 : 0 }, () => 1_000));
  });

  it("submits a document with the country GB, which a scenario can match", async () => {
    const simulator = createSimulator();
    const world = simulator.world("british");
    const subject = [{ path: "documents[type=Primary].countryCode", in: ["GB", "GBR"] }];
    const when = { module: "Document Authentication", subject };
    await world.scenarios.put({ name: "suspect", rules: [{ when, then: { outcome: "Medium Risk" } }] });
    await world.scenarios.arm({ scenario: "suspect" });
    await world.clock.set({ mode: "auto" });
    const { url, close } = await serveSimulator(simulator, { port: 0 });
    await runCli("try", "document-and-selfie", "--client-id", "british", "--simulator", url);
    const [{ instanceId = "" } = {}] = (await world.instances()).instances;
    const { modules } = await world.instance(instanceId).explain();
    expect(modules).toContainEqual(
      expect.objectContaining({ module: "Document Authentication", outcome: "Medium Risk" }),
    );
    await close();
  });

  it("stops immediately if the world's clock is frozen, and suggests commands to continue", async () => {
    const simulator = createSimulator();
    await simulator.world("still").clock.set({ mode: "frozen" });
    const { url, close } = await serveSimulator(simulator, { port: 0 });
    const { code, out, err } = await runCli("try", "age-check", "--client-id", "still", "--simulator", url);
    const flags = `--world still --simulator ${url}`;
    const advice = `Next: journey clock advance next-event ${flags}, or journey clock real ${flags}\n`;
    expect(err).toMatch(/^journey: The clock of the world is frozen\. The journey is waiting for module Age/);
    expect(err).toContain(advice);
    expect(code).toBe(1);
    expect(out.match(/nothing to collect/g)).toHaveLength(1);
    await close();
  });

  it("prints requests and responses as JSON without secrets or tokens", async () => {
    const { code, out } = await runCli("try", "age-check", "--json", "--simulator", specified.url);
    expect(code).toBe(0);
    const { calls, ...rest } = JSON.parse(out);
    expect(rest).toMatchObject({ resourceId: "age-check@latest", status: "Completed", outcome: "accept" });
    expect(calls.map(({ endpoint }: { endpoint: string }) => endpoint).slice(0, 4)).toEqual([
      "token.requestToken",
      "v2.startJourney",
      "v2.fetchInteraction",
      "v2.submitInteraction",
    ]);
    expect(calls[0]).toMatchObject({ status: 200, request: "not shown", response: "not shown" });
  });

  it.each([
    [["age-chek"], 'There is no journey "age-chek". Did you mean "age-check"?'],
    [["age-check@9"], 'There is no version "9" of "age-check". Known versions: age-check@latest, age-check@1.'],
    [
      ["age-check-v1-preview@2"],
      'There is no version "2" of "age-check-v1-preview". Known versions: age-check-v1-preview@latest, age-check-v1-preview@1.',
    ],
    [["--scenario", "acepted"], 'There is no scenario "acepted". Did you mean "accepted"?'],
  ])("suggests the closest name for %j", async (args, problem) => {
    const { code, err } = await runCli("try", ...args, "--simulator", specified.url);
    expect({ code, err }).toEqual({ code: 2, err: `journey: ${problem}\n` });
  });

  it("runs as a client that the simulator lists, and explains how to pass one if the default client is refused (spec 5)", async () => {
    const clients = [{ clientId: "listed", clientSecret: "hush" }];
    const { url, close } = await serveSimulator(createSimulator({ clients, latency: 0 }), { port: 0 });
    const unlisted = await runCli("try", "age-check", "--simulator", url);
    expect(unlisted).toMatchObject({
      code: 2,
      err: expect.stringContaining("There is no such client. Pass --client-id and set JOURNEY_CLIENT_SECRET"),
    });
    const listed = ["try", "age-check", "--client-id", "listed", "--simulator", url];
    vi.stubEnv("JOURNEY_CLIENT_SECRET", "wrong");
    expect(await runCli(...listed)).toMatchObject({
      code: 1,
      err: expect.stringContaining("token.requestToken failed with status 401"),
    });
    vi.stubEnv("JOURNEY_CLIENT_SECRET", "hush");
    const { code, out } = await runCli(...listed);
    vi.unstubAllEnvs();
    await close();
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining("\nCompleted: accept\n") });
    expect(out).not.toContain("hush");
  });

  it("fails if a response is lost, and names the fault and the next command", async () => {
    const simulator = createSimulator();
    await simulator.world("lossy").faults.set({ rules: [{ when: {}, then: { type: "dropResponse" } }] });
    const { url, close } = await serveSimulator(simulator, { port: 0 });
    const { code, err } = await runCli("try", "--client-id", "lossy", "--simulator", url);
    await close();
    expect({ code, err }).toEqual({
      code: 1,
      err:
        `journey: ${url} sent no response to /as/token.oauth2 (other side closed). ` +
        "The fault rules[0] (response lost) hit token.requestToken. " +
        `Next: journey fault hits --world lossy --simulator ${url}\n`,
    });
  });

  it.each([[[]], [["--client-id", "me"]]])(
    "fails if the simulator at the given address does not respond, and says why, with the flags %j",
    async (flags) => {
      const { code, err } = await runCli("try", ...flags, "--simulator", "127.0.0.1:1023");
      expect({ code, err }).toEqual({
        code: 2,
        err:
          "journey: No simulator responds at http://127.0.0.1:1023 (connection refused). " +
          "Start one with journey serve, or pass an address with --simulator.\n",
      });
    },
  );
});
