import type { ElementName } from "@journey-kit/schemas/calls";
import type { JsonSchema } from "@journey-kit/schemas/emit";
import type { EndpointName } from "@journey-kit/schemas/endpoints";
import fc from "fast-check";
import { pathsOf, replaceAt, type SchemaPath } from "./schema.ts";
import { type SubjectOptions, subject } from "./subject.ts";

/**
 * What is wrong with a value: it is missing, forbidden or null, or it has the wrong type or the wrong form, such as the
 * date `10.12.1990`. The kind `encoding` is text that is not base64, which the schemas accept but the engine
 * refuses. Gap `null-values`.
 */
export type InvalidKind = "missing" | "forbidden" | "null" | "type" | "form" | "encoding";

/** The only invalid path of a value, and the kind of mistake. */
export interface Invalid {
  readonly path: string;
  readonly kind: InvalidKind;
}

/** A subject that is invalid at one path. */
export interface InvalidSubject extends Invalid {
  readonly subject: unknown;
}

/** A request body that is invalid at one path. */
export interface InvalidRequest extends Invalid {
  readonly body: unknown;
}

/** Values of each JSON type. Each is invalid where the schema requires another type. */
const valuesByType: readonly (readonly [types: readonly string[], value: unknown])[] = [
  [["string"], "text"],
  [["integer", "number"], 7],
  [["number"], 1.5],
  [["boolean"], true],
  [["array"], ["text"]],
  [["object"], { text: "text" }],
];

const misspelled = ["10.12.1990", "1990-13-10", "2025-02-29", "1990-1-1", "1990-12-10T00:00:00Z"];
const unencoded = ["no base64!", "aW1hZ2U", "aW1h=ZZZ", "aW1h ZZZ="];
const oddTexts = ["@latest", "a@b@c", "with blank@1", "with a blank 0001", "", "unknown"];

/** Strings that are too short, too long, or do not match the pattern, format or allowed values. */
function misformed({ minLength = 0, maxLength, pattern, format, enum: choices, const: only }: JsonSchema) {
  const allowed = choices ?? (only === undefined ? undefined : [only]);
  const isWrong = (text: string) =>
    allowed?.includes(text) === false || (pattern !== undefined && !new RegExp(pattern, "u").test(text));
  return [
    ...(format === "date" ? misspelled : oddTexts.filter(isWrong)),
    ...(minLength > 0 ? ["x".repeat(minLength - 1)] : []),
    ...(maxLength === undefined ? [] : ["x".repeat(maxLength + 1)]),
  ];
}

function invalidValues(schema: JsonSchema): readonly (readonly [InvalidKind, unknown])[] {
  if (schema.not !== undefined) return [[], [{}], null, "text"].map((value) => ["forbidden", value] as const);
  if (schema.anyOf?.[0] !== undefined) return invalidValues(schema.anyOf[0]); // the other alternatives are empty strings
  const { type, contentEncoding, minimum, minItems = 0 } = schema;
  if (typeof type !== "string") return []; // any value is valid
  const forms = type === "string" ? misformed(schema) : [];
  return [
    ["null", null] as const,
    ...valuesByType.filter(([types]) => !types.includes(type)).map(([, value]) => ["type", value] as const),
    ...forms.map((text) => ["form", text] as const),
    ...(minItems > 0 ? [["form", []] as const] : []),
    ...(minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? [["form", minimum - 1] as const] : []),
    ...(contentEncoding === undefined ? [] : unencoded.map((text) => ["encoding", text] as const)),
  ];
}

/** The invalid values to try at a path of a schema. */
export const replacementsAt = ({ path, schema, isRequired }: SchemaPath) => [
  ...(isRequired ? [{ path, kind: "missing" as const, value: undefined }] : []),
  ...invalidValues(schema).map(([kind, value]) => ({ path, kind, value })),
];

/** Chooses each path equally often, regardless of the number of invalid values for it. */
const replacements = (paths: readonly SchemaPath[]) =>
  fc
    .constantFrom(...paths.map(replacementsAt).filter(({ length }) => length > 0))
    .chain((choices) => fc.constantFrom(...choices));

/**
 * Generates subjects that are invalid at one path of the schema, with otherwise valid data for the six domain elements.
 * Covers every path that can be invalid. Shrinks to a minimal subject for Ada Lovelace. Spec 2.8.
 */
export const invalidSubject = (options: SubjectOptions = {}): fc.Arbitrary<InvalidSubject> =>
  fc
    .tuple(subject(options), replacements(pathsOf("Subject")))
    .map(([good, { path, kind, value }]) => ({ path, kind, subject: replaceAt(good, path, value) }));

/** The schemas of the request bodies. Spec 2.7, 2.9, 2.10, 4.2, 4.3. */
const requestSchemas = {
  "v2.startJourney": "V2StartRequest",
  "v2.fetchState": "StateFetchRequest",
  "v2.fetchInteraction": "InteractionFetchRequest",
  "v2.submitInteraction": "InteractionSubmitRequest",
  "v1.startJourney": "V1StartRequest",
  "v1.fetchState": "V1StateFetchRequest",
  "v1.listTasks": "TaskListRequest",
  "v1.updateTask": "TaskUpdateRequest",
} as const satisfies { readonly [Name in EndpointName]?: string };

/** The endpoints whose requests {@link invalidRequest} can make invalid. */
export type BreakableRoute = keyof typeof requestSchemas;

/**
 * Generates copies of a valid request body that are invalid at one path. Covers every path that can be invalid,
 * except in the subject. Spec 2.7, 2.9, 2.10.
 */
export const invalidRequest = (route: BreakableRoute, good: unknown): fc.Arbitrary<InvalidRequest> =>
  replacements(pathsOf(requestSchemas[route], ["Subject"])).map(({ path, kind, value }) => ({
    path,
    kind,
    body: replaceAt(good, path, value),
  }));

/** A subject with too little data for one domain element, so that the element counts as not provided. Spec 2.6. */
export interface IncompleteSubject {
  readonly element: ElementName;
  readonly path: string;
  readonly subject: unknown;
}

/** Valid values that leave an element incomplete. Gaps `element-minimum`, `document-type-case`. */
const incompleteValues: readonly (readonly [ElementName, path: string, values: readonly unknown[]])[] = [
  ["FullName", "identity.firstName", [undefined, ""]],
  ["FullName", "identity.lastNames", [undefined, [], [""]]],
  ["DateOfBirth", "identity.dateOfBirth", [undefined, ""]],
  ["SSN", "identity.idNumbers[0].type", ["passport", "nino"]],
  ["PrimaryDocument", "documents[0].type", ["Secondary", "Visa"]],
  ["PrimaryDocument", "documents[0].side1Image", [undefined, ""]],
  ["Selfie", "biometrics[0].selfieImage", [undefined, ""]],
];

/**
 * Generates valid subjects with complete data for all but one of the six domain elements. Shrinks to a minimal subject
 * without a first name. Spec 2.6.
 */
export const incompleteSubject = (options: SubjectOptions = {}): fc.Arbitrary<IncompleteSubject> =>
  fc
    .tuple(
      subject(options),
      fc
        .constantFrom(...incompleteValues)
        .chain(([element, path, values]) => fc.constantFrom(...values).map((value) => ({ element, path, value }))),
    )
    .map(([good, { element, path, value }]) => ({ element, path, subject: replaceAt(good, path, value) }));
