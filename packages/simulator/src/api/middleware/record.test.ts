import { expect, test } from "vitest";
import { address, openService } from "../../../test/service.ts";

test("the journal records the headers of each request, also if only one of them differs from the last request", async () => {
  const { simulator, world, token } = await openService();
  const first = {
    "content-type": "application/json",
    "content-length": "2",
    accept: "*/*",
    "x-request-id": "one",
    "x-sim-scenario": "happy",
    authorization: `Bearer ${token}`,
  };
  const changes = {
    "content-type": "text/plain",
    "content-length": "3",
    accept: "application/json",
    "x-request-id": "two",
    "x-sim-scenario": "sad",
    authorization: `bearer ${token}`,
  };
  const record = async (headers: Readonly<Record<string, string>>) => {
    const init = { method: "POST", headers, body: new TextEncoder().encode("{}") }; // adds no content type
    await simulator.fetch(new Request(`${address}/v2/captain/journey/state/fetch`, init));
    return (await world.requests.list({ limit: 1 })).requests[0]?.request.headers;
  };
  const hidden = `‹string ${token.length}›`;
  const recorded = { ...first, authorization: `Bearer ${hidden}` };
  for (const [name, value] of Object.entries(changes)) {
    expect(await record(first)).toEqual(recorded);
    const shown = name === "authorization" ? `bearer ${hidden}` : value;
    expect(await record({ ...first, [name]: value })).toEqual({ ...recorded, [name]: shown });
    if (name === "authorization") continue; // without a token, the request belongs to no world
    const without = (headers: object) => Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name));
    expect(await record(without(first))).toEqual(without(recorded));
  }
});
