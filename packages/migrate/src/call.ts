import { endpointChanges } from "@journey-kit/client/migrate";
import type { Chain } from "./chain.ts";
import type { Match } from "./finding.ts";
import { flowMatch } from "./pattern.ts";

const methods: ReadonlyMap<string, Match> = new Map(
  endpointChanges.map(({ from, to, deprecated, spec }) => [
    from.name,
    { kind: "call", found: from.name, replacement: to.name, deprecated, spec },
  ]),
);

const flows: readonly Chain[] = [
  ["data", "process", "flow"],
  ["data", "context", "process", "flow"],
];

/** Finds methods of our client that go, and reads of v1's per-step detail. Spec 4.3, 9; gap `v1-flow-place`. */
export function matchChains(chains: readonly Chain[]): readonly Match[] {
  const called = chains.map((chain) => methods.get(chain.slice(-2).join("."))).filter((match) => match !== undefined);
  const reads = chains.some((chain) => flows.some((flow) => endsWith(chain, flow)));
  return [...new Set(called), ...(reads ? [flowMatch] : [])];
}

const endsWith = (chain: Chain, end: Chain): boolean =>
  chain.length >= end.length && end.every((name, i) => chain[chain.length - end.length + i] === name);
