import * as z from "zod";
import { doc } from "../meta.ts";
import { InstanceId } from "./identifiers.ts";

const expiresIn = doc(z.int().min(0), { public: true, description: "Seconds until the token expires." });
const scope = doc(z.array(z.string()), {
  description: "Scopes that the client requested. They do not limit the token.",
});
const token = z.string().min(1);

/** Body of `device/start`. Spec 4.2; gap `device-start`. */
export const DeviceStartRequest = doc(z.looseObject({ instanceId: InstanceId, scope: scope.optional() }), {
  id: "DeviceStartRequest",
  spec: "4.2",
  gap: "device-start",
  description: "Requests a connect token for an end user's device.",
  examples: [{ instanceId: "4f9c2b7e1d3a4c58" }],
});
export type DeviceStartRequest = z.infer<typeof DeviceStartRequest>;

/** Response to `device/start`: a single-use connect token. Spec 4.2; gap `device-start`. */
export const DeviceStartResponse = doc(
  z.looseObject({ connectToken: token, tokenType: doc(z.literal("connect"), { public: true }), expiresIn, scope }),
  {
    id: "DeviceStartResponse",
    spec: "4.2",
    gap: "device-start",
    description: "A single-use connect token for an end user's device.",
    examples: [{ connectToken: "Zk3vQ8", tokenType: "connect", expiresIn: 120, scope: ["journey"] }],
  },
);
export type DeviceStartResponse = z.infer<typeof DeviceStartResponse>;

/** Body of `device/connect`, which is an extension. Spec 4.2; gap `device-start`. */
export const DeviceConnectRequest = doc(z.looseObject({ connectToken: token }), {
  id: "DeviceConnectRequest",
  spec: "4.2",
  gap: "device-start",
  description:
    "Exchanges a connect token for an end-user token. The specification does not define this endpoint, only `device/start`.",
  examples: [{ connectToken: "Zk3vQ8" }],
  forms: {
    "connect-token-place": {
      bearer: { connectToken: z.unknown().optional() },
      either: { connectToken: token.optional() },
    },
  },
});
export type DeviceConnectRequest = z.infer<typeof DeviceConnectRequest>;

/** Response to `device/connect`: an end-user token that is bound to one instance. Spec 4.2; gap `device-start`. */
export const DeviceConnectResponse = doc(
  z.looseObject({
    endUserToken: token,
    tokenType: doc(z.literal("end-user"), { public: true }),
    expiresIn,
    instanceId: InstanceId,
  }),
  {
    id: "DeviceConnectResponse",
    spec: "4.2",
    gap: "device-start",
    description: "An end-user token that is bound to one instance.",
    examples: [{ endUserToken: "p7Xw2L", tokenType: "end-user", expiresIn: 3600, instanceId: "4f9c2b7e1d3a4c58" }],
  },
);
export type DeviceConnectResponse = z.infer<typeof DeviceConnectResponse>;
