import { ruleIds } from "@journey-kit/schemas/tables";
import { accessCases } from "./access-case.ts";
import type { Case, CaseTable } from "./case.ts";
import { elementCases } from "./element-case.ts";
import { errorCases } from "./error-case.ts";
import { toResponse } from "./expectations.ts";
import { interactionCases } from "./interaction-case.ts";
import { serviceCases } from "./service-case.ts";
import { startCases } from "./start-case.ts";
import { stateCases } from "./state-case.ts";
import { submitCases } from "./submit-case.ts";
import { taskCases } from "./task-case.ts";
import { v1StateCases } from "./v1-state-case.ts";

const casesOf = (table: CaseTable): readonly Case[] =>
  Object.entries(table).flatMap(([id, row]) => {
    const rule = ruleIds.find((one) => one === id.split("/", 1)[0]);
    return row === undefined || rule === undefined
      ? []
      : [{ given: [], ...row, id, rule, response: toResponse(row.response) }];
  });

/** Every case, in the order of the specification. There is at least one case for each observable rule. */
export const cases: readonly Case[] = [
  serviceCases,
  startCases,
  interactionCases,
  submitCases,
  elementCases,
  stateCases,
  v1StateCases,
  taskCases,
  accessCases,
  errorCases,
]
  .flatMap(casesOf)
  .toSorted((one, other) => ruleIds.indexOf(one.rule) - ruleIds.indexOf(other.rule));

/** Returns the names of the published journeys that requests refer to. */
export const journeysIn = (requests: unknown): readonly string[] =>
  [...new Set([...JSON.stringify(requests).matchAll(/\$resource:([\w-]+)/g)].map(([, name = ""]) => name))].filter(
    (name) => name !== "never-published",
  );
