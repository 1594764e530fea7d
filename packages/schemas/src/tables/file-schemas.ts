/**
 * Names of the JSON Schemas of the files that users write. The simulator serves these schemas, and its package contains
 * them.
 */
export const fileSchemaNames = ["Scenario", "FaultPlan", "JourneyDefinition", "ProfileFile"] as const;

/** Name of the JSON Schema of a file that users write. */
export type FileSchemaName = (typeof fileSchemaNames)[number];

/** The `$schema` of a file in the root folder of a project that has the simulator installed. */
export const toSchemaPath = (name: FileSchemaName): string => `./node_modules/journey-kit/json/${name}.json`;
