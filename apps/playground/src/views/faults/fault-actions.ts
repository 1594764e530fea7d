import "../../api/zod-config.ts";
import { FaultAction, FaultCondition } from "@journey-kit/schemas/control";
import * as z from "zod";
import { branchesOf, type SchemaObject } from "../../components/json-editor/schema.ts";

/** A parameter of an action, or a condition, as its schema describes it. */
export interface Parameter {
  readonly name: string;
  readonly kind: "integer" | "number" | "choice" | "text" | "body" | "flag";
  readonly description: string | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** The values of a choice. */
  readonly choices: readonly string[];
  readonly isRequired: boolean;
}

type MemberOf<Union> = Union extends unknown ? keyof Union : never;

/** The name of a parameter of an action. */
export type ActionParameterName = MemberOf<FaultAction>;

/** The name of an action. The other parameters belong to the action `status`. */
export type ActionName = Exclude<ActionParameterName, "body" | "retryAfter" | "retryAfterDate">;

/** An action of a fault. Its first parameter has the name of the action. */
export interface Action {
  readonly name: string;
  readonly description: string | undefined;
  readonly parameters: readonly Parameter[];
}

const schemaOf = (type: z.ZodType) => z.toJSONSchema(type, { target: "draft-7", io: "input" }) as SchemaObject; // the keywords that our schemas use

const objectsIn = (type: z.ZodType): readonly SchemaObject[] => {
  const root = schemaOf(type);
  return branchesOf(root, root, new Map()).filter(({ properties }) => properties !== undefined);
};

/** Every action of a fault, from its schema. */
export const actions: readonly Action[] = objectsIn(FaultAction).map((option) => {
  const parameters = toParameters(option);
  return { name: parameters[0]?.name ?? "", description: option.description, parameters };
});

/** Every condition of a fault, from its schema. */
export const conditions: readonly Parameter[] = objectsIn(FaultCondition).flatMap(toParameters);

function toParameters({ properties = {}, required = [] }: SchemaObject): readonly Parameter[] {
  return Object.entries(properties).map(([name, schema]) => {
    const { type, description, minimum, maximum, enum: values, const: only } = typeof schema === "object" ? schema : {};
    const kind = only === true ? "flag" : values !== undefined ? "choice" : kindOf(type);
    const choices = (values ?? []).map(String);
    return { name, kind, description, min: minimum, max: maximum, choices, isRequired: required.includes(name) };
  });
}

/** A body has no single type: it may be a text or an object. */
function kindOf(type: SchemaObject["type"]): Parameter["kind"] {
  if (type === "integer" || type === "number") return type;
  return type === "string" ? "text" : "body";
}

/** Finds the action with the given name. */
export const findAction = (name: string): Action | undefined => actions.find((action) => action.name === name);
