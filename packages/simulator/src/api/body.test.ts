import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { address, enterService, type Service } from "../../test/service.ts";
import { createSimulator } from "../simulator.ts";
import { findExcess } from "./body.ts";

const startPath = "/v2/captain/journey/start";

describe("the limit on large bodies", () => {
  const size = 1024 ** 2 + 1;

  /** Sends a body whose end does not arrive until `finish` or `abort` is called. */
  function sendSlowly({ simulator, token }: Service, announced: boolean, ...more: readonly number[]) {
    let [finish, abort] = [() => {}, () => {}];
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const bytes of [announced ? 1 : size, ...more]) controller.enqueue(new Uint8Array(bytes).fill(32));
        finish = () => controller.close();
        abort = () => controller.error(new TypeError("aborted"));
      },
    });
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...(announced && { "content-length": `${size}` }),
    };
    const request = new Request(address + startPath, { method: "POST", headers, body, duplex: "half" });
    return { finish: () => finish(), abort: () => abort(), response: simulator.fetch(request) };
  }

  it.each([true, false])(
    "large bodies are processed one at a time, and refused while 100 others are waiting (Content-Length: %s)",
    async (announced) => {
      const service = await enterService(createSimulator({ limits: { "large-bodies": 1 } }), "large");
      const hosted = await service.start("document-and-selfie@latest", {}, { delivery: "page" });
      const sent = Array.from({ length: 101 }, () => sendSlowly(service, announced));
      await new Promise((resolve) => setImmediate(resolve));
      const refused = await sendSlowly(service, announced).response;
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
      expect(await refused.json()).toMatchObject({ errors: [{ name: "TOO_MANY_AT_ONCE" }] });
      const page = await service.send(`/journey/${hosted}`, {
        method: "POST",
        headers: { accept: "text/html", "content-type": "application/x-www-form-urlencoded" },
        body: "a=".padEnd(size, "a"),
      });
      expect([page.status, page.headers.get("retry-after")]).toEqual([429, "1"]);
      const small = await service.v2("journey/state/fetch", { instanceId: "unknown" });
      expect(small.status).toBe(404);
      for (const { finish } of sent) finish();
      const statuses = await Promise.all(sent.map(async ({ response }) => (await response).status));
      expect(statuses).toEqual(sent.map(() => 400)); // white space is no JSON
    },
  );

  it("a large body releases its room if it is aborted, too large or not valid", async () => {
    const service = await enterService(createSimulator({ limits: { "large-bodies": 1 } }), "large");
    const sent = [sendSlowly(service, true), sendSlowly(service, false), sendSlowly(service, false, 20 * size)];
    const [announced, unannounced] = sent;
    for (const one of [announced, unannounced]) one?.abort();
    const invalid = [true, false].map((isAnnounced) => sendSlowly(service, isAnnounced));
    for (const { finish } of invalid) finish();
    const statuses: number[] = [];
    for (const { response } of [...sent, ...invalid]) statuses.push((await response).status);
    const last = sendSlowly(service, true);
    last.finish();
    statuses.push((await last.response).status);
    expect(statuses).toEqual([400, 400, 413, 400, 400, 400]);
  });
});

it("refuses a connect request above 16 KiB", async () => {
  const { post } = await enterService(createSimulator(), "device");
  const around = JSON.stringify({ connectToken: "" }).length;
  for (const [size, status] of [
    [16 * 1_024, 401],
    [16 * 1_024 + 1, 413],
  ] as const) {
    const reply = await post("/v2/captain/device/connect", { connectToken: "a".repeat(size - around) });
    expect(reply.status).toBe(status);
    if (status === 413) expect(reply.text("errors[0].problem")).toBe("The body exceeds 16KiB.");
  }
});

it("refuses a body that nests deeper than 64 levels", async () => {
  const { post } = await enterService(createSimulator(), "deep");
  const problemAt = async (depth: number) => {
    let body: object = {};
    for (let n = 1; n < depth; n += 1) body = { body };
    return (await post(startPath, body)).text("errors[0].problem");
  };
  expect(await problemAt(64)).not.toContain("nests");
  expect(await problemAt(65)).toBe("The body nests deeper than 64 levels.");
});

it.each([
  ["application/json ; charset=utf-8", 404],
  ["APPLICATION/JSON", 404],
  ["application/jsonp", 415],
  ["text/json", 415],
])("reads JSON of the type %s: status %i (gap wrong-content-type)", async (type, status) => {
  const profile = { readings: { "wrong-content-type": "unsupported" } } as const;
  const { post } = await enterService(createSimulator({ profile }), "typed");
  const reply = await post("/v2/captain/journey/state/fetch", { instanceId: "none" }, { "content-type": type });
  expect(reply.status).toBe(status);
});

it("refuses a body that is too large even if an unread copy of the request exists", async () => {
  const simulator = createSimulator();
  const { token } = await enterService(simulator, "copy");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ connectToken: "a".repeat(100_000) });
  const request = new Request(`${address}/v2/captain/device/connect`, { method: "POST", headers, body });
  request.clone();
  expect((await simulator.fetch(request)).status).toBe(413);
});

/** Counts the nested objects and arrays of a value, and its members and entries. */
function measure(value: unknown): { readonly depth: number; readonly values: number } {
  if (typeof value !== "object" || value === null) return { depth: 0, values: 0 };
  const members = Object.values(value).map(measure);
  return {
    depth: 1 + Math.max(0, ...members.map(({ depth }) => depth)),
    values: members.reduce((sum, { values }) => sum + 1 + values, 0),
  };
}

/** Text with the characters that a scan could misread. */
const text = fc.string({ unit: fc.constantFrom('"', "\\", ",", "[", "]", "{", "}", ":", " ", "a", "é", "😀") });
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(true, false, null)),
    fc.array(tie("value"), { maxLength: 5 }),
    fc.dictionary(text, tie("value"), { maxKeys: 5 }),
  ),
})).value;

describe("findExcess", () => {
  it("accepts any JSON text at its exact depth and number of values, and rejects the text under lower limits", () => {
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 1, "\t", " \n"), (value, space) => {
        const { depth, values } = measure(value);
        const written = JSON.stringify(value, undefined, space);
        expect(findExcess(written, { depth, values })).toBeUndefined();
        if (depth > 0) expect(findExcess(written, { depth: depth - 1, values })).toMatch(/deeper than/);
        if (values > 0) expect(findExcess(written, { depth, values: values - 1 })).toMatch(/more than/);
      }),
      { numRuns: 2_000 },
    );
  });

  it("accepts text that ends inside a string", () => {
    for (const written of ['["', '["\\', '["\\"', '["\\\\', '{"a":"b']) {
      expect(findExcess(written, { depth: 1, values: 1 })).toBeUndefined();
    }
  });

  it.each([
    ["nesting", "[".repeat(20_000_000)],
    ["empty objects", `[${"{},".repeat(6_000_000)}{}]`],
    ["empty objects in a nested array", `{"context":{"subject":{"documents":[${"{},".repeat(6_000_000)}{}]}}}`],
  ])("reads only the start of 20 MB of %s", (_, written) => {
    const read = vi.spyOn(String.prototype, "charCodeAt");
    try {
      expect(findExcess(written, { depth: 64, values: 100_000 })).toBeDefined();
      expect(read.mock.calls.length).toBeLessThan(400_000);
    } finally {
      read.mockRestore();
    }
  });

  it("skips an image instead of reading it", () => {
    const read = vi.spyOn(String.prototype, "charCodeAt");
    try {
      expect(findExcess(`{"image":"${"A".repeat(10_000_000)}"}`, { depth: 64, values: 100_000 })).toBeUndefined();
      expect(read.mock.calls.length).toBeLessThan(30);
    } finally {
      read.mockRestore();
    }
  });
});

const complex = { nesting: "[".repeat(20_000_000), "empty objects": `{"a":[${"{},".repeat(6_000_000)}{}]}` };

describe("complex bodies", () => {
  it.each(Object.entries(complex))(
    "a body made of %s is refused without being parsed, even under a fault plan",
    async (_, body) => {
      const simulator = createSimulator();
      const { world, token, send } = await enterService(simulator, "complex");
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      for (const rules of [[], [{ when: {}, then: { type: "delay" as const, ms: 0 } }]]) {
        await world.faults.set({ rules });
        const parse = vi.spyOn(JSON, "parse");
        const { status } = await simulator
          .fetch(new Request("http://localhost/v2/captain/journey/start", { method: "POST", headers, body }))
          .finally(() => expect(parse.mock.calls.filter(([sent]) => sent.length > 1_000_000)).toEqual([]))
          .finally(() => parse.mockRestore());
        expect(status).toBe(400);
      }
      expect(await send("/_sim/health", {})).toMatchObject({ status: 200 });
    },
  );
});
