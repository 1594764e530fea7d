import { Ajv, type Options } from "ajv";
import addFormats from "ajv-formats";
import { toJsonSchemas } from "../src/emit/json-schema.ts";

/** Creates an ajv instance in strict mode and adds every emitted schema under its file name. */
export function createValidator(options: Options = {}): Ajv {
  const ajv = new Ajv({ strict: true, ...options });
  addFormats.default(ajv);
  for (const schema of Object.values(toJsonSchemas())) ajv.addSchema(schema);
  return ajv;
}
