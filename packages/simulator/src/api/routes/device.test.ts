import { DeviceConnectResponse, ErrorBody } from "@journey-kit/schemas";
import { expect, test } from "vitest";
import { openService } from "../../../test/service.ts";

test("refuses a connect token that was issued before a reset (spec 5)", async () => {
  const { start, v2, send, world } = await openService();
  const connect = (connectToken: string) =>
    send("/v2/captain/device/connect", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ connectToken }),
    });
  const issued = await v2("device/start", { instanceId: await start("age-check@latest") });
  const connectToken = issued.text("connectToken");
  expect(DeviceConnectResponse.safeParse((await connect(connectToken)).body).success).toBe(true);
  await world.reset();
  const refused = await connect(connectToken);
  expect(refused.status).toBe(401);
  expect(ErrorBody.parse(refused.body).errors[0]?.name).toBe("INVALID_TOKEN");
});
