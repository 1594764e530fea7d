import * as z from "zod";
import { InstanceId } from "./identifiers.ts";
import { leaves, wire } from "./meta.ts";

const expiresIn = z.int().min(0).register(leaves, { public: true, description: "Seconds until the token expires." });
const scope = z.array(z.string());

/** Body of `device/start`. Spec 4.2; gap `device-start`. */
export const DeviceStartRequest = z.looseObject({ instanceId: InstanceId, scope: scope.optional() }).register(wire, {
  id: "DeviceStartRequest",
  spec: "4.2",
  gap: "device-start",
  description: "Asks for a connect token for the device of an end user.",
});
export type DeviceStartRequest = z.infer<typeof DeviceStartRequest>;

/** Answer to `device/start`: a token for one use, to hand to the device. Spec 4.2; gap `device-start`. */
export const DeviceStartResponse = z
  .looseObject({
    connectToken: z.string().min(1),
    tokenType: z.literal("connect").register(leaves, { public: true }),
    expiresIn,
    scope,
  })
  .register(wire, {
    id: "DeviceStartResponse",
    spec: "4.2",
    gap: "device-start",
    description: "A connect token to hand to the device of an end user.",
  });
export type DeviceStartResponse = z.infer<typeof DeviceStartResponse>;

/** Body of `device/connect`, an extension. Spec 4.2; gap `device-start`. */
export const DeviceConnectRequest = z.looseObject({ connectToken: z.string().min(1) }).register(wire, {
  id: "DeviceConnectRequest",
  spec: "4.2",
  gap: "device-start",
  description: "Exchanges a connect token. An extension: the specification names device/start alone.",
});
export type DeviceConnectRequest = z.infer<typeof DeviceConnectRequest>;

/** Answer to `device/connect`: an end-user token, bound to one instance. Spec 4.2; gap `device-start`. */
export const DeviceConnectResponse = z
  .looseObject({
    endUserToken: z.string().min(1),
    tokenType: z.literal("end-user").register(leaves, { public: true }),
    expiresIn,
    instanceId: InstanceId,
  })
  .register(wire, {
    id: "DeviceConnectResponse",
    spec: "4.2",
    gap: "device-start",
    description: "An end-user token that is bound to one instance.",
  });
export type DeviceConnectResponse = z.infer<typeof DeviceConnectResponse>;
