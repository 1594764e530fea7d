import { accessRules } from "./access.ts";
import { endpointRules } from "./endpoint.ts";
import { flowRules } from "./flow.ts";
import { resourceRules } from "./resource.ts";
import type { Rule } from "./rule.ts";
import { serviceRules } from "./service.ts";

export type { Rule } from "./rule.ts";

/** Every normative sentence of the specification, in its order. */
export const rules = { ...serviceRules, ...resourceRules, ...flowRules, ...endpointRules, ...accessRules } as const;

/** Id of a rule. */
export type RuleId = keyof typeof rules;

/** Every rule id. */
export const ruleIds = Object.keys(rules) as RuleId[]; // `Object.keys` forgets the literal keys it was given

/** A row of the table, seen without its literal types. */
export const ruleOf = (id: RuleId): Rule => rules[id];
