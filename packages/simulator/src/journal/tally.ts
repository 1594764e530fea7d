import type { Entry } from "./entry.ts";

/** What calls have met, by id, each with how often. */
export interface Counts {
  readonly calls: number;
  readonly endpoints: ReadonlyMap<string, number>;
  readonly errors: ReadonlyMap<string, number>;
  readonly phases: ReadonlyMap<string, number>;
  readonly stages: ReadonlyMap<string, number>;
  /** Rules and readings. */
  readonly basis: ReadonlyMap<string, number>;
}

/** Counts what calls meet, whether or not the ring still holds them. */
export interface Tally {
  add(entry: Entry): void;
  counts(): Counts;
  clear(): void;
}

const mostKinds = 500;
const fields = ["endpoints", "errors", "phases", "stages", "basis"] as const;
type Totals = Record<(typeof fields)[number], Map<string, number>> & { calls: number };

/** Makes a tally. Calls that met the same things are counted under one text, which is taken apart when somebody asks. */
export function createTally(): Tally {
  let kinds = new Map<string, Map<string, number>>();
  let size = 0;
  let totals = createTotals();
  const forget = () => {
    kinds = new Map();
    size = 0;
  };
  const fold = () => {
    for (const [basis, rest] of kinds) for (const [kind, times] of rest) addTo(totals, `${kind}|${basis}`, times);
    forget();
  };
  return {
    add: (entry) => {
      const kind = kindOf(entry);
      const alike = kinds.get(entry.basis) ?? new Map<string, number>();
      const times = alike.get(kind) ?? 0;
      kinds.set(entry.basis, alike.set(kind, times + 1));
      if (times === 0) size += 1;
      if (size > mostKinds) fold();
    },
    counts: () => {
      fold();
      return totals;
    },
    clear: () => {
      forget();
      totals = createTotals();
    },
  };
}

const createTotals = (): Totals => ({
  calls: 0,
  endpoints: new Map(),
  errors: new Map(),
  phases: new Map(),
  stages: new Map(),
  basis: new Map(),
});

const kindOf = ({ name, kind, refusal, about }: Entry): string =>
  `${name ?? ""}|${refusal?.name ?? kind ?? ""}|${about?.phase ?? ""}|${about?.stages.join(", ") ?? ""}`;

function addTo(totals: Totals, kind: string, times: number): void {
  totals.calls += times;
  kind.split("|").forEach((list, i) => {
    const field = fields[i];
    if (field === undefined || list === "") return;
    for (const id of new Set(list.split(", "))) totals[field].set(id, (totals[field].get(id) ?? 0) + times);
  });
}
