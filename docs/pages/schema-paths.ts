import { controlSchemas } from "@journey-kit/schemas/json-schema";

/** The page that describes a schema, by its name. */
export const pathOfSchema = (name: string): string =>
  controlSchemas.has(name) ? "reference/control-schemas" : "reference/json-schemas";
