import { once } from "node:events";
import { connect } from "node:net";
import type { FaultAction } from "@journey-kit/schemas/control";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { expect, test } from "vitest";
import { always } from "../../test/fault.ts";
import { serveProxy } from "./proxy.ts";
import { createCaller } from "./target.ts";
import { openWorld } from "./world.ts";

/** Sends `text`. Returns the response without the parts that always differ, and the code of the error that ends it. */
async function exchange(url: string, text: string): Promise<readonly [string, string | undefined]> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let [received, code]: [string, string | undefined] = ["", undefined];
  socket.on("data", (chunk) => {
    received += chunk;
  });
  socket.on("error", (error: NodeJS.ErrnoException) => {
    code = error.code;
  });
  socket.write(text);
  await once(socket, "close").catch(() => undefined);
  const [head = "", body = ""] = received.split("\r\n\r\n");
  const lines = head.toLowerCase().split("\r\n");
  const same = lines.filter((line) => !/^(date|keep-alive|connection|x-request-id):/.test(line));
  return [[...same.toSorted(), body.replace(/sim_[\w-]+/, "")].join("\n"), code];
}

const start = JSON.stringify({ resourceId: "age-check@latest", context: { config: { delivery: "api" }, subject: {} } });

const actions: readonly FaultAction[] = [
  { type: "dropResponse" },
  { type: "dropRequest" },
  { type: "resetConnection" },
  { type: "truncate", characters: 9 },
  { type: "truncate", characters: 0 },
  { type: "invalidJson" },
  { type: "contentType", contentType: "text/plain" },
  { type: "status", status: 503, retryAfter: 7 },
  { type: "revokeToken" },
];

test.each(["over HTTP", "in process"])("the proxy does not change a response, %s (spec 4.2)", async (how) => {
  const simulator = createSimulator();
  const { url, close } = await serveSimulator(simulator, { port: 0 });
  const proxy = await serveProxy(url, how === "over HTTP" ? (request) => globalThis.fetch(request) : simulator.fetch);
  const { settings, control } = await openWorld({ baseUrl: url });
  const token = await createCaller(settings).bearer();
  const toText = (method: string, body: string) =>
    [
      `${method} /v2/captain/journey/start HTTP/1.1`,
      "Host: localhost",
      "Connection: close",
      "Accept-Encoding: gzip",
      `Authorization: Bearer ${token}`,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      "",
      body,
    ].join("\r\n");
  const requests = [toText("POST", start), toText("POST", "{"), toText("HEAD", ""), toText("PUT", start)];
  for (const request of requests) expect(await exchange(proxy.url, request)).toEqual(await exchange(url, request));
  for (const action of actions) {
    await control.faults.set(always("v2.startJourney", action));
    const [direct, forwarded] = [await exchange(url, requests[0] ?? ""), await exchange(proxy.url, requests[0] ?? "")];
    expect(forwarded, JSON.stringify(action)).toEqual(direct);
    expect((await control.faults.hits()).hits).toHaveLength(2);
  }
  await Promise.all([proxy.close(), close()]);
});

test("a client that stops waiting aborts its request through the proxy (spec 4.2)", async () => {
  let abort = () => {};
  const aborted = new Promise<void>((resolve) => {
    abort = resolve;
  });
  const caller = new AbortController();
  const { url, close } = await serveProxy("http://127.0.0.1:4010", async ({ url: reached, headers, signal }) => {
    expect(reached).toBe("http://127.0.0.1:4010/path?query=1");
    expect(headers.get("host")).toBeNull(); // `fetch` would send the proxy's host
    signal.addEventListener("abort", abort, { once: true });
    caller.abort(new Error("enough"));
    return new Promise<never>(() => undefined);
  });
  const { signal } = caller;
  await expect(fetch(`${url}/path?query=1`, { method: "POST", body: "{}", signal })).rejects.toThrow("enough");
  await aborted;
  await close();
});
