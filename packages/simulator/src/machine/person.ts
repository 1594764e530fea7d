import { type ModuleName, moduleNames } from "@journey-kit/schemas/modules";
import { memberOf } from "../world/path.ts";
import type { EarlierRuns, Instance } from "./instance.ts";

/**
 * Says who a subject is about, so that runs of modules can be counted for one person: by `uid`, or else by name and date
 * of birth; undefined while neither is known. Gap `module-retry`.
 */
export function personOf(subject: unknown): string | undefined {
  const uid = memberOf(subject, "uid");
  if (typeof uid === "string" && uid !== "") return `uid ${uid}`;
  const identity = memberOf(subject, "identity");
  const [first, last, born] = ["firstName", "lastNames", "dateOfBirth"].map((name) => memberOf(identity, name));
  if (!first || !last || !born) return undefined;
  return `name ${JSON.stringify([first, last, born]).toLowerCase()}`;
}

/** Adds runs of one count to another. */
export function addRuns(one: EarlierRuns, other: EarlierRuns): EarlierRuns {
  const sum: { [Name in ModuleName]?: number } = { ...one };
  for (const name of moduleNames) if (other[name] !== undefined) sum[name] = (sum[name] ?? 0) + other[name];
  return sum;
}

/** Counts the runs of each module, finished or not, over some instances. */
export function countRuns(instances: readonly Instance[]): EarlierRuns {
  const counts: { [Name in ModuleName]?: number } = {};
  for (const { finished, progress } of instances) {
    const running = progress.phase === "running" ? progress.runs : [];
    for (const { module } of [...finished, ...running]) counts[module] = (counts[module] ?? 0) + 1;
  }
  return counts;
}
