import { answers, by, refused, succeeds, withHeaders } from "./answer.ts";
import { changed, fetchInteraction, fetchState, post, requestToken, startV1, startV2, submit } from "./ask.ts";
import type { Answering, Case, Given } from "./case.ts";
import { later, noted, started, tokenNoted } from "./given.ts";
import { hiddenUnder } from "./person.ts";
import { filled, like } from "./shape.ts";

const refusedToken = by("token-error-body", { oauth: answers(400, { error: filled }), errors: answers(400) });
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

/** Lets a token of the shortest, the middle and the longest life expire. Gap `token-lifetime`. */
const afterAnHour = (early: Answering): Answering =>
  by("token-lifetime", { "3600s": early, "300s": refused("EXPIRED_TOKEN"), "60s": refused("EXPIRED_TOKEN") });

/** Tokens, permissions and what a caller must show. Spec 2.11, 4.1, 5, 9. */
export const accessCases: readonly Case[] = [
  {
    rule: "token-response-fields",
    given: [],
    ask: requestToken,
    answer: by("grant-by-client", {
      either: issued,
      "client-credentials": issued,
      password: refusedToken,
    }),
  },
  {
    rule: "token-client-credentials-grant",
    facet: "another-scope",
    given: [],
    ask: changed(requestToken, { scope: "openid" }),
    answer: by("grant-by-client", {
      either: by("token-scope", { exact: refusedToken, any: succeeds({ access_token: filled }) }),
      "client-credentials": by("token-scope", { exact: refusedToken, any: succeeds({ access_token: filled }) }),
      password: refusedToken,
    }),
  },
  {
    rule: "token-client-credentials-grant",
    given: [],
    ask: requestToken,
    answer: by("grant-by-client", {
      either: succeeds({ access_token: filled }),
      "client-credentials": succeeds({ access_token: filled }),
      password: refusedToken,
    }),
  },
  {
    rule: "token-password-grant",
    given: [],
    ask: post("token.requestToken", passwordForm),
    answer: by("grant-by-client", {
      either: succeeds({ access_token: filled }),
      password: succeeds({ access_token: filled }),
      "client-credentials": refusedToken,
    }),
  },
  {
    rule: "token-password-grant",
    facet: "no-user",
    given: [],
    ask: changed(post("token.requestToken", passwordForm), { username: "", password: "" }),
    answer: refusedToken,
  },
  {
    rule: "token-form-encoded",
    given: [],
    ask: { ...requestToken, text: "{}", headers: { "content-type": "application/json" } },
    answer: by("token-error-body", { oauth: answers(400), errors: refused("WRONG_CONTENT_TYPE") }),
  },
  {
    rule: "token-form-encoded",
    facet: "no-grant",
    given: [],
    ask: post("token.requestToken", { client_id: "$client", client_secret: "$secret" }),
    answer: refusedToken,
  },
  {
    rule: "token-client-authentication",
    given: [],
    ask: changed(requestToken, { client_id: "", client_secret: "" }),
    answer: unauthorized,
  },
  {
    rule: "token-client-authentication",
    facet: "no-secret",
    given: [],
    ask: changed(requestToken, { client_secret: "" }),
    answer: unauthorized,
  },
  {
    rule: "bearer-authentication",
    facet: "none",
    given: [],
    ask: { ...startV2("age-check"), authorization: null },
    answer: withHeaders(unauthorized, { "www-authenticate": like(/^Bearer/) }),
  },
  {
    rule: "bearer-authentication",
    facet: "forged",
    given: [],
    ask: { ...startV2("age-check"), authorization: "Bearer c2ltX25vYm9keQ.bm9uc2Vuc2U" },
    answer: unauthorized,
  },
  {
    rule: "bearer-authentication",
    facet: "another-scheme",
    given: [],
    ask: { ...startV2("age-check"), authorization: "Basic dXNlcjpwYXNz" },
    answer: unauthorized,
  },
  {
    rule: "bearer-authentication",
    facet: "v1",
    given: [],
    ask: { ...startV1("age-check-v1"), authorization: null },
    answer: unauthorized,
  },
  {
    rule: "access-token-is-bearer",
    given: [],
    ask: { ...startV2("age-check"), authorization: "Bearer $token" },
    answer: succeeds({ instanceId: filled }),
  },
  {
    rule: "access-token-is-bearer",
    facet: "without-the-word",
    given: [],
    ask: { ...startV2("age-check"), authorization: "$token" },
    answer: unauthorized,
  },
  {
    rule: "token-expires",
    given: [tokenNoted("old"), later(3_600_000)],
    ask: { ...startV2("age-check"), authorization: "Bearer $old" },
    answer: unauthorized,
  },
  {
    rule: "token-expires",
    facet: "not-before",
    given: [tokenNoted("old"), later(59_000)],
    ask: { ...startV2("age-check"), authorization: "Bearer $old" },
    answer: succeeds({ instanceId: filled }),
  },
  {
    rule: "token-expires",
    facet: "just-before-the-hour",
    given: [tokenNoted("old"), later(3_590_000)],
    ask: { ...startV2("age-check"), authorization: "Bearer $old" },
    answer: afterAnHour(succeeds({ instanceId: filled })),
  },
  {
    rule: "token-expires",
    facet: "never-revives",
    given: [tokenNoted("old"), later(86_400_000), tokenNoted("new")],
    ask: { ...startV2("age-check"), authorization: "Bearer $old" },
    answer: unauthorized,
  },
  {
    rule: "customer-token-lifecycle",
    given: device,
    ask: { ...fetchState, authorization: "Bearer $endUser" },
    answer: refused("TOKEN_NOT_ACCEPTED"),
    hidden: withoutDevice,
  },
  {
    rule: "customer-token-lifecycle",
    facet: "connect",
    given: device.slice(0, 2),
    ask: { ...fetchState, authorization: "Bearer $connect" },
    answer: refused("TOKEN_NOT_ACCEPTED"),
    hidden: withoutDevice,
  },
  {
    rule: "customer-token-lifecycle",
    facet: "customer",
    given: [started("age-check")],
    ask: { ...fetchState, authorization: "Bearer $token" },
    answer: succeeds({ instanceId: "$instance" }),
  },
  {
    rule: "interaction-token-interactions",
    given: device,
    ask: { ...fetchInteraction, authorization: "Bearer $endUser" },
    answer: succeeds({ instanceId: "$instance" }),
    hidden: withoutDevice,
  },
  {
    rule: "interaction-token-interactions",
    facet: "customer",
    given: [started("age-check")],
    ask: { ...fetchInteraction, authorization: "Bearer $token" },
    answer: by("interaction-token", {
      either: succeeds({ instanceId: "$instance" }),
      "end-user": refused("TOKEN_NOT_ACCEPTED"),
    }),
  },
  {
    rule: "interaction-token-interactions",
    facet: "of-another-instance",
    given: [...device, started("identity-check")],
    ask: { ...fetchInteraction, authorization: "Bearer $endUser" },
    answer: refused("TOKEN_NOT_ACCEPTED"),
    hidden: withoutDevice,
  },
  {
    rule: "device-start-customer-token",
    given: [started("age-check")],
    ask: post("v2.startDevice", { instanceId: "$instance" }),
    answer: succeeds({ connectToken: filled, tokenType: "connect", expiresIn: 120 }),
    hidden: withoutDevice,
  },
  {
    rule: "device-start-customer-token",
    facet: "end-user",
    given: device,
    ask: { ...post("v2.startDevice", { instanceId: "$instance" }), authorization: "Bearer $endUser" },
    answer: refused("TOKEN_NOT_ACCEPTED"),
    hidden: withoutDevice,
  },
  {
    rule: "device-start-customer-token",
    facet: "connect-token-expires",
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
  {
    rule: "device-start-customer-token",
    facet: "connect-token-once",
    given: device,
    ask: connect,
    answer: refused("INVALID_TOKEN"),
    hidden: withoutDevice,
  },
  {
    rule: "permissions-required",
    given: [],
    ask: { ...startV2("age-check"), client: "reader" },
    answer: refused("MISSING_PERMISSION"),
  },
  {
    rule: "permissions-required",
    facet: "read",
    given: [],
    ask: { ...post("v2.fetchState", { instanceId: "nobody-started-this" }), client: "reader" },
    answer: refused("UNKNOWN_INSTANCE"),
  },
  {
    rule: "permissions-required",
    facet: "v1",
    given: [],
    ask: { ...startV1("age-check-v1"), client: "reader" },
    answer: by("v1-permissions", {
      enforced: refused("MISSING_PERMISSION"),
      "not-enforced": succeeds({ instanceId: filled }),
    }),
  },
  {
    rule: "permission-missing-refused",
    given: [started("age-check")],
    ask: { ...changed(submit("DateOfBirth"), { interactionId: "any" }), client: "reader" },
    answer: refused("MISSING_PERMISSION"),
    hidden: hiddenUnder("interaction-token", "end-user"),
  },
  {
    rule: "token-setup-unchanged",
    given: [tokenNoted("one"), started("age-check")],
    ask: { ...startV1("age-check-v1"), authorization: "Bearer $one" },
    answer: succeeds({ instanceId: filled }),
  },
  {
    rule: "token-endpoint-shared",
    given: [tokenNoted("one")],
    ask: { ...startV2("age-check"), authorization: "Bearer $one" },
    answer: succeeds({ instanceId: filled }),
  },
];
