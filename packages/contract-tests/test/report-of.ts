import { createSimulator } from "@journey-kit/simulator";
import { type ClientReport, checkClient } from "../src/client/check.ts";
import type { RequirementId } from "../src/client/requirements.ts";
import type { Mutation } from "./mutation.ts";
import { createReference } from "./reference-client.ts";

const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch };
const reports = new Map<string, Promise<ClientReport>>();

/** Checks the reference client with a mistake for one requirement, once for all tests that only read the report. */
export function reportOf(mutation: Mutation, id: RequirementId): Promise<ClientReport> {
  const key = `${mutation} ${id}`;
  const report = reports.get(key) ?? checkClient(createReference(mutation), { simulator, seed: 1, only: [id] });
  reports.set(key, report);
  return report;
}
