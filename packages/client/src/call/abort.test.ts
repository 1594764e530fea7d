import fc from "fast-check";
import { expect, test } from "vitest";
import { start } from "../../test/journey.ts";
import { createJourneyClient } from "../client.ts";
import { untilAborted } from "./clock.ts";

test("`untilAborted` settles like the promise if the signal does not abort", async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(signal, Promise.resolve(1))).toBe(1);
  await expect(untilAborted(signal, Promise.reject(new Error("own")))).rejects.toThrow("own");
  expect(await untilAborted(undefined, Promise.resolve(2))).toBe(2);
});

test("sends nothing if the signal is already aborted, not even a token request", async () => {
  let asked = 0;
  const count = async () => {
    asked += 1;
    return "token";
  };
  const client = createJourneyClient({
    baseUrl: "https://eu.example",
    auth: count,
    fetch: () => Promise.reject(count()),
  });
  const signal = AbortSignal.abort(new Error("too late"));
  await expect(client.v2.fetchState({ instanceId: "i" }, { signal })).rejects.toThrow("too late");
  expect(asked).toBe(0);
});

test("sends no request after the signal aborts, whenever that happens", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (s) => {
      const controller = new AbortController();
      const late: string[] = [];
      const note = (what: string) => controller.signal.aborted && late.push(what);
      const client = createJourneyClient({
        baseUrl: "https://eu.example",
        authUrl: "https://auth.example",
        auth: { clientId: "c", clientSecret: "client-secret" },
        fetch: async (request) => {
          note(request.url);
          const body = request.url.includes("auth") ? { access_token: "t", expires_in: 60 } : { instanceId: "i" };
          return s.schedule(Promise.resolve(Response.json(body)), request.url);
        },
      });
      const call = client.v2.fetchState({ instanceId: "i" }, { signal: controller.signal });
      const ended = call.then(
        () => "answered",
        (reason: unknown) => reason,
      );
      s.schedule(Promise.resolve("abort"), "abort").then(() => controller.abort("stop"));
      await s.waitFor(ended);
      expect(["answered", "stop"]).toContain(await ended);
      expect(late).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test("sends no request if the signal aborts while the client waits for a token", async () => {
  for (let microtasks = 0; microtasks < 20; microtasks += 1) {
    const controller = new AbortController();
    const late: string[] = [];
    const client = createJourneyClient({
      baseUrl: "https://eu.example",
      auth: async () => "brought-along",
      fetch: async ({ url }) => {
        if (controller.signal.aborted) late.push(url);
        return Response.json({});
      },
    });
    const call = client.v2.fetchState({ instanceId: "i" }, { signal: controller.signal });
    for (let i = 0; i < microtasks; i += 1) await undefined;
    controller.abort("stop");
    await call.catch((reason: unknown) => expect(reason).toBe("stop"));
    expect(late).toEqual([]);
  }
});

test("rejects an aborted start with the signal's reason, even if the request was already sent (spec 4.2)", async () => {
  const controller = new AbortController();
  const client = createJourneyClient({
    baseUrl: "https://eu.example",
    auth: () => "token",
    fetch: () => {
      controller.abort("stop");
      return new Promise(() => {});
    },
  });
  await expect(client.v2.startJourney(start, { signal: controller.signal })).rejects.toBe("stop");
});
