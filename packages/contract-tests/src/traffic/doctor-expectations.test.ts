import { gapOf, presets } from "@journey-kit/schemas/tables";
import { describe, expect, test } from "vitest";
import { findExpectations } from "./doctor-expectations.ts";
import type { TrafficExchange } from "./traffic.ts";

type Sent = Partial<Pick<TrafficExchange, "method" | "requestHeaders">> & { readonly body?: unknown };

const request = (path: string, { body, ...sent }: Sent = {}, sequence = 1): TrafficExchange => ({
  ...{ sequence, startedAt: 0, endedAt: 1, method: "POST", url: `https://service.example/eu${path}` },
  ...{ requestHeaders: { authorization: "Bearer t" }, status: 200, responseHeaders: {}, responseBody: "{}" },
  requestBody: typeof body === "string" || body === undefined ? body : JSON.stringify(body),
  ...sent,
});

const token = (body: string, headers = {}) => request("/as/token.oauth2", { body, requestHeaders: headers });
const start = (body: object) => request("/v2/captain/journey/start", { body });
const withDocuments = (...documents: readonly object[]) =>
  start({ resourceId: "a@1", context: { config: { delivery: "api" }, subject: { documents } } });
const connect = (requestHeaders: TrafficExchange["requestHeaders"], body: object) =>
  request("/v2/captain/journey/device/connect", { requestHeaders, body });

describe("a client expects", () => {
  test.each([
    ["extension-endpoints=present", request("/v2/captain/journey/terminate", { body: {} })],
    ["extension-endpoints=present", request("/v2/captain/journey/health", { method: "GET" })],
    ["extension-endpoints=present", request("/auth/realms/acme/protocol/openid-connect/token", { body: "scope=x" })],
    ["device-start=journey-device", request("/v2/captain/journey/device/start", { body: {} })],
    ["device-start=device", request("/v2/captain/device/start", { body: {} })],
    ["connect-token-place=bearer", connect({ authorization: "Bearer c" }, {})],
    ["connect-token-place=body", connect({}, { connectToken: "c" })],
    ["grant-by-client=either", token("grant_type=password&username=a&password=b")],
    ["client-authentication=form-or-basic", token("grant_type=password", { authorization: "Basic YTpi" })],
    ["token-scope=any", token("grant_type=client_credentials")],
    ["version-omitted=latest", start({ resourceId: "age-check", context: { subject: {} } })],
    ["start-subject-omitted=accepted", start({ resourceId: "a@1", context: { config: { delivery: "api" } } })],
    ["delivery-values=as-api", start({ resourceId: "a@1", context: { config: { delivery: "sms" }, subject: {} } })],
    ["v1-intent-values=save-and-validate", request("/captain/api/journey/task/update", { body: { intent: "Save" } })],
    ["v1-state-data=by-filter-keys", request("/captain/api/journey/state/fetch", { body: { filterKeys: ["/.*/"] } })],
    ["v2-task-list=instance", request("/v2/captain/journey/task/schema", { body: { instanceId: "i", taskId: "i" } })],
    ["null-values=absent", start({ resourceId: "a@1", context: { subject: { identity: { firstName: null } } } })],
    ["image-encoding=data-url", withDocuments({ type: "Primary", side1Image: "data:image/png;base64,aQ==" })],
    ["document-type-case=first-untyped", withDocuments({ side1Image: "aQ==" }, { side1Image: "aQ==" })],
  ])("%s", (reading, exchange) => {
    const { expects } = findExpectations([exchange]);
    expect(expects.map((one) => `${one.gap}=${one.reading}`)).toContain(reading);
    for (const one of expects) expect(Object.keys(gapOf(one.gap).options)).toContain(one.reading);
  });

  test("nothing that an ordinary request does not show", () => {
    const submit = { instanceId: "i", interactionId: "p", participants: [{ domainElementId: "FullName" }] };
    const usual = [
      token("grant_type=client_credentials&scope=service.token&client_id=a&client_secret=b", {}),
      withDocuments({ type: "Primary", side1Image: "aQ==" }),
      request("/v2/captain/journey/state/fetch", { body: { instanceId: "i" } }),
      request("/v2/captain/journey/interaction/submit", { body: submit }),
      request("/captain/api/journey/task/update", { body: { intent: "Complete" } }),
    ];
    expect(findExpectations(usual)).toEqual({ expects: [], profile: undefined, advice: undefined });
  });
});

describe("the profile that a client expects", () => {
  const terminate = request("/v2/captain/journey/terminate", { body: {} }, 7);
  const device = request("/v2/captain/device/start", { body: {} }, 8);

  test("is the one that has a reading which the other one lacks", () => {
    expect(findExpectations([terminate])).toEqual({
      expects: [
        {
          ...{ gap: "extension-endpoints", reading: "present", sequence: 7 },
          why: "Your client calls journey/terminate, which exists only under extension-endpoints=present.",
        },
      ],
      profile: "observed",
      advice:
        "Your client calls journey/terminate, which exists only under extension-endpoints=present; " +
        "the `observed` profile has it.",
    });
    expect(presets.observed["extension-endpoints"]).toBe("present");
    expect(findExpectations([device]).profile).toBe("specified");
  });

  test("is unknown if the client expects readings of both, or none", () => {
    expect(findExpectations([terminate, device])).toMatchObject({ profile: undefined, advice: undefined });
    expect(findExpectations([token("grant_type=password")]).profile).toBeUndefined();
  });
});
