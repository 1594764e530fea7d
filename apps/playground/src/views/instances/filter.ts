import type { InstanceSummary } from "@journey-kit/schemas/control";
import { matchesWords } from "../../text/matches-words.ts";
import { type Status, statusOf } from "../../text/status.ts";

/** The conditions that limit the list of instances. */
export interface InstanceFilter {
  /** Words that must occur in the texts of an instance, in any order. `#3` is the instance with that number. */
  readonly text: string;
  /** Empty for any status. */
  readonly status: Status | "";
}

export const noFilter: InstanceFilter = { text: "", status: "" };

/** Lists the instances that pass a filter, newest first. */
export function filterInstances(
  instances: readonly InstanceSummary[],
  { text, status }: InstanceFilter,
): readonly InstanceSummary[] {
  return instances
    .filter((instance) => (status === "" || statusOf(instance) === status) && matchesWords(toText(instance), text))
    .toReversed();
}

const toText = ({ ordinal, journey, journeyName, apiVersion, scenario, region, instanceId }: InstanceSummary): string =>
  `#${ordinal} ${journey} ${journeyName} ${apiVersion} ${scenario} ${region} ${instanceId}`;
