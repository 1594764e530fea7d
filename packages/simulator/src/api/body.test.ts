import { describe, expect, it } from "vitest";
import { address, enterService, type Service } from "../../test/service.ts";
import { createSimulator } from "../simulator.ts";

const startPath = "/v2/captain/journey/start";

describe("large bodies", () => {
  const size = 1024 ** 2 + 1;

  /** Sends a body whose end does not arrive until `finish` is called. */
  function sendSlowly({ simulator, token }: Service, announced: boolean) {
    let finish = () => {};
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(new Uint8Array(announced ? 1 : size).fill(32));
        finish = () => controller.close();
      },
    });
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...(announced && { "content-length": `${size}` }),
    };
    const request = new Request(address + startPath, { method: "POST", headers, body, duplex: "half" });
    return { finish: () => finish(), response: simulator.fetch(request) };
  }

  it.each([true, false])(
    "wait for each other, and are refused once 100 are waiting (Content-Length: %s)",
    async (announced) => {
      const service = await enterService(createSimulator({ limits: { "large-bodies": 1 } }), "large");
      const sent = Array.from({ length: 101 }, () => sendSlowly(service, announced));
      await new Promise((resolve) => setImmediate(resolve));
      const refused = await sendSlowly(service, announced).response;
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
      expect(await refused.json()).toMatchObject({ errors: [{ name: "TOO_MANY_AT_ONCE" }] });
      const small = await service.v2("journey/state/fetch", { instanceId: "unknown" });
      expect(small.status).toBe(404);
      for (const { finish } of sent) finish();
      const statuses = await Promise.all(sent.map(async ({ response }) => (await response).status));
      expect(statuses).toEqual(sent.map(() => 400)); // white space is no JSON
    },
  );
});

it("refuses a connect request above 16 KiB", async () => {
  const { post } = await enterService(createSimulator(), "device");
  for (const [size, status] of [
    [15_000, 401],
    [16_500, 413],
  ] as const) {
    const { status: found, text } = await post("/v2/captain/device/connect", { connectToken: "a".repeat(size) });
    expect(found).toBe(status);
    if (status === 413) expect(text("errors[0].problem")).toBe("The body exceeds 16KiB.");
  }
});

it("refuses a body that is too large, even if an unread copy of the body exists", async () => {
  const simulator = createSimulator();
  const { token } = await enterService(simulator, "copy");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ connectToken: "a".repeat(100_000) });
  const request = new Request(`${address}/v2/captain/device/connect`, { method: "POST", headers, body });
  request.clone();
  expect((await simulator.fetch(request)).status).toBe(413);
});
