import assert from "node:assert/strict";
import { parentPort } from "node:worker_threads";

/** The work for one worker: the URL of the simulator and the numbers of the tests to run. */
export interface Shift {
  readonly url: string;
  readonly run: number;
  readonly tests: readonly number[];
}

async function call(method: string, url: string, headers: Record<string, string>, body?: unknown) {
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const response = await fetch(url, init);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Runs a test as a user would write it: with a separate client id, a frozen clock, a scenario and an instance. */
async function play({ url, run }: Shift, test: number): Promise<void> {
  const client = `run-${run}-test-${test}`;
  const json = { "content-type": "application/json" };
  const control = (method: string, path: string, body?: unknown) =>
    call(method, `${url}/_sim/worlds/${client}${path}`, json, body);
  const form = { client_id: client, client_secret: "s", grant_type: "client_credentials", scope: "service.token" };
  const issued = await fetch(`${url}/as/token.oauth2`, { method: "POST", body: new URLSearchParams(form) });
  const { access_token } = (await issued.json()) as { access_token: string };
  const post = (path: string, body: unknown) =>
    call("POST", `${url}/v2/captain/journey${path}`, { ...json, authorization: `Bearer ${access_token}` }, body);
  await control("PATCH", "/clock", { mode: "frozen" });
  const outcome = ["Accept", "Reject", "Refer"][test % 3];
  const scenario = ["accepted", "rejected", "referred"][test % 3];
  await control("POST", "/arm", { scenario });
  const context = { config: { delivery: "api" }, subject: { identity: { dateOfBirth: "1990-12-10" } } };
  const { instanceId } = (await post("/start", { resourceId: "age-check@latest", context })).body;
  assert.equal((await post("/state/fetch", { instanceId })).body.status, "InProgress");
  await control("POST", "/clock/advance", { ms: 1_000 });
  const { body } = await post("/state/fetch", { instanceId });
  assert.equal(body.status, "Completed");
  assert.match(JSON.stringify(body), new RegExp(`"outcome":"${outcome}"`));
  const { instances } = (await control("GET", "/instances")).body as { instances: { instanceId: unknown }[] };
  assert.deepEqual(
    instances.map((one) => one.instanceId),
    [instanceId],
  );
  if (test % 5 === 0) await control("DELETE", "");
}

parentPort?.on("message", async (shift: Shift) => {
  // Tests run in parallel, because tests in the same worker must not affect each other either.
  const results = await Promise.allSettled(shift.tests.map((test) => play(shift, test)));
  parentPort?.postMessage(results.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : [])));
});
