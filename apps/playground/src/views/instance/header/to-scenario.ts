import type { Explanation, Scenario } from "@journey-kit/schemas/control";
import type { Run } from "../module-state.ts";

type Rule = Scenario["rules"][number];

/** Creates a scenario that gives every module the outcomes and the durations that it had in an instance. */
export const toScenario = ({ journey, ordinal, modules, readings }: Explanation): Scenario => ({
  name: `${journey}-${ordinal}`,
  description: `The outcomes of ${journey} #${ordinal}.`,
  ...(readings && { readings }),
  rules: modules.map((run): Rule => {
    const isRepeated = modules.some((one) => one !== run && one.module === run.module);
    const when = { journey, module: run.module, ...(isRepeated && { attempt: run.attempt }) };
    return { when, then: toEnd(run) };
  }),
});

function toEnd({ startedAt, finishesAt, ends, outcome, outcomes, classification, retry }: Run): Rule["then"] {
  if (ends === "never") return { ends };
  const latency = finishesAt === undefined ? {} : { latency: Date.parse(finishesAt) - Date.parse(startedAt) };
  if (ends === "fail") return { ends, ...latency };
  const isKnown = outcomes.some(({ name }) => name === outcome);
  return { outcome: isKnown ? outcome : { name: outcome, classification }, ...latency, ...(retry && { retry }) };
}
