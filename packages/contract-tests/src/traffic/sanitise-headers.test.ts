import { expect, test } from "vitest";
import { createPseudonyms } from "./pseudonyms.ts";
import { sanitiseAddress } from "./sanitise-address.ts";
import { sanitiseHeaders } from "./sanitise-headers.ts";

const create = () =>
  createPseudonyms(
    (below) => Math.floor(Math.random() * below),
    () => 0,
  );
const instanceId = "sim_SXq3nC3QJ-ZxGyX-HlKs";

test("keeps the headers that an exchange depends on, and leaves out all others", () => {
  const kept = {
    accept: "application/json, */*",
    allow: "GET, POST",
    "cache-control": "no-store, max-age=0",
    "content-length": "17",
    "content-type": "application/json; charset=utf-8",
    date: "Sun, 17 May 2026 09:30:00 GMT",
    deprecation: "@1735689600",
    location: `/journey/${instanceId}`,
    "retry-after": "5",
    "www-authenticate": 'Bearer realm="journey", error="invalid_token"',
    "x-request-id": "371f1c10-1a99-44dd-a9d9-c8d753049bfb",
  };
  const dropped = {
    cookie: "a=Ada",
    "set-cookie": "a=Ada",
    "x-user": "Ada",
    "user-agent": "Ada/1",
    referer: "https://ada.test",
  };
  expect(sanitiseHeaders(create(), { ...kept, ...dropped })).toEqual(kept);
});

test("replaces personal data in the values of headers that it keeps", () => {
  const headers = {
    accept: "text/ada, application/json",
    allow: "Ada Lovelace",
    "cache-control": "private, x=Ada",
    "content-length": "Ada",
    "content-type": "application/json; name=Ada",
    date: "Ada",
    deprecation: "Ada",
    location: "https://ada:hush@service.test/journey/Ada%20L?name=Ada#Ada",
    "retry-after": "Ada",
    "www-authenticate": 'Bearer error_description="Ada is unknown"',
    "x-request-id": "Ada",
    authorization: "Ada",
  };
  const copy = sanitiseHeaders(create(), headers);
  expect(JSON.stringify(copy)).not.toMatch(/ada|hush/i);
  expect(Object.keys(copy).toSorted()).toEqual(
    ["accept", "authorization", "content-type", "location", "www-authenticate", "x-request-id"].toSorted(),
  );
  expect(copy.location).toMatch(/^https:\/\/service\.test\/journey\/[^?]+\?name=\w+$/);
});

test("an address keeps its host, names, ids and known tokens, and nothing else", () => {
  const pseudonyms = create();
  pseudonyms.token.of("opaque");
  const path = `/proxy/eu/v2/captain/journey/start`;
  expect(sanitiseAddress(pseudonyms, `https://u:p@service.test:8443${path}#Ada`)).toBe(
    `https://service.test:8443${path}`,
  );
  expect(sanitiseAddress(pseudonyms, `/journey/${instanceId}?token=opaque`)).toBe(
    `/journey/${instanceId}?token=token-1`,
  );
  for (const part of ["v2", "eu", "journey", "start", "customer-1"]) pseudonyms.value(part);
  expect(sanitiseAddress(pseudonyms, `/customer-1${path}`)).toMatch(new RegExp(`^/\\w+-\\d(?<!customer-1)${path}$`));
  const copy = sanitiseAddress(pseudonyms, "https://service.test/journey/Lovelace?q=1990-12-10&born=1990-12-10");
  const [, first, second] = /\?q=([\d-]+)&born=([\d-]+)$/.exec(copy) ?? [];
  expect([copy.includes("Lovelace"), first === second, first]).toEqual([
    false,
    true,
    expect.not.stringMatching("1990-12-10"),
  ]);
});
