import { Ajv, type Options } from "ajv";
import addFormats from "ajv-formats";
import { toJsonSchemas } from "../src/emit/json-schema.ts";

/** Creates an ajv instance in strict mode. */
export const createAjv = (options: Options = {}): Ajv => addFormats.default(new Ajv({ strict: true, ...options }));

/** Creates an ajv instance in strict mode and adds every emitted schema under its file name. */
export function createValidator(): Ajv {
  const ajv = createAjv();
  for (const schema of Object.values(toJsonSchemas())) ajv.addSchema(schema);
  return ajv;
}
