import { Subject } from "@journey-kit/schemas";
import { createSimulator, type SimulatorOptions } from "@journey-kit/simulator";
import { afterEach, describe, expect, it } from "vitest";
import { sampleOf } from "../../../simulator/test/sample-of.ts";
import { enterService, noon, sentSubject } from "../../../simulator/test/service.ts";
import { type Span, startCollector } from "../../test/collector.ts";
import { runCli } from "../../test/terminal.ts";
import { openTraces } from "./traces.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function openCollector(...status: Parameters<typeof startCollector>) {
  const collector = await startCollector(...status);
  closers.push(collector.close);
  return collector;
}

/** Opens a simulator whose spans go to a collector, and a world whose requests have headers. */
async function openTraced(url: string, options: SimulatorOptions = {}, headers: Readonly<Record<string, string>> = {}) {
  const problems: string[] = [];
  const { traces, close } = await openTraces(url, { version: "1.2.3", onFailure: (problem) => problems.push(problem) });
  const simulator = createSimulator({ ...options, traces });
  const fetch: typeof simulator.fetch = async (input: string | URL | Request, init?: RequestInit | object) => {
    const request = new Request(input, init);
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
    return simulator.fetch(request);
  };
  return { ...(await enterService({ ...simulator, fetch }, "tester")), problems, close };
}

const traceId = "0af7651916cd43dd8448eb211c80319c";
const parentId = "b7ad6b7169203331";
const sampled = { traceparent: `00-${traceId}-${parentId}-01`, tracestate: "vendor=value" };

const isRun = ({ name }: Span): boolean => name.startsWith("module ");
const namesOf = (spans: readonly Span[]): readonly string[] => spans.map(({ name }) => name);

/** Runs a whole journey, and returns its instance as the control API explains it. */
async function runJourney({ start, submit, v2, world }: Awaited<ReturnType<typeof openTraced>>) {
  const instanceId = await start("document-and-selfie@latest");
  for (const names of [["FullName", "DateOfBirth"], ["PrimaryDocument"], ["Selfie"]]) {
    await submit(instanceId, ...names);
    await v2("journey/state/fetch", { instanceId });
  }
  return world.instance(instanceId).explain();
}

describe("traces", () => {
  it("continue the client's trace: a span for each request, and in it the modules that the request started (spec 1)", async () => {
    const collector = await openCollector();
    const clock = { mode: "auto" } as const;
    const service = await openTraced(collector.url, { clock, latency: 2_000 }, sampled);
    const { instanceId, modules, phase } = await runJourney(service);
    expect(phase).toBe("finished");
    await service.close();
    const requests = collector.spans().filter((span) => !isRun(span));
    expect(namesOf(requests).map((name) => name.replace("POST /v2/captain/journey/", ""))).toEqual([
      "POST /as/token.oauth2",
      "start",
      ...["interaction/fetch", "interaction/submit", "state/fetch"],
      ...["interaction/fetch", "interaction/submit", "state/fetch"],
      ...["interaction/fetch", "interaction/submit", "state/fetch"],
    ]);
    for (const span of requests)
      expect(span).toMatchObject({
        traceId,
        parentSpanId: parentId,
        traceState: "vendor=value",
        kind: 2,
        isError: false,
      });
    const runs = collector.spans().filter(isRun);
    const submits = requests.filter(({ name }) => name.endsWith("/submit"));
    const expected = modules.map(({ module, variant, segment, attempt, outcome, startedAt, finishesAt }) => ({
      name: `module ${module}`,
      kind: 1,
      traceId,
      parentSpanId: submits[["person", "document", "selfie"].indexOf(segment)]?.spanId,
      from: Date.parse(startedAt),
      to: Date.parse(finishesAt ?? ""),
      attributes: {
        "journey.world": "tester",
        "journey.instance": instanceId,
        "journey.module": module,
        "journey.variant": variant,
        "journey.segment": segment,
        "journey.attempt": attempt,
        "journey.outcome": outcome,
        "journey.decided_by": "module",
      },
      links: [],
    }));
    expect(runs).toHaveLength(6);
    expect(runs).toMatchObject(expected);
    expect(submits[0]?.attributes).toMatchObject({
      "http.request.method": "POST",
      "http.route": "/v2/captain/journey/interaction/submit",
      "http.response.status_code": 200,
      "journey.endpoint": "v2.submitInteraction",
      "journey.instance": instanceId,
      "journey.rules": expect.arrayContaining(["submit-success-body"]),
      "journey.readings": expect.arrayContaining(["submit-status=ok"]),
    });
    expect(collector.resources()[0]).toMatchObject({ "service.name": "journey-simulator", "service.version": "1.2.3" });
  });

  it("begin a trace for a module run far from the system time, with links to the requests about it", async () => {
    const collector = await openCollector();
    const service = await openTraced(collector.url, { clock: { mode: "frozen", at: noon }, latency: 1_000 });
    const instanceId = await service.start("age-check@latest", sentSubject("DateOfBirth"));
    await service.world.clock.advance({ ms: 1_000 });
    await service.v2("journey/state/fetch", { instanceId });
    await service.close();
    const [, start, run, fetched] = collector.spans();
    const links = [start, fetched].map((span) => ({ traceId: span?.traceId, spanId: span?.spanId }));
    expect(run).toMatchObject({ name: "module Age Verification", from: noon, to: noon + 1_000, links });
    expect(run?.parentSpanId).toBeUndefined();
    expect(new Set([start, run, fetched].map((span) => span?.traceId)).size).toBe(3);
    const offset = Number(run?.attributes["journey.clock_offset_ms"]);
    expect(Math.abs(noon - offset - Number(start?.from))).toBeLessThan(1_000);
  });

  it("begin a trace for a malformed traceparent, and are not sent if the client does not sample its trace", async () => {
    const collector = await openCollector();
    const malformed = await openTraced(collector.url, {}, { ...sampled, traceparent: `00-${traceId}-${parentId}` });
    await malformed.close();
    expect(collector.spans()).toHaveLength(1);
    expect(collector.spans()[0]).not.toMatchObject({ traceId });
    expect(collector.spans()[0]?.parentSpanId).toBeUndefined();
    for (const clock of [{ mode: "real" }, { mode: "frozen", at: noon }] as const) {
      const traceparent = `00-${traceId}-${parentId}-00`;
      const unsampled = await openTraced(collector.url, { clock, latency: 0 }, { traceparent });
      await unsampled.start("age-check@latest", sentSubject("DateOfBirth"));
      await unsampled.close();
    }
    expect(collector.spans()).toHaveLength(1);
  });

  it("contain nothing personal from a request", async () => {
    const collector = await openCollector();
    const text = "zqMurgatroyd";
    const headers = { "user-agent": text, cookie: text, "x-forwarded-for": text };
    const { start, v1, v2, post, send, submit, close } = await openTraced(collector.url, { latency: 0 }, headers);
    const subject = sampleOf(Subject, text);
    const identity = { firstName: text, lastNames: [text], dateOfBirth: "1990-12-10" };
    await submit(await start("document-and-selfie@latest", { identity, uid: text }), "PrimaryDocument");
    await v2("journey/start", { resourceId: `${text}@latest`, context: { config: { delivery: text }, subject } });
    await v2("journey/interaction/submit", {
      instanceId: text,
      interactionId: text,
      participants: [{ domainElementId: text, instructions: [text] }],
      context: { subject },
    });
    await v1("journey/start", { resourceId: "identity-check-v1@latest", context: { subject } });
    await post(`/v2/captain/${text}?name=${text}`, subject);
    await send(`/journey/${text}?name=${text}`, { method: "GET" });
    await send(`/${text}`, { method: "POST", body: text });
    await close();
    expect(namesOf(collector.spans())).toEqual(
      expect.arrayContaining(["module Data Verification", "module Document Extraction", "GET /journey/:instanceId"]),
    );
    expect(collector.received()).not.toContain(text);
  });

  it.each([
    ["refuses them", 400, 600, "status 400"], // more than one batch
    ["does not respond", "never", 1, "no response within 2 s"],
  ] as const)("warn once if the collector %s, and affect no request", async (_, status, count, reason) => {
    const collector = await openCollector(status);
    const { start, problems, close } = await openTraced(collector.url);
    for (let i = 0; i < count; i += 1) expect(await start("age-check@latest")).toMatch(/^sim_/);
    await close();
    expect(collector.batchCount()).toBeGreaterThan(count === 1 ? 0 : 1);
    expect(problems).toEqual([`--otlp: ${collector.url} accepts no traces: ${reason}. Traces are lost until it does.`]);
  });

  it("are sent by exec when its command has ended, and a failure is on standard error", async () => {
    const command = [process.execPath, "-e", "fetch(process.env.JOURNEY_BASE_URL + '/nowhere')"];
    for (const [status, problem] of [
      [200, ""],
      [404, "status 404"],
    ] as const) {
      const collector = await openCollector(status);
      const { code, err } = await runCli("exec", "--otlp", collector.url, "--", ...command);
      expect(code).toBe(0);
      expect(err).toEqual(problem === "" ? "" : expect.stringContaining(`journey: --otlp: ${collector.url} accepts`));
      expect(err).toContain(problem);
      expect(collector.spans()).toMatchObject([{ name: "GET", attributes: { "http.response.status_code": 404 } }]);
    }
  });
});
