import type { Consequence, Scenario } from "@journey-kit/schemas/control";
import { type ModuleName, moduleNames, moduleOf } from "@journey-kit/schemas/modules";
import { parsePath } from "../world/path.ts";
import { ControlError } from "./error.ts";

/**
 * Finds what a scenario of the right shape cannot mean: an outcome that no module has, a range the wrong way round.
 *
 * @throws {ControlError} `MISSING_FIELD`, naming the path.
 */
export function checkScenario({ rules, otherwise }: Scenario): void {
  rules.forEach(({ when, then }, i) => {
    checkConsequence(`rules[${i}].then`, then, when.module === undefined ? moduleNames : [when.module]);
    when.subject?.forEach(({ path, equals, matches, in: list }, j) => {
      const at = `rules[${i}].when.subject[${j}]`;
      if (parsePath(path) === undefined) refuse(`${at}.path`, "not a path into a subject");
      if (equals === undefined && matches === undefined && list === undefined)
        refuse(at, "expected equals, matches or in");
    });
  });
  if (otherwise !== undefined) checkConsequence("otherwise", otherwise, moduleNames);
}

function checkConsequence(path: string, { outcome, latency }: Consequence, modules: readonly ModuleName[]): void {
  const known = modules.flatMap((module) => moduleOf(module).outcomes.map(({ name }) => name));
  const isGeneral = outcome === "accept" || outcome === "refer" || outcome === "reject";
  if (outcome !== undefined && !isGeneral && !known.includes(outcome)) {
    const few = modules.length === 1 ? ` It has ${known.join(", ")}.` : "";
    refuse(`${path}.outcome`, `no such outcome.${few}`);
  }
  if (typeof latency === "object" && latency.min > latency.max) refuse(`${path}.latency`, "min is above max");
}

function refuse(path: string, problem: string): never {
  throw new ControlError("MISSING_FIELD", `${path}: ${problem}`);
}
