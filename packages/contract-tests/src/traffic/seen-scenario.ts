import type { Scenario, WorldSnapshot } from "@journey-kit/schemas/control";

type Rule = Scenario["rules"][number];

/**
 * Creates a scenario with the outcomes that the instances of snapshots had. With more than one snapshot, its rules name
 * the number of the instance, so that it repeats the journeys in their order.
 */
export function createSeenScenario(snapshots: readonly Pick<WorldSnapshot, "instances" | "terms">[]): Scenario {
  const instances = snapshots.flatMap(({ instances: own, terms }) =>
    own.map((instance) => [...findOutcomes(instance.commands), ...(terms[instance.terms]?.scenarios[0]?.rules ?? [])]),
  );
  const rules = instances.flatMap((own, i) =>
    instances.length === 1 ? own : own.map(({ when, then }) => ({ when: { ...when, ordinal: i + 1 }, then })),
  );
  return { name: "recorded", description: "The outcomes in a recording.", rules };
}

/** The outcomes of modules that ended by a command. A rule names an attempt only if the module has several outcomes. */
function findOutcomes(commands: WorldSnapshot["instances"][number]["commands"]): readonly Rule[] {
  const resolved = commands.filter((command) => command.type === "resolve");
  return resolved.map(({ module, outcome, advice }, i) => {
    const attempt = resolved.slice(0, i + 1).filter((one) => one.module === module).length;
    const isOnly = resolved.filter((one) => one.module === module).length === 1;
    return {
      when: { module, ...(!isOnly && { attempt }) },
      then: { outcome, ...(advice !== undefined && { advice }) },
    };
  });
}
