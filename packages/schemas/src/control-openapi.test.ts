import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { controlRouteNames, controlRouteOf } from "./control/route.ts";
import { toControlOpenApi } from "./control-openapi.ts";
import { controlSchemas, toControlJsonSchemas } from "./control-schema.ts";

const document = toControlOpenApi();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

test("describes every endpoint of the control plane once, where the row has it", () => {
  const described = operations.map(({ path, method, operation }) => [operation.operationId, method, path]);
  const rows = controlRouteNames.map((name) => {
    const { method, path } = controlRouteOf(name);
    return [name, method.toLowerCase(), path.replaceAll(/:(\w+)/g, "{$1}")];
  });
  expect(described.toSorted()).toEqual(rows.toSorted());
});

test("every reference leads somewhere, and nothing is left over", () => {
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
  const named = new Set(refs.map(([, name]) => name));
  expect([...named].toSorted()).toEqual(Object.keys(document.components.schemas ?? {}).toSorted());
});

test("tells the members of a query and the forms of an answer", () => {
  const coverage = document.paths["/_sim/worlds/{world}/coverage"]?.get;
  expect(coverage).toMatchObject({
    parameters: [
      { name: "world", in: "path" },
      { name: "format", in: "query" },
      { name: "min", in: "query" },
    ],
    responses: { 200: { content: { "application/json": {}, "text/plain": {}, "application/xml": {} } } },
  });
});

test.each(Object.entries(toControlJsonSchemas()))("%s stands alone and compiles in strict mode", (file, schema) => {
  const ajv = new Ajv({ strict: true, formats: { base64: true } });
  addFormats.default(ajv);
  expect(ajv.compile(schema)).toBeTypeOf("function");
  expect([schema.$id, `${schema.title}.json`]).toEqual([file, file]);
  expect(controlSchemas.has(file.replace(".json", ""))).toBe(true);
});
