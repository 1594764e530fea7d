import { expect, test } from "vitest";
import { createAjv } from "../../test/validator.ts";
import { type ControlEndpoint, controlEndpoints } from "../control/endpoints.ts";
import { Nothing } from "../control/world.ts";
import { endpointNames, endpointOf, endpoints, isHosted, pathsUnder } from "../endpoints.ts";
import { controlRouteNames, controlRouteOf } from "../tables/control-routes.ts";
import { type PresetName, presets, resolveProfile } from "../tables/profile.ts";
import { controlSchemas, toControlJsonSchemas } from "./json-schema.ts";
import { type ApiPart, type OpenApiDocument, toControlOpenApi, toOpenApi } from "./openapi.ts";

const parts: readonly ApiPart[] = ["v1", "v2", "token"];
const presetNames: readonly PresetName[] = ["specified", "observed"];
const documents = presetNames.flatMap((preset) =>
  parts.map((part) => ({ preset, part, document: toOpenApi(part, presets[preset]) })),
);
const operationsOf = ({ paths = {} }: OpenApiDocument) =>
  Object.values(paths).flatMap(({ get, post }) => [get ?? [], post ?? []].flat());
const statusesOf = (document: OpenApiDocument, name: string): string[] =>
  Object.keys(operationsOf(document).find(({ operationId }) => operationId === name)?.responses ?? {});

test.each(presetNames)(
  "the OpenAPI documents for the profile `%s` describe each path of its endpoints exactly once (spec 4)",
  (preset) => {
    const described = documents.filter((one) => one.preset === preset).map(({ document }) => document);
    const expected = endpointNames
      .filter((name) => !isHosted(name))
      .flatMap((name) => pathsUnder(presets[preset], endpointOf(name)))
      .map((path) => path.replace(":realm", "{realm}"));
    expect(described.flatMap(({ paths = {} }) => Object.keys(paths)).sort()).toEqual(expected.sort());
    const ids = described.flatMap(operationsOf).map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(expected.length);
  },
);

test.each(documents)(
  "every response in the $part document for the profile `$preset` has an X-Request-ID header (spec 7, rule 1)",
  ({ document }) => {
    for (const { responses } of operationsOf(document)) {
      for (const response of Object.values(responses ?? {})) {
        expect(response).toHaveProperty(["headers", "X-Request-ID", "$ref"], "#/components/headers/X-Request-ID");
      }
    }
  },
);

test.each([...documents, { part: "control", preset: "any", document: toControlOpenApi() }])(
  "every reference in the $part document for the profile `$preset` resolves, and every component is used",
  ({ document }) => {
    const text = JSON.stringify(document);
    const refs = new Set(
      [...text.matchAll(/"\$ref":"#\/components\/(headers|schemas)\/([^"]+)"/g)].map(
        ([, kind, name]) => `${kind}/${name}`,
      ),
    );
    const { headers = {}, schemas = {} } = document.components ?? {};
    const defined = [
      ...Object.keys(headers).map((name) => `headers/${name}`),
      ...Object.keys(schemas).map((name) => `schemas/${name}`),
    ];
    expect([...refs].sort()).toEqual(defined.sort());
  },
);

const other = {
  "fetch-status": "created",
  "missing-permission": "unauthorized",
  "v2-not-enabled": "not-found",
  "rate-limit": "limited",
  "wrong-token": "unauthorized",
  "wrong-content-type": "bad-request",
} as const;
const lateStart = { "v1-sync-failure": "504", "v1-start-status": "ok" } as const;

test.each([
  ["v2.fetchInteraction", {}, "200 400 401 403 404 413 415 default"],
  ["v2.startJourney", {}, "201 400 401 403 404 413 415 default"],
  ["v2.submitInteraction", {}, "200 400 401 403 404 409 413 415 default"],
  ["v2.submitInteraction", presets.observed, "200 400 401 403 404 409 413 415 429 500 default"],
  ["v2.fetchInteraction", other, "201 400 401 404 413 default"],
  ["v2.startJourney", other, "201 400 401 404 413 429 default"],
  ["v1.startJourney", lateStart, "200 400 401 403 404 413 415 504 default"],
] as const)(
  "the profile determines the documented statuses of %s (case %#, spec 4.3, 7; gaps `submit-error-variants`, `v1-sync-failure`)",
  (name, readings, expected) => {
    const document = toOpenApi(name.startsWith("v1") ? "v1" : "v2", resolveProfile({ readings }));
    expect(statusesOf(document, name).join(" ")).toBe(expected);
  },
);

test("the profile determines the error bodies of v1 and of the token endpoint (gaps `v1-error-body`, `token-error-body`)", () => {
  const errorOf = (part: ApiPart, profile = presets.specified) =>
    Object.keys(toOpenApi(part, profile).components?.schemas ?? {}).filter((name) => /ErrorBody|TokenError/.test(name));
  expect([errorOf("v2"), errorOf("v1"), errorOf("token")]).toEqual([["ErrorBody"], ["V1ErrorBody"], ["TokenError"]]);
  const profile = resolveProfile({ readings: { "v1-error-body": "errors", "token-error-body": "errors" } });
  expect([errorOf("v1", profile), errorOf("token", profile)]).toEqual([["ErrorBody"], ["ErrorBody"]]);
});

test("deprecated endpoints are marked as deprecated and name their replacement (spec 4.2, 4.3)", () => {
  const deprecatedIn = (part: ApiPart, profile = presets.specified) =>
    operationsOf(toOpenApi(part, profile)).filter(({ deprecated }) => deprecated);
  expect(deprecatedIn("v2").map(({ operationId }) => operationId)).toEqual(["v2.listTaskSchemas"]);
  expect(deprecatedIn("v1")).toHaveLength(4);
  expect(deprecatedIn("v1", resolveProfile({ readings: { "v1-task-schema-deprecated": "no" } }))).toHaveLength(3);
  for (const { description, responses } of deprecatedIn("v1")) {
    expect(description).toContain("Deprecated: use `v2.");
    expect(responses?.default).toHaveProperty("headers.Deprecation");
  }
});

test("the profile determines the accepted credentials (gaps `interaction-token`, `client-authentication`)", () => {
  const securityOf = (part: ApiPart, name: string, profile = presets.specified) =>
    operationsOf(toOpenApi(part, profile)).find(({ operationId }) => operationId === name)?.security;
  expect(securityOf("v2", "v2.fetchState")).toEqual([{ customerToken: [] }]);
  expect(securityOf("v2", "v2.submitInteraction")).toEqual([{ customerToken: [] }, { interactionToken: [] }]);
  expect(securityOf("token", "token.requestToken")).toEqual([{}, { clientBasic: [] }]);
  const profile = resolveProfile({ readings: { "interaction-token": "end-user", "client-authentication": "form" } });
  expect(securityOf("v2", "v2.submitInteraction", profile)).toEqual([{ interactionToken: [] }]);
  expect(securityOf("token", "token.requestToken", profile)).toEqual([]);
});

test("the profile can move or remove the device endpoints (gap `device-start`)", () => {
  const devicePaths = (reading: "device" | "journey-device" | "absent") =>
    Object.keys(toOpenApi("v2", resolveProfile({ readings: { "device-start": reading } })).paths ?? {}).filter((path) =>
      path.includes("device"),
    );
  const both = (path: string) => [`${path}/start`, `${path}/connect`];
  expect(devicePaths("device")).toEqual(both("/v2/captain/device"));
  expect(devicePaths("journey-device")).toEqual(both("/v2/captain/journey/device"));
  expect(devicePaths("absent")).toEqual([]);
  const { paths = {} } = toOpenApi("v2", resolveProfile({ readings: { "device-start": "absent" } }));
  expect(Object.keys(paths)).toHaveLength(5);
});

test("the token request is a form, and every other request is JSON (spec 4)", () => {
  for (const { part, document } of documents) {
    const type = part === "token" ? "application/x-www-form-urlencoded" : "application/json";
    for (const { requestBody, operationId } of operationsOf(document)) {
      if (operationId !== "v2.checkHealth") expect(requestBody).toHaveProperty(["content", type]);
    }
  }
});

test("`endpoints` contains schemas for every route (spec 4)", () => {
  expect(Object.keys(endpoints)).toEqual(endpointNames);
});

const document = toControlOpenApi();
const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ path, method, operationId })),
);

test("the control API document describes each endpoint once", () => {
  const described = operations.map(({ path, method, operationId }) => [operationId, method, path]);
  const rows = controlRouteNames.map((name) => {
    const { method, path } = controlRouteOf(name);
    return [name, method.toLowerCase(), path.replaceAll(/:(\w+)/g, "{$1}")];
  });
  expect(described.toSorted()).toEqual(rows.toSorted());
});

test("the rows of the control API say whether an endpoint expects a body or a query", () => {
  for (const name of controlRouteNames) {
    const { input, query, request }: ControlEndpoint = controlEndpoints[name];
    const body = request === undefined || request === Nothing ? undefined : "body";
    expect([name, input]).toEqual([name, query === undefined ? body : "query"]);
  }
});

test("the control API document describes the query parameters and response formats of the coverage endpoint", () => {
  const coverage = document.paths?.["/_sim/worlds/{world}/coverage"]?.get;
  expect(coverage).toMatchObject({
    parameters: [
      { name: "world", in: "path" },
      { name: "format", in: "query" },
      { name: "min", in: "query" },
    ],
    responses: { 200: { content: { "application/json": {}, "text/plain": {}, "application/xml": {} } } },
  });
});

test.each(Object.entries(toControlJsonSchemas()))(
  "%s is self-contained and compiles in strict mode",
  (file, schema) => {
    expect(createAjv({ formats: { base64: true } }).compile(schema)).toBeTypeOf("function");
    expect([schema.$id, `${schema.title}.json`]).toEqual([file, file]);
    expect(controlSchemas.has(file.replace(".json", ""))).toBe(true);
  },
);
