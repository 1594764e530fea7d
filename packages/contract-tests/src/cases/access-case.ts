import type { Profile } from "@journey-kit/schemas/profile";
import { routes } from "@journey-kit/schemas/routes";
import { answers, by, refused, succeeds, withHeaders } from "./answer.ts";
import {
  changed,
  fetchInteraction,
  fetchState,
  fetchStateV1,
  post,
  requestToken,
  startV1,
  startV2,
  submit,
} from "./ask.ts";
import type { Answering, CaseTable, Expectation, Given } from "./case.ts";
import { later, noted, started, startedBy, tokenNoted } from "./given.ts";
import { hiddenUnder } from "./person.ts";
import { absent, filled, like } from "./shape.ts";

const refusedToken = by("token-error-body", {
  oauth: answers(400, { error: filled }),
  errors: answers(400, { error: absent, "errors[0].code": filled }),
});
const issued = succeeds({ access_token: filled, expires_in: filled, token_type: "Bearer" });
const unauthorized = answers(401);
const withoutDevice = hiddenUnder("device-start", "absent");
/** Sends the connect token in both places. Gap `connect-token-place`. */
const connect = { ...post("v2.connectDevice", { connectToken: "$connect" }), authorization: "Bearer $connect" };
const device: readonly Given[] = [
  started("identity-check"),
  noted(
    post("v2.startDevice", { instanceId: "$instance" }),
    { connect: "connectToken" },
    "saved the connect token as $connect",
  ),
  noted(connect, { endUser: "endUserToken" }, "saved the end-user token as $endUser"),
];
const passwordForm = {
  grant_type: "password",
  client_id: "$client",
  client_secret: "$secret",
  username: "$username",
  password: "$password",
};

const nameless = { client_id: undefined, client_secret: undefined };
const withoutCredentialsForm = hiddenUnder("grant-by-client", "password");
const withoutPasswordForm = hiddenUnder("grant-by-client", "client-credentials");
const byHeader = by("client-authentication", { "form-or-basic": issued, form: unauthorized });
const devicePaths = routes["v2.startDevice"].path.by;
const nowhere = refused("UNKNOWN_PATH");

const lifetimes = { "3600s": 3_600_000, "300s": 300_000, "60s": 60_000 } as const;
const units = { seconds: 1_000, milliseconds: 1, minutes: 60_000 } as const;

/** Gaps `token-lifetime`, `expires-in-unit`. */
const lifetime = (profile: Profile): NonNullable<Expectation["shows"]> => ({
  expires_in: lifetimes[profile["token-lifetime"]] / units[profile["expires-in-unit"]],
});

/** Lets a token of the shortest, the middle and the longest life expire. Gap `token-lifetime`. */
const afterAnHour = (early: Answering): Answering =>
  by("token-lifetime", { "3600s": early, "300s": refused("EXPIRED_TOKEN"), "60s": refused("EXPIRED_TOKEN") });

/** Tokens, permissions and what a caller must show. Spec 2.11, 4.1, 5, 9. */
export const accessCases: CaseTable = {
  "token-response-fields": {
    ask: requestToken,
    answer: by("grant-by-client", {
      either: issued,
      "client-credentials": issued,
      password: refusedToken,
    }),
  },
  "token-client-credentials-grant/another-scope": {
    ask: changed(requestToken, { scope: "openid" }),
    answer: by("grant-by-client", {
      either: by("token-scope", { exact: refusedToken, any: succeeds({ access_token: filled }) }),
      "client-credentials": by("token-scope", { exact: refusedToken, any: succeeds({ access_token: filled }) }),
      password: refusedToken,
    }),
  },
  "token-client-credentials-grant": {
    ask: requestToken,
    answer: by("grant-by-client", {
      either: succeeds({ access_token: filled }),
      "client-credentials": succeeds({ access_token: filled }),
      password: refusedToken,
    }),
  },
  "token-password-grant": {
    ask: post("token.requestToken", passwordForm),
    answer: by("grant-by-client", {
      either: succeeds({ access_token: filled }),
      password: succeeds({ access_token: filled }),
      "client-credentials": refusedToken,
    }),
  },
  "token-password-grant/no-user": {
    ask: changed(post("token.requestToken", passwordForm), { username: "", password: "" }),
    answer: refusedToken,
  },
  "token-form-encoded": {
    ask: { ...requestToken, text: "{}", headers: { "content-type": "application/json" } },
    answer: by("token-error-body", { oauth: answers(400), errors: refused("WRONG_CONTENT_TYPE") }),
  },
  "token-form-encoded/no-grant": {
    ask: post("token.requestToken", { client_id: "$client", client_secret: "$secret" }),
    answer: refusedToken,
  },
  "token-client-authentication": {
    ask: changed(requestToken, { client_id: "", client_secret: "" }),
    answer: unauthorized,
  },
  "token-client-authentication/no-secret": { ask: changed(requestToken, { client_secret: "" }), answer: unauthorized },
  "bearer-authentication/none": {
    ask: { ...startV2("age-check"), authorization: null },
    answer: withHeaders(unauthorized, { "www-authenticate": like(/^Bearer/) }),
  },
  "bearer-authentication/forged": {
    ask: { ...startV2("age-check"), authorization: "Bearer c2ltX25vYm9keQ.bm9uc2Vuc2U" },
    answer: unauthorized,
  },
  "bearer-authentication/another-scheme": {
    ask: { ...startV2("age-check"), authorization: "Basic dXNlcjpwYXNz" },
    answer: unauthorized,
  },
  "bearer-authentication/v1": { ask: { ...startV1("age-check-v1"), authorization: null }, answer: unauthorized },
  "access-token-is-bearer": {
    ask: { ...startV2("age-check"), authorization: "Bearer $token" },
    answer: succeeds({ instanceId: filled }),
  },
  "access-token-is-bearer/without-the-word": {
    ask: { ...startV2("age-check"), authorization: "$token" },
    answer: unauthorized,
  },
  "token-expires": {
    given: [tokenNoted("old"), later(3_600_000)],
    ask: { ...startV2("age-check"), authorization: "Bearer $old" },
    answer: unauthorized,
  },
  "token-expires/not-before": {
    given: [tokenNoted("old"), later(59_000)],
    ask: { ...startV2("age-check"), authorization: "Bearer $old" },
    answer: succeeds({ instanceId: filled }),
  },
  "token-expires/just-before-the-hour": {
    given: [tokenNoted("old"), later(3_590_000)],
    ask: { ...startV2("age-check"), authorization: "Bearer $old" },
    answer: afterAnHour(succeeds({ instanceId: filled })),
    uncited: ["token-lifetime"],
  },
  "token-expires/never-revives": {
    given: [tokenNoted("old"), later(86_400_000), tokenNoted("new")],
    ask: { ...startV2("age-check"), authorization: "Bearer $old" },
    answer: unauthorized,
  },
  "customer-token-lifecycle": {
    given: device,
    ask: { ...fetchState, authorization: "Bearer $endUser" },
    answer: refused("TOKEN_NOT_ACCEPTED"),
    hidden: withoutDevice,
  },
  "customer-token-lifecycle/connect": {
    given: device.slice(0, 2),
    ask: { ...fetchState, authorization: "Bearer $connect" },
    answer: refused("TOKEN_NOT_ACCEPTED"),
    hidden: withoutDevice,
  },
  "customer-token-lifecycle/customer": {
    given: [started("age-check")],
    ask: { ...fetchState, authorization: "Bearer $token" },
    answer: succeeds({ instanceId: "$instance" }),
  },
  "interaction-token-interactions": {
    given: device,
    ask: { ...fetchInteraction, authorization: "Bearer $endUser" },
    answer: succeeds({ instanceId: "$instance" }),
    hidden: withoutDevice,
  },
  "interaction-token-interactions/customer": {
    given: [started("age-check")],
    ask: { ...fetchInteraction, authorization: "Bearer $token" },
    answer: by("interaction-token", {
      either: succeeds({ instanceId: "$instance" }),
      "end-user": refused("TOKEN_NOT_ACCEPTED"),
    }),
  },
  "interaction-token-interactions/of-another-instance": {
    given: [...device, started("identity-check")],
    ask: { ...fetchInteraction, authorization: "Bearer $endUser" },
    answer: refused("TOKEN_NOT_ACCEPTED"),
    hidden: withoutDevice,
  },
  "device-start-customer-token": {
    given: [started("age-check")],
    ask: post("v2.startDevice", { instanceId: "$instance" }),
    answer: succeeds({ connectToken: filled, tokenType: "connect", expiresIn: 120 }),
    hidden: withoutDevice,
  },
  "device-start-customer-token/end-user": {
    given: device,
    ask: { ...post("v2.startDevice", { instanceId: "$instance" }), authorization: "Bearer $endUser" },
    answer: refused("TOKEN_NOT_ACCEPTED"),
    hidden: withoutDevice,
  },
  "device-start-customer-token/connect-token-expires": {
    given: [
      started("age-check"),
      noted(
        post("v2.startDevice", { instanceId: "$instance" }),
        { connect: "connectToken" },
        "saved the connect token as $connect",
      ),
      later(120_000),
    ],
    ask: connect,
    answer: refused("EXPIRED_TOKEN"),
    hidden: withoutDevice,
  },
  "device-start-customer-token/connect-token-once": {
    given: device,
    ask: connect,
    answer: refused("INVALID_TOKEN"),
    hidden: withoutDevice,
  },
  "permissions-required": { ask: { ...startV2("age-check"), client: "reader" }, answer: refused("MISSING_PERMISSION") },
  "permissions-required/read": {
    ask: { ...post("v2.fetchState", { instanceId: "nobody-started-this" }), client: "reader" },
    answer: refused("UNKNOWN_INSTANCE"),
  },
  "permissions-required/v1": {
    ask: { ...startV1("age-check-v1"), client: "reader" },
    answer: by("v1-permissions", {
      enforced: refused("MISSING_PERMISSION"),
      "not-enforced": succeeds({ instanceId: filled }),
    }),
  },
  "permission-missing-refused": {
    given: [started("age-check")],
    ask: { ...changed(submit("DateOfBirth"), { interactionId: "any" }), client: "reader" },
    answer: refused("MISSING_PERMISSION"),
    hidden: hiddenUnder("interaction-token", "end-user"),
  },
  "token-setup-unchanged": {
    given: [tokenNoted("one"), started("age-check")],
    ask: { ...startV1("age-check-v1"), authorization: "Bearer $one" },
    answer: succeeds({ instanceId: filled }),
  },
  "token-endpoint-shared": {
    given: [tokenNoted("one")],
    ask: { ...startV2("age-check"), authorization: "Bearer $one" },
    answer: succeeds({ instanceId: filled }),
  },
  "token-response-fields/lifetime": { ask: requestToken, answer: succeeds(lifetime), hidden: withoutCredentialsForm },
  "token-response-fields/lifetime-of-a-user": {
    ask: post("token.requestToken", passwordForm),
    answer: succeeds(lifetime),
    hidden: withoutPasswordForm,
  },
  "token-client-authentication/basic": {
    ask: { ...changed(requestToken, nameless), authorization: "Basic $basic" },
    answer: byHeader,
    hidden: withoutCredentialsForm,
  },
  "token-client-authentication/basic-of-a-user": {
    ask: { ...changed(post("token.requestToken", passwordForm), nameless), authorization: "Basic $basic" },
    answer: byHeader,
    hidden: withoutPasswordForm,
  },
  "token-expires/after-a-minute": {
    given: [tokenNoted("old"), later(60_000)],
    ask: { ...startV2("age-check"), authorization: "Bearer $old" },
    answer: by("token-lifetime", {
      "3600s": succeeds({ instanceId: filled }),
      "300s": succeeds({ instanceId: filled }),
      "60s": refused("EXPIRED_TOKEN"),
    }),
    uncited: ["token-lifetime"],
  },
  "device-start-customer-token/path": {
    given: [started("age-check")],
    ask: { ...post("v2.startDevice", { instanceId: "$instance" }), path: devicePaths.device },
    answer: by("device-start", { device: succeeds(), "journey-device": nowhere, absent: nowhere }),
  },
  "device-start-customer-token/path-below-journey": {
    given: [started("age-check")],
    ask: { ...post("v2.startDevice", { instanceId: "$instance" }), path: devicePaths["journey-device"] },
    answer: by("device-start", { device: nowhere, "journey-device": succeeds(), absent: nowhere }),
  },
  "device-start-customer-token/connect-by-body": {
    given: device.slice(0, 2),
    ask: { ...connect, authorization: null },
    answer: by("connect-token-place", { body: succeeds(), either: succeeds(), bearer: unauthorized }),
    hidden: withoutDevice,
  },
  "device-start-customer-token/connect-by-bearer": {
    given: device.slice(0, 2),
    ask: { ...connect, body: {} },
    answer: by("connect-token-place", { body: refused("MISSING_FIELD"), either: succeeds(), bearer: succeeds() }),
    hidden: withoutDevice,
  },
  "permissions-required/to-read": {
    given: [startedBy("writer", startV2("age-check"))],
    ask: { ...fetchState, client: "writer" },
    answer: refused("MISSING_PERMISSION"),
  },
  "permissions-required/to-read-v1": {
    given: [startedBy("writer", startV1("age-check-v1"))],
    ask: { ...fetchStateV1, client: "writer" },
    answer: by("v1-permissions", {
      enforced: refused("MISSING_PERMISSION"),
      "not-enforced": succeeds({ instanceId: "$instance" }),
    }),
  },
  "permissions-required/to-fetch-interactions": {
    given: [startedBy("writer", startV2("age-check"))],
    ask: { ...fetchInteraction, client: "writer" },
    answer: by("endpoint-permissions", {
      "read-and-start": refused("MISSING_PERMISSION"),
      submit: succeeds({ instanceId: "$instance" }),
    }),
    uncited: ["endpoint-permissions=submit"],
  },
  "interaction-token-interactions/reader": {
    ask: { ...post("v2.fetchInteraction", { instanceId: "nobody-started-this" }), client: "reader" },
    answer: by("endpoint-permissions", {
      "read-and-start": refused("UNKNOWN_INSTANCE"),
      submit: refused("MISSING_PERMISSION"),
    }),
    uncited: ["endpoint-permissions=read-and-start"],
    hidden: hiddenUnder("interaction-token", "end-user"),
  },
  "token-client-credentials-grant/no-scope": {
    ask: changed(requestToken, { scope: undefined }),
    answer: by("grant-by-client", {
      either: by("token-scope", { exact: refusedToken, any: succeeds({ access_token: filled }) }),
      "client-credentials": by("token-scope", { exact: refusedToken, any: succeeds({ access_token: filled }) }),
      password: refusedToken,
    }),
  },
};
