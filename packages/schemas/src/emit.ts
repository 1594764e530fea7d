// Emits JSON Schemas and OpenAPI documents.
export {
  controlSchemas,
  draft07,
  type JsonSchema,
  toControlJsonSchemas,
  toFileJsonSchemas,
  toJsonSchemas,
} from "./emit/json-schema.ts";
export { documentNames, documentOf, type OpenApiDocument, toControlOpenApi } from "./emit/openapi.ts";
