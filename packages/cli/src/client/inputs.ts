import { text as readStream } from "node:stream/consumers";
import type { CheckOptions, ClientAdapter, Condition } from "@journey-kit/contract-tests";
import { FaultPlan, Scenario } from "@journey-kit/schemas/control";
import { checkShape, readJson, readText } from "../terminal/files.ts";
import { loadModule, messageOf } from "../terminal/load-module.ts";
import { usageError } from "../terminal/terminal.ts";

export async function loadAdapter(file: string): Promise<ClientAdapter> {
  const { adapter }: { readonly adapter?: ClientAdapter } = await loadModule(file).catch((error: unknown) => {
    throw usageError(`--adapter: ${messageOf(error)}`);
  });
  if (typeof adapter?.connect !== "function")
    throw usageError(`--adapter: ${file} exports no "adapter" with a method "connect".`);
  return adapter;
}

/** Reads the condition of a written test from a file, or from standard input if the file is `-`. */
export async function readCondition(file: string): Promise<Condition> {
  const source = await (file === "-" ? readStream(process.stdin) : readText(file));
  try {
    const { runs, ...condition } = JSON.parse(source);
    if (!Array.isArray(runs) || runs.length === 0) throw new TypeError("runs: expected at least one journey");
    return { id: "kept", text: "A condition from a file.", scenario: "accepted", ...condition, runs };
  } catch (error) {
    throw usageError(`--condition: ${file} is not a condition: ${messageOf(error)}`);
  }
}

/** Reads the condition of `--scenario`, which is a name or a JSON file, and `--faults`. */
export async function readCustom(
  scenario: string | undefined,
  faults: string | undefined,
): Promise<CheckOptions["custom"]> {
  if (scenario === undefined && faults === undefined) return undefined;
  const isFile = scenario?.endsWith(".json") === true;
  const named = isFile ? checkShape(Scenario, scenario, await readJson(scenario)) : scenario;
  const plan = faults === undefined ? undefined : checkShape(FaultPlan, faults, await readJson(faults));
  return { scenario: named ?? "accepted", faults: plan };
}
