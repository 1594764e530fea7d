import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { createService, type RecordedRequest, type StartedService } from "@journey-kit/simulator/node";
import { describe, expect, test, vi } from "vitest";
import { run } from "../program.ts";
import { type ClientHint, renderHint, watchClients } from "./hints.ts";

type Send = (request: Request) => Response | Promise<Response>;

/** Runs a journey that submits the same data twice, and then calls an endpoint of the `observed` profile if asked for. */
async function runCarelessClient(send: Send, base: string, clientId: string, extra?: string): Promise<void> {
  const form = { grant_type: "client_credentials", scope: "service.token", client_secret: "hush", client_id: clientId };
  const asked = await send(new Request(`${base}/as/token.oauth2`, { method: "POST", body: new URLSearchParams(form) }));
  const { access_token } = (await asked.json()) as { readonly access_token: string };
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
    const url = `${base}/v2/captain/journey/${path}`;
    const response = await send(new Request(url, { method: "POST", headers, body: JSON.stringify(body) }));
    return (await response.json()) as { readonly instanceId: string; readonly interactionId: string };
  };
  const context = { config: { delivery: "api" }, subject: {} };
  const { instanceId } = await post("start", { resourceId: "age-check@latest", context });
  const { interactionId } = await post("interaction/fetch", { instanceId });
  const participants = [{ domainElementId: "DateOfBirth" }];
  const subject = { identity: { dateOfBirth: "1980-01-01" } };
  for (const _ of [1, 2])
    await post("interaction/submit", { instanceId, interactionId, participants, context: { subject } });
  await post("state/fetch", { instanceId });
  if (extra !== undefined) await post(extra, { instanceId });
}

const repeated: ClientHint = {
  ...{ world: "acme", requirement: "repeats-no-submit", spec: "4.2", request: 5 },
  problem: "It submitted an element that an earlier submit had already provided.",
  fix: "Repeat a submit only if its response was lost.",
};

describe("watchClients", () => {
  const start = (latency = 0) => {
    const service = createService({ latency });
    const hints: ClientHint[] = [];
    const finish = watchClients(service, (hint) => hints.push(hint));
    return { send: service.app.fetch, hints, finish };
  };

  test("reports a requirement once per world when a client breaks it (spec 4.2)", async () => {
    const { send, hints, finish } = start();
    for (const client of ["acme", "acme", "other"]) await runCarelessClient(send, "http://localhost", client);
    await finish();
    expect(hints).toEqual([repeated, { ...repeated, world: "other" }]);
  });

  test("also judges a journey that has not ended, when it stops (spec 4.2)", async () => {
    const { send, hints, finish } = start(60_000);
    await runCarelessClient(send, "http://localhost", "acme");
    await finish();
    expect(hints).toEqual([repeated]);
  });

  test("names the profile that a client expects if the simulator refused a request without it", async () => {
    const { send, hints, finish } = start();
    await runCarelessClient(send, "http://localhost", "acme", "terminate");
    await finish();
    expect(hints).toContainEqual({
      ...{ world: "acme", requirement: "profile", fix: "Start with --profile observed." },
      problem:
        "Your client calls journey/terminate, which exists only under extension-endpoints=present; " +
        "the `observed` profile has it.",
    });
  });

  test("shows no free text in a client id (spec 7)", async () => {
    const { send, hints, finish } = start();
    await runCarelessClient(send, "http://localhost", "Ada Lovelace");
    await finish();
    expect(hints).toMatchObject([{ world: "‹string 12›" }]);
  });
});

describe("watchClients under load", () => {
  /** A simulator whose requests the test makes up, and which records what is judged. */
  function createFake(now: () => number, onRender: () => void = () => undefined) {
    const rendered: (readonly RecordedRequest[])[] = [];
    let add: (request: RecordedRequest) => void = () => undefined;
    const service: Pick<StartedService, "watch" | "render"> = {
      watch: (listener) => {
        add = listener;
        return () => undefined;
      },
      render: async (requests) => {
        rendered.push(requests);
        onRender();
        return [];
      },
    };
    const finish = watchClients(service, () => undefined, now);
    const send = (instanceId: string, { isOver = false, size = 100 } = {}) => {
      const world = { world: "acme", loggedWorld: "acme" };
      add({ ...world, instanceId, isOver, size, isError: false } as RecordedRequest);
    };
    return { rendered, send, finish };
  }

  test("judges again only when at most 2 % of the time has gone into it", async () => {
    let time = 0;
    const { rendered, send } = createFake(
      () => time,
      () => {
        time += 1_000;
      },
    );
    const judged = (count: number) => vi.waitFor(() => expect(rendered.length).toBe(count));
    send("one", { isOver: true });
    await judged(1);
    time += 30_000;
    send("two", { isOver: true });
    time += 20_000;
    send("three", { isOver: true });
    await judged(2);
    expect(rendered.flat().map(({ instanceId }) => instanceId)).toEqual(["one", "three"]);
  });

  test.each([
    ["number", 100, 2_000],
    ["size", 100_000, 80],
  ])("forgets the oldest journeys if the %s of the requests reaches a limit", async (_, size, most) => {
    const { rendered, send, finish } = createFake(() => 0);
    for (let i = 0; i < 5_000; i += 1) send(`${i}`, { size });
    await finish();
    expect(rendered.length).toBeLessThanOrEqual(most);
    expect(rendered.at(-1)).toMatchObject([{ instanceId: "4999" }]);
  });

  test("forgets a journey that has ended", async () => {
    const { rendered, send, finish } = createFake(() => 0);
    for (let i = 0; i < 30; i += 1) send("one", { isOver: true });
    await finish();
    expect(rendered.map(({ length }) => length)).toEqual([1, 3, 10, 1, 3, 10, 1, 3, 10]);
  });
});

const line =
  "Hint for acme: It submitted an element that an earlier submit had already provided. " +
  "Repeat a submit only if its response was lost. (spec 4.2, request 5)";

test("a hint is one line", () => {
  expect(renderHint(repeated)).toBe(line);
  const { spec, request, ...expectation } = repeated;
  expect(renderHint(expectation)).not.toContain("spec");
});

describe("serve", () => {
  /** Serves a simulator, lets the careless client run two journeys, and returns what was printed. */
  async function serveCareless(...flags: readonly string[]): Promise<string> {
    const [out, err, stop] = [new PassThrough(), new PassThrough(), new AbortController()];
    const printed = text(out);
    const url = new Promise<string>((resolve) => {
      out.on("data", (chunk) => {
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(String(chunk));
        if (found !== null) resolve(found[0]);
      });
    });
    const terminal = { out, err, stop: stop.signal, version: "1.2.3", command: "journey" };
    const served = run(["serve", "--port", "0", "--latency", "0", ...flags], terminal);
    for (const _ of [1, 2]) await runCarelessClient(fetch, await url, "acme");
    stop.abort("SIGINT");
    expect(await served).toBe(0);
    out.end();
    return printed;
  }

  test("prints a hint once for each world (spec 4.2)", async () => {
    const printed = await serveCareless();
    expect(printed.split("\n").filter((one) => one.startsWith("Hint"))).toEqual([line]);
  });

  test("prints a hint as JSON with --log json (spec 4.2)", async () => {
    const lines = (await serveCareless("--log", "json")).trimEnd().split("\n");
    const hints = lines.map((one) => JSON.parse(one) as object).filter((one) => "requirement" in one);
    expect(hints).toEqual([{ at: expect.any(String), event: "hint", ...repeated }]);
  });

  test("prints no hint with --quiet", async () => {
    expect(await serveCareless("--quiet")).not.toContain("Hint");
  });
});
