import { endpoints } from "@journey-kit/schemas/endpoints";
import { tokenLifetimeOf } from "../../service/readings.ts";
import { newInstance } from "./bodies.ts";
import type { CaseRequest, CaseRow, CaseTable, Given } from "./case.ts";
import { by, refused, responds, succeeds, withHeaders } from "./expectations.ts";
import { later, noted, started, startedBy, tokenNoted } from "./given.ts";
import {
  changed,
  fetchInteraction,
  fetchState,
  fetchStateV1,
  post,
  refuses,
  requestToken,
  startOf,
  submit,
} from "./requests.ts";
import { hiddenUnder } from "./scenarios.ts";
import { absent, filled, matching } from "./shape.ts";

const refusedToken = by("token-error-body", {
  oauth: responds(400, { error: filled }),
  errors: responds(400, { error: absent, "errors[0].code": filled }),
});
const issued = { access_token: filled, expires_in: filled, token_type: "Bearer" };
const unauthorized = responds(401);
const byScope = by("token-scope", { exact: refusedToken, any: { access_token: filled } });
const byCredentials = (response: CaseRow["response"]) =>
  by("grant-by-client", { either: response, "client-credentials": response, password: refusedToken });
const startDevice = post("v2.startDevice", { instanceId: "$instance" });
const connectNoted = noted(startDevice, { connect: "connectToken" }, "saved the connect token as $connect");
/** Sends the connect token in the body and as the bearer token. Gap `connect-token-place`. */
const connect = { ...post("v2.connectDevice", { connectToken: "$connect" }), authorization: "Bearer $connect" };
const device: readonly Given[] = [
  started("identity-check"),
  connectNoted,
  noted(connect, { endUser: "endUserToken" }, "saved the end-user token as $endUser"),
];
const asEndUser = (request: CaseRequest): CaseRequest => ({ ...request, authorization: "Bearer $endUser" });

/** A case that is hidden if the service has no devices. */
const onDevice = (given: readonly Given[], request: CaseRequest, response: CaseRow["response"]): CaseRow => ({
  given,
  request,
  response,
  hidden: hiddenUnder("device-start", "absent"),
});

const requestUserToken = post("token.requestToken", {
  grant_type: "password",
  client_id: "$client",
  client_secret: "$secret",
  username: "$username",
  password: "$password",
});

const startBearing = (authorization: string | null): CaseRequest => ({ ...startOf("age-check"), authorization });

/** A case about a start with a token of the given age in milliseconds. */
const oldToken = (ms: number, response: CaseRow["response"]): CaseRow => ({
  given: [tokenNoted("old"), later(ms)],
  request: startBearing("Bearer $old"),
  response,
});

const nameless = { client_id: undefined, client_secret: undefined };
const withoutCredentialsForm = hiddenUnder("grant-by-client", "password");
const withoutPasswordForm = hiddenUnder("grant-by-client", "client-credentials");
const byHeader = by("client-authentication", { "form-or-basic": issued, form: unauthorized });
const devicePaths = endpoints["v2.startDevice"].path.by;
const unknownPath = refused("UNKNOWN_PATH");

const units = { seconds: 1_000, milliseconds: 1, minutes: 60_000 } as const;

/** Returns the expected `expires_in`. Gaps `token-lifetime`, `expires-in-unit`. */
const lifetime = succeeds((profile) => ({ expires_in: tokenLifetimeOf(profile) / units[profile["expires-in-unit"]] }));

/** Cases about tokens, permissions and authentication. Spec 2.11, 4.1, 5, 9. */
export const accessCases: CaseTable = {
  "token-response-fields": { request: requestToken, response: byCredentials(issued) },
  "token-client-credentials-grant/another-scope": {
    request: changed(requestToken, { scope: "openid" }),
    response: byCredentials(byScope),
  },
  "token-client-credentials-grant": { request: requestToken, response: byCredentials({ access_token: filled }) },
  "token-password-grant": {
    request: requestUserToken,
    response: by("grant-by-client", {
      either: { access_token: filled },
      password: { access_token: filled },
      "client-credentials": refusedToken,
    }),
  },
  "token-password-grant/no-user": {
    request: changed(requestUserToken, { username: "", password: "" }),
    response: refusedToken,
  },
  "token-form-encoded": {
    request: { ...requestToken, text: "{}", headers: { "content-type": "application/json" } },
    response: by("token-error-body", { oauth: responds(400), errors: refused("WRONG_CONTENT_TYPE") }),
  },
  "token-form-encoded/no-grant": {
    request: post("token.requestToken", { client_id: "$client", client_secret: "$secret" }),
    response: refusedToken,
  },
  "token-client-authentication": {
    request: changed(requestToken, { client_id: "", client_secret: "" }),
    response: unauthorized,
  },
  "token-client-authentication/no-secret": {
    request: changed(requestToken, { client_secret: "" }),
    response: unauthorized,
  },
  "bearer-authentication/none": {
    request: startBearing(null),
    response: withHeaders(unauthorized, { "www-authenticate": matching(/^Bearer/) }),
  },
  "bearer-authentication/forged": {
    request: startBearing("Bearer c2ltX25vYm9keQ.bm9uc2Vuc2U"),
    response: unauthorized,
  },
  "bearer-authentication/another-scheme": { request: startBearing("Basic dXNlcjpwYXNz"), response: unauthorized },
  "bearer-authentication/v1": { request: { ...startOf("age-check-v1"), authorization: null }, response: unauthorized },
  "access-token-is-bearer": { request: startBearing("Bearer $token"), response: newInstance },
  "access-token-is-bearer/without-the-word": { request: startBearing("$token"), response: unauthorized },
  "token-expires": oldToken(3_600_000, unauthorized),
  "token-expires/not-before": oldToken(59_000, newInstance),
  "token-expires/just-before-the-hour": {
    ...oldToken(
      3_590_000,
      by("token-lifetime", { "3600s": newInstance, "300s": refused("EXPIRED_TOKEN"), "60s": refused("EXPIRED_TOKEN") }),
    ),
    uncited: ["token-lifetime"],
  },
  "token-expires/never-revives": {
    given: [tokenNoted("old"), later(86_400_000), tokenNoted("new")],
    request: startBearing("Bearer $old"),
    response: unauthorized,
  },
  "customer-token-lifecycle": onDevice(device, asEndUser(fetchState), refused("TOKEN_NOT_ACCEPTED")),
  "customer-token-lifecycle/connect": onDevice(
    device.slice(0, 2),
    { ...fetchState, authorization: "Bearer $connect" },
    refused("TOKEN_NOT_ACCEPTED"),
  ),
  "customer-token-lifecycle/customer": {
    given: [started("age-check")],
    request: { ...fetchState, authorization: "Bearer $token" },
    response: { instanceId: "$instance" },
  },
  "interaction-token-interactions": onDevice(device, asEndUser(fetchInteraction), { instanceId: "$instance" }),
  "interaction-token-interactions/customer": {
    given: [started("age-check")],
    request: { ...fetchInteraction, authorization: "Bearer $token" },
    response: by("interaction-token", {
      either: { instanceId: "$instance" },
      "end-user": refused("TOKEN_NOT_ACCEPTED"),
    }),
  },
  "interaction-token-interactions/of-another-instance": onDevice(
    [...device, started("identity-check")],
    asEndUser(fetchInteraction),
    refused("TOKEN_NOT_ACCEPTED"),
  ),
  "device-start-customer-token": onDevice([started("age-check")], startDevice, {
    connectToken: filled,
    tokenType: "connect",
    expiresIn: 120,
  }),
  "device-start-customer-token/end-user": onDevice(device, asEndUser(startDevice), refused("TOKEN_NOT_ACCEPTED")),
  "device-start-customer-token/connect-token-expires": onDevice(
    [started("age-check"), connectNoted, later(120_000)],
    connect,
    refused("EXPIRED_TOKEN"),
  ),
  "device-start-customer-token/connect-token-once": onDevice(device, connect, refused("INVALID_TOKEN")),
  "permissions-required": refuses({ ...startOf("age-check"), client: "reader" }, "MISSING_PERMISSION"),
  "permissions-required/read": refuses(
    { ...post("v2.fetchState", { instanceId: "nobody-started-this" }), client: "reader" },
    "UNKNOWN_INSTANCE",
  ),
  "permissions-required/v1": {
    request: { ...startOf("age-check-v1"), client: "reader" },
    response: by("v1-permissions", { enforced: refused("MISSING_PERMISSION"), "not-enforced": newInstance }),
  },
  "permission-missing-refused": {
    given: [started("age-check")],
    request: { ...changed(submit("DateOfBirth"), { interactionId: "any" }), client: "reader" },
    response: refused("MISSING_PERMISSION"),
    hidden: hiddenUnder("interaction-token", "end-user"),
  },
  "token-setup-unchanged": {
    given: [tokenNoted("one"), started("age-check")],
    request: { ...startOf("age-check-v1"), authorization: "Bearer $one" },
    response: newInstance,
  },
  "token-endpoint-shared": { given: [tokenNoted("one")], request: startBearing("Bearer $one"), response: newInstance },
  "token-response-fields/lifetime": { request: requestToken, response: lifetime, hidden: withoutCredentialsForm },
  "token-response-fields/lifetime-of-a-user": {
    request: requestUserToken,
    response: lifetime,
    hidden: withoutPasswordForm,
  },
  "token-client-authentication/basic": {
    request: { ...changed(requestToken, nameless), authorization: "Basic $basic" },
    response: byHeader,
    hidden: withoutCredentialsForm,
  },
  "token-client-authentication/basic-of-a-user": {
    request: { ...changed(requestUserToken, nameless), authorization: "Basic $basic" },
    response: byHeader,
    hidden: withoutPasswordForm,
  },
  "token-expires/after-a-minute": {
    ...oldToken(
      60_000,
      by("token-lifetime", { "3600s": newInstance, "300s": newInstance, "60s": refused("EXPIRED_TOKEN") }),
    ),
    uncited: ["token-lifetime"],
  },
  "device-start-customer-token/path": {
    given: [started("age-check")],
    request: { ...startDevice, path: devicePaths.device },
    response: by("device-start", { device: succeeds(), "journey-device": unknownPath, absent: unknownPath }),
  },
  "device-start-customer-token/path-below-journey": {
    given: [started("age-check")],
    request: { ...startDevice, path: devicePaths["journey-device"] },
    response: by("device-start", { device: unknownPath, "journey-device": succeeds(), absent: unknownPath }),
  },
  "device-start-customer-token/connect-by-body": onDevice(
    device.slice(0, 2),
    { ...connect, authorization: null },
    by("connect-token-place", { body: succeeds(), either: succeeds(), bearer: unauthorized }),
  ),
  "device-start-customer-token/connect-by-bearer": onDevice(
    device.slice(0, 2),
    { ...connect, body: {} },
    by("connect-token-place", { body: refused("MISSING_FIELD"), either: succeeds(), bearer: succeeds() }),
  ),
  "permissions-required/to-read": {
    given: [startedBy("writer", startOf("age-check"))],
    request: { ...fetchState, client: "writer" },
    response: refused("MISSING_PERMISSION"),
  },
  "permissions-required/to-read-v1": {
    given: [startedBy("writer", startOf("age-check-v1"))],
    request: { ...fetchStateV1, client: "writer" },
    response: by("v1-permissions", {
      enforced: refused("MISSING_PERMISSION"),
      "not-enforced": { instanceId: "$instance" },
    }),
  },
  "permissions-required/to-fetch-interactions": {
    given: [startedBy("writer", startOf("age-check"))],
    request: { ...fetchInteraction, client: "writer" },
    response: by("endpoint-permissions", {
      "read-and-start": refused("MISSING_PERMISSION"),
      submit: { instanceId: "$instance" },
    }),
    uncited: ["endpoint-permissions=submit"],
  },
  "interaction-token-interactions/reader": {
    request: { ...post("v2.fetchInteraction", { instanceId: "nobody-started-this" }), client: "reader" },
    response: by("endpoint-permissions", {
      "read-and-start": refused("UNKNOWN_INSTANCE"),
      submit: refused("MISSING_PERMISSION"),
    }),
    uncited: ["endpoint-permissions=read-and-start"],
    hidden: hiddenUnder("interaction-token", "end-user"),
  },
  "token-client-credentials-grant/no-scope": {
    request: changed(requestToken, { scope: undefined }),
    response: byCredentials(byScope),
  },
};
