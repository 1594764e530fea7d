import { FaultAction, FaultCondition, FaultPlan } from "@journey-kit/schemas/control";
import { type EndpointName, endpointOf } from "@journey-kit/schemas/endpoints";
import { describeFault } from "@journey-kit/schemas/tables";
import type * as z from "zod";
import { createDraftFormat, toJsonSchema } from "../../drafts/draft-format.ts";
import { createField } from "../../ui/schema-form/create-field.ts";
import { canShow, type Field, type Group, toChoice, withFields } from "../../ui/schema-form/field.ts";

const fieldOf = (type: z.ZodType, name: string, label: string): Field | undefined => {
  const schema = toJsonSchema(type);
  return createField(schema, schema, { name, label, isRequired: true });
};

/** The conditions of a rule. */
function createCondition(): Group {
  const field = fieldOf(FaultCondition, "when", "When");
  if (field?.kind !== "group") throw new TypeError("A fault condition is an object.");
  const toOption = (value: string) => ({ value, label: value, hint: endpointOf(value as EndpointName).summary }); // the schema lists the endpoints
  return withFields(field, {
    endpoint: (one) =>
      one.kind === "choice"
        ? toChoice(
            one,
            one.options.map(({ value }) => toOption(value)),
            "every endpoint",
          )
        : one,
  });
}

/** What a rule does, with the fields of each action. */
function createAction(): Field {
  const field = fieldOf(FaultAction, "then", "Action");
  if (field?.kind !== "variants") throw new TypeError("A fault action has a type.");
  const placeholder = "the body of an error with this status";
  const variants = field.variants.map(({ value, group }) => ({
    value,
    group: withFields(group, { body: (body) => ({ ...body, placeholder }) }),
  }));
  return { ...field, variants };
}

const id: Field = { kind: "text", name: "id", label: "Name in the log", isRequired: false };
const seed: Field = {
  kind: "number",
  name: "seed",
  label: "Seed for random faults",
  isRequired: false,
  placeholder: "the seed of the simulator",
};
const schemaAddress: Field = { kind: "text", name: "$schema", label: "Schema", isRequired: false };

/** The fields of a rule and of a plan. The form keeps the `$schema` of a file but does not show it. */
export const ruleFields = { id, when: createCondition(), then: createAction() };
const rule: Group = { kind: "group", name: "", label: "Rule", isRequired: true, fields: Object.values(ruleFields) };
export const planFields = {
  seed,
  rules: { kind: "list", name: "rules", label: "Rules", isRequired: true, entry: rule },
} as const satisfies Record<string, Field>;
export const planField: Group = { ...rule, label: "Plan", fields: [schemaAddress, ...Object.values(planFields)] };

/** The format of fault plans, which the command line can read too. */
export const faultFormat = createDraftFormat({
  type: FaultPlan,
  canShow: (value) => canShow(planField, value),
  findProblems: ({ rules }) =>
    rules.flatMap(({ then }, i) =>
      then.type === "status" && then.retryAfterDate === true && then.retryAfter === undefined
        ? [{ path: ["rules", i, "then"], message: "A date needs a time to wait.", missing: "retryAfter" }]
        : [],
    ),
});

/** Describes a rule in one line; undefined if it is invalid. */
export function describeFaultRule(value: unknown): string | undefined {
  const { data } = FaultPlan.shape.rules.element.safeParse(value);
  return data && `${describeFaultCondition(data.when)}: ${describeFault(data.then)}`;
}

/** Describes the requests that a fault applies to. */
export function describeFaultCondition(when: FaultCondition): string {
  const { endpoint = "Any request", instance, ordinal, nth, every, probability } = when;
  return [
    endpoint,
    nth !== undefined && `request ${nth}`,
    every !== undefined && (every === 1 ? "every request" : `every ${every} requests`),
    probability !== undefined && `${Math.round(probability * 1_000) / 10} % of the requests`,
    instance !== undefined && `instance ${instance}`,
    ordinal !== undefined && `instance ${ordinal} of the world`,
  ]
    .filter((part) => part !== false)
    .join(", ");
}
