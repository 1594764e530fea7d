import { endpointChanges } from "@journey-kit/client/migrate";
import type { Match } from "./finding.ts";

/** Something a text may hold. */
interface Pattern {
  readonly source: string;
  readonly match: Match;
}

/** A part of a text, and what it says. */
export interface TextMatch {
  /** Where it begins in the text. */
  readonly start: number;
  readonly end: number;
  readonly match: Match;
}

const v1Prefix = "/captain/api";
const v2Prefix = "/v2/captain";

// A path ends where no further part of it follows: `/journey/task/list` is not in `/journey/task/listing`, nor in a file
// name such as `journey/task/list.ts`.
const end = String.raw`(?![\w-]|[./][\w-])`;

const toSource = (path: string): string => path.replace(/^\//, "").replaceAll(".", String.raw`\.`);

const whole: readonly Pattern[] = endpointChanges.map(({ from, to, deprecated, spec }) => ({
  source: toSource(from.path) + end,
  match: { kind: "path", found: from.path, replacement: to.path, deprecated, spec },
}));

/** What follows a base that nobody can see; only paths that v2 does not have as well. */
const tails: readonly Pattern[] = endpointChanges
  .filter(({ from, deprecated }) => deprecated && from.path.startsWith(v1Prefix))
  .map(({ from, to, deprecated, spec }) => ({
    source: toSource(from.path.slice(v1Prefix.length)) + end,
    match: { kind: "path", found: from.path.slice(v1Prefix.length), replacement: to.path, deprecated, spec },
  }));

const prefix: Pattern = {
  source: String.raw`${toSource(v1Prefix)}(?![\w-])`,
  match: { kind: "path", found: v1Prefix, replacement: v2Prefix, deprecated: false, spec: "9" },
};

/** The place of v1's per-step detail, wherever it is read. Spec 4.2, 9; gap `v1-flow-place`. */
export const flowMatch: Match = {
  kind: "shape",
  found: "data.process.flow",
  replacement: "context.process.steps[], or toInstanceResult",
  deprecated: false,
  spec: "9",
};

const flow: Pattern = { source: String.raw`data(?:\.context)?\.process\.flow(?!\w)`, match: flowMatch };

const patterns = [...whole, ...tails, prefix, flow];
// A longer path is tried before one that it begins with; the expression begins where no word does.
const any = new RegExp(`(?<![\\w-])(?:${patterns.map(({ source }) => `(${source})`).join("|")})`, "g");

/** Finds v1 in a text: whole paths, tails of paths, the prefix alone, and the path of the flow. Spec 4.3, 9. */
export function findInText(text: string): readonly TextMatch[] {
  return [...text.matchAll(any)].flatMap((found) => {
    const match = patterns[found.slice(1).findIndex((group) => group !== undefined)]?.match;
    return match === undefined ? [] : [{ start: found.index, end: found.index + found[0].length, match }];
  });
}
