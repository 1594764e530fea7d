import type { JourneyDefinition } from "@journey-kit/schemas";

/** Makes a look-up that works a journey definition out once, and remembers it while the definition lives. */
export function createTable<T extends object>(
  derive: (definition: JourneyDefinition) => T,
): (definition: JourneyDefinition) => T {
  const known = new WeakMap<JourneyDefinition, T>();
  return (definition) => {
    const found = known.get(definition);
    if (found !== undefined) return found;
    const derived = derive(definition);
    known.set(definition, derived);
    return derived;
  };
}
