import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { checkUnauthenticated } from "./check-unauthenticated.ts";

const nobody = { baseUrl: "http://eu.localhost", clientId: "nobody", clientSecret: "none" };

test("the simulator refuses every request without a token (spec 5)", async () => {
  await checkUnauthenticated({ ...nobody, fetch: createSimulator().fetch });
});

test("reports an endpoint that accepts a request without a token (spec 5)", async () => {
  const open = async () => new Response("{}", { headers: { "x-request-id": "1" } });
  await expect(checkUnauthenticated({ ...nobody, fetch: open })).rejects.toThrow(
    "returned 200 for a request without a token",
  );
});

test("passes the parameters of fast-check, such as examples and a reporter", async () => {
  const sent: string[] = [];
  const fetch = async (request: Request) => {
    sent.push(await request.text());
    return new Response("{}");
  };
  const seeds: number[] = [];
  await checkUnauthenticated(
    { ...nobody, fetch },
    { numRuns: 1, examples: [["v2.fetchState", "mine"]], seed: 7, reporter: ({ seed }) => void seeds.push(seed) },
  );
  expect({ first: sent[0], seeds }).toEqual({ first: "mine", seeds: [7] });
});

test("reports a response without X-Request-ID (spec 7)", async () => {
  const silent = async () => new Response("{}", { status: 401 });
  await expect(checkUnauthenticated({ ...nobody, fetch: silent })).rejects.toThrow("without X-Request-ID");
});
