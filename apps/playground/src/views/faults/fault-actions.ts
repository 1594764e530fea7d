import "../../api/zod-config.ts";
import { FaultAction, FaultCondition } from "@journey-kit/schemas/control";
import { type FaultActionType, faultActionOf, faultActionTypes } from "@journey-kit/schemas/tables";
import * as z from "zod";
import { branchesOf, type SchemaObject } from "../../ui/json-editor/schema.ts";

/** A field of an action, or a condition, as its schema describes it. */
export interface Parameter {
  readonly name: string;
  readonly label: string;
  readonly kind: "integer" | "number" | "choice" | "text" | "body" | "flag";
  readonly description: string | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** The values of a choice. */
  readonly choices: readonly string[];
  readonly isRequired: boolean;
  /** The value in a new form. */
  readonly suggestion: string;
}

interface Action {
  readonly type: FaultActionType;
  readonly label: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
}

const parametersOf = (type: z.ZodType): readonly Parameter[] => {
  const root = z.toJSONSchema(type, { target: "draft-7", io: "input" }) as SchemaObject; // the keywords that our schemas use
  return branchesOf(root, root, new Map()).flatMap(toParameters);
};

/** Every action of a fault, from its table and its schema. */
export const actions: readonly Action[] = faultActionTypes.map((type) => {
  const option = FaultAction.options.find(({ shape }) => shape.type.value === type);
  const parameters = option === undefined ? [] : parametersOf(option).filter(({ name }) => name !== "type");
  return { type, ...faultActionOf({ type }), parameters };
});

export const conditions: readonly Parameter[] = parametersOf(FaultCondition);

function toParameters({ properties = {}, required = [] }: SchemaObject): readonly Parameter[] {
  return Object.entries(properties).map(([name, schema]) => {
    const { type, title = name, description, minimum, maximum, ...member } = typeof schema === "object" ? schema : {};
    const { enum: values, const: only, examples: [suggestion = ""] = [] } = member;
    const isRequired = required.includes(name);
    return {
      ...{ name, label: title, description, min: minimum, max: maximum, isRequired },
      kind: only === true ? "flag" : values !== undefined ? "choice" : kindOf(type),
      choices: (values ?? []).map(String),
      suggestion: isRequired ? String(suggestion) : "",
    };
  });
}

/** A body has no single type: it may be a text or an object. */
function kindOf(type: SchemaObject["type"]): Parameter["kind"] {
  if (type === "integer" || type === "number") return type;
  return type === "string" ? "text" : "body";
}

export const findAction = (type: string): Action | undefined => actions.find((action) => action.type === type);
