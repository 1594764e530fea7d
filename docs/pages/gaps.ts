import {
  type Gap,
  type GapId,
  gapIds,
  gapOf,
  isSwitchable,
  type PresetName,
  presetNames,
} from "@journey-kit/schemas/tables";
import { accessGaps } from "../../packages/schemas/src/tables/gaps/access.ts";
import { interactionGaps } from "../../packages/schemas/src/tables/gaps/interaction.ts";
import { startingGaps } from "../../packages/schemas/src/tables/gaps/starting.ts";
import { stateGaps } from "../../packages/schemas/src/tables/gaps/state.ts";
import { taskGaps } from "../../packages/schemas/src/tables/gaps/task.ts";
import { type ReferencePage, toBody, toDetails, toGapLink, toList, toTag } from "./markdown.ts";
import { titleOf } from "./sections.ts";

const groups: readonly (readonly [title: string, table: object])[] = [
  ["Publishing and starting journeys", startingGaps],
  ["Interactions of v2", interactionGaps],
  ["States and outcomes", stateGaps],
  ["Tasks of v1", taskGaps],
  ["Access, errors and limits", accessGaps],
];

/** The page of the gaps of the specification. */
export const toGapsPage = (): ReferencePage => ({
  path: "reference/gaps",
  title: "Gaps and readings",
  description: "Every question that the specification leaves open, its possible answers, and the public evidence.",
  contents: 2,
  body: toBody(
    `A gap is a question that the specification leaves open, and a reading is one answer to it. A [profile](/guides/profiles/) chooses one reading for every gap. The labels ${presetNames.map(toTag).join(" and ")} show which reading each of the two built-in profiles chooses. To choose another reading, set it on a world or when you start the simulator:`,
    '```json\n{ "preset": "specified", "readings": { "submit-status": "created" } }\n```',
    "```sh\nnpx journey-kit serve --profile profile.json\n```",
    "In each response, the header `X-Sim-Basis` lists the readings that the simulator applied, for example `submit-status=created`. To find out which readings a real server follows, [calibrate](/guides/calibrate/) a profile.",
    toDetails(
      "Gaps for which the built-in profiles choose different readings",
      gapIds.filter(isDifferent).map(toGapLink).join(", "),
    ),
    ...groups.map(([title, table]) =>
      toBody(`## ${title}`, ...gapIds.filter((id) => Object.hasOwn(table, id)).map(toGapSection)),
    ),
  ),
});

function isDifferent(id: GapId): boolean {
  const { specified, observed } = gapOf(id);
  return specified !== observed;
}

function toGapSection(id: GapId): string {
  const gap = gapOf(id);
  return toBody(
    `### \`${id}\``,
    `${gap.question}`,
    toList(
      Object.entries(gap.options).map(([reading, effect]) => `\`${reading}\`${toLabels(gap, reading)}: ${effect}`),
    ),
    gap.evidence === undefined ? undefined : `**Evidence**: ${gap.evidence}`,
    ...Object.entries(gap.requires ?? {}).map(([reading, others]) => toRequirement(reading, others)),
    gap.observable === false ? `**Not observable**: ${gap.why}` : undefined,
    `${toScope(id, gap.kind)} See section ${gap.spec} of the specification, ${titleOf(gap.spec)}.`,
  );
}

const toLabels = (gap: Gap, reading: string): string =>
  presetNames.map((name: PresetName) => (gap[name] === reading ? ` ${toTag(name)}` : "")).join("");

const toRequirement = (reading: string, others: Readonly<Record<string, readonly string[]>>): string => {
  const terms = Object.entries(others).map(
    ([gap, readings]) => `${toGapLink(gap)} to be ${readings.map((one) => `\`${one}\``).join(" or ")}`,
  );
  return `**Requires**: \`${reading}\` requires ${terms.join(" and ")}.`;
};

function toScope(id: GapId, kind: Gap["kind"]): string {
  if (!isSwitchable(id)) return "Journey Kit supports only one reading of this gap.";
  switch (kind) {
    case "engine":
      return "An instance keeps the reading that it started with.";
    case "wire":
      return "If you change the reading, the new reading applies from the next request.";
    case "client":
      return "The reading affects only the client.";
  }
}
