import type { Scenario } from "@journey-kit/schemas/control";
import { hashKey } from "@tanstack/react-query";
import { type Result, toResultValue } from "./choices.ts";
import { describeRule } from "./scenario-words.ts";

/** What one module, or every module, does in the next instances. */
export interface QuickChoice {
  /** Empty for every module. */
  readonly module: string;
  readonly result: Result;
  /** Milliseconds; undefined for the usual duration. */
  readonly latency: number | undefined;
}

/** Creates the scenario for a choice. The name says what the scenario does, and no different scenario has this name. */
export function toQuickScenario(choice: QuickChoice, known: readonly Scenario[]): Scenario {
  const { module, result } = choice;
  const latency = result.ends === "never" ? undefined : choice.latency;
  const rule: Scenario["rules"][number] = {
    when: module === "" ? {} : { module },
    then: {
      ...result,
      ...(latency !== undefined && { latency }),
    },
  };
  const scenario = { description: `${describeRule(rule)}.`, rules: [rule] };
  const base = toSlug(
    module === "" ? "every module" : module,
    typeof result.outcome === "string" ? result.outcome : toResultValue(result),
    latency === undefined ? "" : `${latency} ms`,
  );
  const isFree = (name: string) =>
    known.every((other) => other.name !== name || hashKey([other]) === hashKey([{ name, ...scenario }]));
  const names = [base, ...known.map((_, i) => `${base}-${i + 2}`)];
  return { name: names.find(isFree) ?? base, ...scenario };
}

const toSlug = (...words: readonly string[]): string =>
  words
    .join(" ")
    .toLowerCase()
    .match(/[a-z0-9]+/g)
    ?.join("-") ?? "scenario";
