import { suggest } from "@journey-kit/schemas/report";
import { type ErrorKind, errorKindOf, errorNames, gapIds, gapOf, ruleIds, ruleOf } from "@journey-kit/schemas/tables";

/** A row of the specification that an agent can look up. */
interface Entry {
  readonly id: string;
  readonly kind: "rule" | "gap" | "error";
  /** What else finds the entry: the section of the specification, or the code of an error. */
  readonly number: string;
  readonly text: string;
}

/** How many entries are shown in full. If more match, only their ids are listed. */
const mostShown = 8;

function renderGap(id: (typeof gapIds)[number]): string {
  const { spec, kind, question, options, specified, observed, evidence } = gapOf(id);
  const profiles = (reading: string) =>
    [reading === specified ? "specified" : "", reading === observed ? "observed" : ""].filter(Boolean).join(", ");
  const readings = Object.entries(options).map(([reading, answer]) => {
    const marks = profiles(reading);
    return `  ${reading}${marks === "" ? "" : ` [${marks}]`}: ${answer}`;
  });
  return [
    `gap ${id} (spec ${spec}, ${kind}): ${question}`,
    ...readings,
    ...(evidence === undefined ? [] : [`  Evidence: ${evidence}`]),
  ].join("\n");
}

const renderStatus = (status: ErrorKind["status"]): string =>
  typeof status === "number" ? `${status}` : `${Object.values(status.by).join(" or ")} (gap ${status.gap})`;

/** Every rule, gap and error. */
const entries: readonly Entry[] = [
  ...ruleIds.map((id): Entry => {
    const { spec, text } = ruleOf(id);
    return { id, kind: "rule", number: spec, text: `rule ${id} (spec ${spec}): ${text}` };
  }),
  ...gapIds.map((id): Entry => ({ id, kind: "gap", number: gapOf(id).spec, text: renderGap(id) })),
  ...errorNames.map((id): Entry => {
    const { code, status, location, action } = errorKindOf(id);
    const facts = `code ${code}, status ${renderStatus(status)}, location ${location}`;
    return { id, kind: "error", number: code, text: `error ${id} (${facts}): ${action}` };
  }),
];

/**
 * Finds rules, gaps and errors: by id, by name, by code, by section of the specification, or by words that all occur in
 * them.
 */
export function lookUp(query: string): string {
  const wanted = query.trim().toLowerCase();
  const exact = entries.filter(({ id, number }) => id.toLowerCase() === wanted || number === wanted);
  const words = wanted.split(/\s+/);
  const found =
    exact.length > 0 ? exact : entries.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
  if (found.length === 0) {
    const hint = suggest(
      query,
      entries.map(({ id }) => id),
    );
    return `No rule, gap or error matches.${hint} Use an id, an error code, a section such as 4.2, or fewer words.`;
  }
  if (found.length <= mostShown) return found.map(({ text }) => text).join("\n\n");
  return `${found.length} match. Look one up by its id:\n${found.map(({ kind, id }) => `${kind} ${id}`).join("\n")}`;
}

/** Every rule, as Markdown by section of the specification. */
export function renderRules(): string {
  const sections = [...new Set(ruleIds.map((id) => ruleOf(id).spec))];
  const parts = sections.map((spec) => {
    const ids = ruleIds.filter((id) => ruleOf(id).spec === spec);
    return `## ${spec}\n\n${ids.map(renderRule).join("\n")}`;
  });
  return `# The rules of the specification\n\n${parts.join("\n\n")}\n`;
}

const renderRule = (id: (typeof ruleIds)[number]): string => `- \`${id}\`: ${ruleOf(id).text}`;
