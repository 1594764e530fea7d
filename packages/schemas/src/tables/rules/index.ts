import { accessRules } from "./access.ts";
import { endpointRules } from "./endpoint.ts";
import { flowRules } from "./flow.ts";
import { resourceRules } from "./resource.ts";
import type { Rule } from "./rule.ts";
import { serviceRules } from "./service.ts";

export type { Rule } from "./rule.ts";

/** Every rule, in the order of the specification. */
export const rules = { ...serviceRules, ...resourceRules, ...flowRules, ...endpointRules, ...accessRules } as const;

/** Id of a rule. */
export type RuleId = keyof typeof rules;

/** Every rule id. */
export const ruleIds = Object.keys(rules) as RuleId[]; // `Object.keys` returns `string[]`

/** Returns a rule, typed as `Rule` instead of its literal type. */
export const ruleOf = (id: RuleId): Rule => rules[id];
