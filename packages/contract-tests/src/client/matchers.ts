import type { World } from "@journey-kit/schemas/control";
import { type RuleId, ruleOf, rules } from "@journey-kit/schemas/tables";

interface Covered {
  readonly control: Pick<World, "coverage">;
}

/**
 * Matchers for worlds, for `expect.extend`.
 *
 * @example
 * await expect(world).toHaveCoveredRule("submit-duplicate-refused");
 * await expect(world).toHaveCoverage(30); // percent of what a world can cover
 */
export const worldMatchers = {
  async toHaveCoveredRule({ control }: Covered, rule: RuleId) {
    if (!Object.hasOwn(rules, rule)) throw new TypeError(`There is no rule ${JSON.stringify(rule)}.`);
    const { parts, requests } = await control.coverage();
    const times = parts.flatMap(({ rows }) => rows).find(({ id }) => id === rule)?.times ?? 0;
    const { spec, text } = ruleOf(rule);
    return {
      pass: times > 0,
      message: () =>
        times > 0
          ? `Expected no request to cover rule ${rule} (spec ${spec}: ${text}); ${times} did.`
          : `Expected a request to cover rule ${rule} (spec ${spec}: ${text}); none of ${requests} did.`,
    };
  },
  async toHaveCoverage({ control }: Covered, min: number) {
    const { percentage, reached, requests } = await control.coverage(min);
    return {
      pass: reached,
      message: () =>
        `Expected coverage ${reached ? "below" : "of at least"} ${min} %; ${requests} requests covered ${percentage} %.`,
    };
  },
};
