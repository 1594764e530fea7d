import type { Exchange } from "@journey-kit/schemas/control";

type Cited = Pick<Exchange, "rules" | "readings">;

/**
 * Sorts the basis of a response so that the rules and readings which few of the other responses cite come first. Rules
 * and readings that every response cites, such as the rule about the request id, explain least and come last.
 */
export function sortByRarity(
  { rules, readings }: Cited,
  others: readonly Cited[],
): { readonly rules: readonly string[]; readonly readings: readonly (readonly [gap: string, reading: string])[] } {
  const counts = new Map<string, number>();
  for (const { rules: cited, readings: decided } of others)
    for (const id of [...cited, ...Object.keys(decided)]) counts.set(id, (counts.get(id) ?? 0) + 1);
  const count = (id: string) => counts.get(id) ?? 0;
  return {
    rules: rules.toSorted((one, other) => count(one) - count(other)),
    readings: Object.entries(readings).toSorted(([one], [other]) => count(one) - count(other)),
  };
}
