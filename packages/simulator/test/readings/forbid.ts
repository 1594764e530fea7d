import { DefinitionError } from "../../src/journeys/catalog.ts";
import type { Decided, Open } from "./check.ts";

/** Publishes a journey that must be refused. Returns the path and the basis of each problem. */
export async function forbid(open: Open, journey: unknown): Promise<readonly (Decided & { readonly path: string })[]> {
  const error: unknown = await open({ journeys: [journey] }).catch((thrown: unknown) => thrown);
  if (error instanceof DefinitionError) {
    return error.problems.map(({ path, basis }) => ({ path, basis: basis === undefined ? [] : [basis] }));
  }
  throw new Error("The journey was published.");
}
