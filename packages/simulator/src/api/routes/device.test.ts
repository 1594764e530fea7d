import { DeviceConnectResponse, ErrorBody } from "@journey-kit/schemas";
import { expect, test } from "vitest";
import { openService, type Service } from "../../../test/service.ts";

const connect = ({ send }: Service, connectToken: string) =>
  send("/v2/captain/device/connect", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ connectToken }),
  });

const startDevice = async ({ start, v2 }: Service) =>
  (await v2("device/start", { instanceId: await start("age-check@latest") })).text("connectToken");

test("refuses a connect token that was issued before a reset (spec 5)", async () => {
  const service = await openService();
  const connectToken = await startDevice(service);
  expect(DeviceConnectResponse.safeParse((await connect(service, connectToken)).body).success).toBe(true);
  await service.world.reset();
  const refused = await connect(service, connectToken);
  expect(refused.status).toBe(401);
  expect(ErrorBody.parse(refused.body).errors[0]?.name).toBe("INVALID_TOKEN");
});

test("a connect token works once, even if two devices connect at the same time (gap connect-token-uses)", async () => {
  const service = await openService();
  const connectToken = await startDevice(service);
  const replies = await Promise.all([connect(service, connectToken), connect(service, connectToken)]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 401]);
  const again = await connect(service, connectToken);
  expect(again).toMatchObject({ status: 401, body: { errors: [{ name: "INVALID_TOKEN" }] } });
  expect(again.at("errors[0].problem")).toBe("The connect token was already used. Request a new one.");
  expect(again.basis).toContain("connect-token-uses=once");
  expect((await connect(service, await startDevice(service))).status).toBe(201);
});

test("restoring a checkpoint restores whether a connect token was used (gap connect-token-uses)", async () => {
  const service = await openService();
  const connectToken = await startDevice(service);
  const { checkpoint } = await service.world.checkpoints.save();
  expect((await connect(service, connectToken)).status).toBe(201);
  const { checkpoint: used } = await service.world.checkpoints.save();
  await service.world.checkpoints.restore(checkpoint);
  expect((await connect(service, connectToken)).status).toBe(201);
  await service.world.checkpoints.restore(used);
  expect((await connect(service, connectToken)).status).toBe(401);
});

test("a connect token is unknown in another region, and a request there does not use it up (gap region-visibility)", async () => {
  const service = await openService();
  const connectToken = await startDevice(service);
  const elsewhere = await service.send("/us/v2/captain/device/connect", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ connectToken }),
  });
  expect(elsewhere).toMatchObject({ status: 404, body: { errors: [{ name: "UNKNOWN_INSTANCE" }] } });
  expect((await connect(service, connectToken)).status).toBe(201);
});

test.each([
  ["earlier", 60_000, 70],
  ["later", -600_000, 130],
])(
  "a connect token works once, even if a fault makes it expire %s (gap connect-token-uses)",
  async (_, skew, seconds) => {
    const service = await openService();
    const nth = skew > 0 ? { nth: 1 } : {};
    await service.world.faults.set({
      rules: [{ when: { endpoint: "v2.connectDevice", ...nth }, then: { type: "clockSkew", ms: skew } }],
    });
    const connectToken = await startDevice(service);
    expect((await connect(service, connectToken)).status).toBe(201);
    await service.world.clock.advance({ ms: seconds * 1_000 });
    const again = await connect(service, connectToken);
    expect(again.status).toBe(401);
    expect(again.at("errors[0].problem")).toBe("The connect token was already used. Request a new one.");
  },
);

test("a connect token expires after two minutes and its end-user token after an hour, by the world's clock (spec 5)", async () => {
  const service = await openService();
  const instanceId = await service.start("age-check@latest");
  const started = await service.v2("device/start", { instanceId });
  const connected = await connect(service, started.text("connectToken"));
  expect([started.at("expiresIn"), connected.at("expiresIn"), started.at("scope")]).toEqual([120, 3_600, []]);
  const headers = { authorization: `Bearer ${connected.text("endUserToken")}` };
  const fetchAs = async () =>
    (await service.post("/v2/captain/journey/interaction/fetch", { instanceId }, headers)).status;
  const unused = await startDevice(service);
  await service.world.clock.advance({ ms: 119_999 });
  expect([(await connect(service, unused)).status, await fetchAs()]).toEqual([201, 200]);
  const expired = (await service.v2("device/start", { instanceId })).text("connectToken");
  await service.world.clock.advance({ ms: 120_000 });
  const refused = await connect(service, expired);
  expect([refused.status, refused.at("errors[0].name")]).toEqual([401, "EXPIRED_TOKEN"]);
  await service.world.clock.advance({ ms: 3_600_000 - 239_999 - 1 });
  expect(await fetchAs()).toBe(200);
  await service.world.clock.advance({ ms: 1 });
  expect(await fetchAs()).toBe(401);
});
