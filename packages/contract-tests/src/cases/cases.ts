import { type RuleId, ruleIds } from "@journey-kit/schemas/rules";
import { accessCases } from "./access-case.ts";
import type { Case } from "./case.ts";
import { elementCases } from "./element-case.ts";
import { errorCases } from "./error-case.ts";
import { interactionCases } from "./interaction-case.ts";
import { prefillCases } from "./prefill-case.ts";
import { serviceCases } from "./service-case.ts";
import { startCases } from "./start-case.ts";
import { stateCases } from "./state-case.ts";
import { submitBodyCases } from "./submit-body-case.ts";
import { submitCases } from "./submit-case.ts";
import { taskCases } from "./task-case.ts";
import { v1StateCases } from "./v1-state-case.ts";

const place = new Map<RuleId, number>(ruleIds.map((id, i) => [id, i]));

/** Every case, in the order of the specification: at least one for each rule that an exchange can show. */
export const cases: readonly Case[] = [
  ...serviceCases,
  ...startCases,
  ...prefillCases,
  ...interactionCases,
  ...submitBodyCases,
  ...submitCases,
  ...elementCases,
  ...stateCases,
  ...v1StateCases,
  ...taskCases,
  ...accessCases,
  ...errorCases,
].toSorted((one, other) => (place.get(one.rule) ?? 0) - (place.get(other.rule) ?? 0));
