import type { JourneyVersion, ModuleUse } from "@journey-kit/schemas";
import { type Element, elements } from "@journey-kit/schemas/calls";
import { moduleNames, moduleOf } from "@journey-kit/schemas/tables";
import { builtInJourneys } from "../../packages/simulator/src/journeys/built-in.ts";
import { type ReferencePage, toBody, toCodes, toList, toTable } from "./markdown.ts";

const ofV2 = builtInJourneys.filter(({ apiVersion }) => apiVersion === "v2");

/** The page of the built-in journeys and of the modules. */
export const toJourneysPage = (): ReferencePage => ({
  path: "reference/journeys",
  title: "Journeys and modules",
  description: "The journeys that a simulator publishes, what they collect, and the modules that they run.",
  body: toBody(
    "A simulator publishes these journeys in both API versions. On v1, the ids end in `-v1`, as in `age-check-v1`. To start the latest version, append `@latest` to the id. To add a journey, put a JSON file into a folder and start the simulator with `--journeys DIR`, or run `journey journeys publish FILE`.",
    toTable(
      ["journey", "modules"],
      ofV2.map((journey) => [
        `[\`${journey.id}\`](#${journey.id})`,
        [...new Set(journey.segments.flatMap(({ modules }) => modules.map(({ module }) => module)))].join(", "),
      ]),
    ),
    "Each segment collects its data first, then runs its modules in parallel. The next segment starts when all these modules have finished. On v2, interactions such as `birth` collect the data. On v1, tasks collect the same data. Read the ids of interactions and tasks from the responses: the id of an interaction contains the journey, as in `age-check:interaction:birth@latest`, and the id of a task contains the instance, as in `sim_szkvlwoHgp2sK87oq6KT.1`. A module runs more than once only if gap [`module-retry`](/reference/gaps/#module-retry) allows it.",
    ...ofV2.map(toJourneySection),
    "## Domain elements",
    "A submit contains the data of each element inside `context.subject`, at the path in the table, and lists the element in `participants`. The last column shows the fields that the element must contain (gap [`element-minimum`](/reference/gaps/#element-minimum)). In a path, `[type=ssn]` selects the array entry whose `type` is `ssn`, and `[1]` selects the second entry.",
    toTable(["element", "path in the subject", "needs"], elementRows(false)),
    "These elements exist only if gap [`element-names`](/reference/gaps/#element-names) is `extended`:",
    toTable(["element", "path in the subject", "needs"], elementRows(true)),
    "## Modules",
    "Each module returns its first outcome by default. A journey can declare more modules and outcomes.",
    ...moduleNames.map(toModuleSection),
  ),
});

const toJourneySection = ({ id, name, segments }: JourneyVersion): string =>
  toBody(
    `## ${id}`,
    `${name}. The id on v1 is \`${id}-v1\`.`,
    ...segments.map((segment, i) =>
      toBody(
        segments.length === 1 ? undefined : `**Segment ${i + 1}: \`${segment.id}\`**`,
        toList([
          ...(segment.interactions ?? []).map(
            ({ id: interaction, required, optional = [] }) =>
              `\`${interaction}\` collects ${toCodes(required)}${optional.length === 0 ? "" : `, and optionally ${toCodes(optional)}`}`,
          ),
          `Modules: ${segment.modules.map(toUse).join(", ")}`,
        ]),
      ),
    ),
  );

const elementRows = (extended: boolean): readonly (readonly string[])[] =>
  Object.entries(elements)
    .filter(([, element]: readonly [string, Element]) => (element.extended ?? false) === extended)
    .map(([name, element]: readonly [string, Element]) => [`\`${name}\``, toPath(element), toMinimum(element)]);

const toPath = ({ path, leaves = [] }: Element): string =>
  leaves.length === 0 ? `\`${path}\`` : `\`${path}\`: ${toCodes(leaves)}`;

const toMinimum = ({ minimum }: Element): string =>
  minimum === undefined
    ? "any data"
    : minimum.map((names) => names.map((name) => `\`${name}\``).join(" or ")).join(" and ");

const toUse = ({ module, attempts }: ModuleUse): string =>
  attempts === undefined ? module : `${module} (up to ${attempts} runs)`;

function toModuleSection(name: (typeof moduleNames)[number]): string {
  const { variants, latency, outcomes, examines } = moduleOf(name);
  return toBody(
    `### ${name}`,
    toTable(
      ["outcome", "classification"],
      outcomes.map((outcome) => [`\`${outcome.name}\``, outcome.classification]),
    ),
    toList([
      `Uses ${toCodes(examines)}`,
      `Takes ${latency / 1_000} s by default`,
      ...(["v1", "v2"] as const).map(
        (apiVersion) =>
          `Variants on ${apiVersion}: ${toCodes(Object.keys(variants).filter((id) => variants[id] === apiVersion))}`,
      ),
    ]),
  );
}
