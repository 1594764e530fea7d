import type { Coverage, CoverageRow } from "@journey-kit/schemas/control";
import { type EndpointName, endpointOf, endpoints } from "@journey-kit/schemas/endpoints";
import { type GapId, gapIds } from "@journey-kit/schemas/tables";
import { matchesWords } from "../../text/matches-words.ts";

/** A part of a coverage report, such as its rules. */
export type CoveragePart = Coverage["parts"][number];

export interface RowFilter {
  readonly text: string;
  readonly onlyUncovered: boolean;
}

/** Whether requests have covered a row, could still cover it, or cannot cover it in this world. */
export type RowState = "covered" | "uncovered" | "unreachable";

export function stateOf({ times, reachable }: CoverageRow): RowState {
  if (times > 0) return "covered";
  return reachable ? "uncovered" : "unreachable";
}

const order: readonly RowState[] = ["uncovered", "covered", "unreachable"];

/** Returns the rows that match a filter: uncovered rows first, unreachable rows last. */
export function findRows({ rows }: CoveragePart, { text, onlyUncovered }: RowFilter): readonly CoverageRow[] {
  return rows
    .filter((row) => !onlyUncovered || stateOf(row) === "uncovered")
    .filter((row) => matchesWords(`${row.id} ${row.text}`, text))
    .toSorted((one, other) => order.indexOf(stateOf(one)) - order.indexOf(stateOf(other)));
}

/** Finds the gap that a row belongs to: a reading, or an endpoint that only some readings have. */
export function gapOfRow(part: CoveragePart["part"], { id }: CoverageRow): GapId | undefined {
  if (part === "readings") return gapIds.find((gap) => id.startsWith(`${gap}=`));
  if (part !== "endpoints" || !isEndpointName(id)) return undefined;
  const { path } = endpointOf(id);
  return typeof path === "string" ? undefined : path.gap;
}

/** Explains why requests cannot cover a row in this world. */
export function whyUnreachable({ part, rows }: CoveragePart, row: CoverageRow): string {
  const gap = gapOfRow(part, row);
  if (part === "readings") {
    const current = rows.find(({ id, reachable }) => reachable && id.startsWith(`${gap}=`))?.id.split("=")[1];
    return current === undefined ? "This world uses another reading." : `This world uses ${current}.`;
  }
  if (part === "rules") return "No single response can show this rule.";
  return gap === undefined
    ? "The profile of this world excludes this row."
    : "This world's reading removes it, see gap";
}

const isEndpointName = (id: string): id is EndpointName => Object.hasOwn(endpoints, id);
