import { ApiError } from "@journey-kit/client/control";
import { isRecord } from "@journey-kit/schemas/calls";
import { parseJson } from "../text/json.ts";

/** The problems of a form, by the path of the value, such as `rules[0].then.latency`. */
export type Problems = ReadonlyMap<string, string>;

/** Reads the texts of a form and collects their problems. An empty text means that the value is not set. */
export interface FieldReader {
  readonly problems: Problems;
  text(text: string): string | undefined;
  integer(path: string, text: string): number | undefined;
  number(path: string, text: string): number | undefined;
  /** Reads a JSON object. */
  object(path: string, text: string): Record<string, unknown> | undefined;
  report(path: string, problem: string): void;
}

/** Creates a reader for one pass over a form. */
export function createFieldReader(): FieldReader {
  const problems = new Map<string, string>();
  const report = (path: string, problem: string) => void problems.set(path, problem);
  const number = (path: string, text: string, isValid: (value: number) => boolean, problem: string) => {
    if (text.trim() === "") return undefined;
    const value = Number(text);
    if (!isValid(value)) report(path, problem);
    return value;
  };
  return {
    problems,
    report,
    text: (text) => (text === "" ? undefined : text),
    integer: (path, text) => number(path, text, Number.isSafeInteger, "Enter a whole number."),
    number: (path, text) => number(path, text, Number.isFinite, "Enter a number."),
    object: (path, text) => {
      if (text.trim() === "") return undefined;
      const value = parseJson(text);
      if (isRecord(value)) return { ...value };
      report(path, 'Enter a JSON object, such as {"score": 1}.');
      return {};
    },
  };
}

/** Formats a number for a text field; undefined becomes an empty text. */
export const toText = (value: number | undefined): string => (value === undefined ? "" : String(value));

let lastKey = 0;

/** Creates the key of a row, which identifies the row when rows change places. */
export const createKey = (): string => {
  lastKey += 1;
  return `${lastKey}`;
};

/** Returns an object without its undefined members. */
export const omitUnset = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Value; // removes only optional members

/** Reads the problems of a refused request by path. Problems without a path have the empty path as key. */
export function toProblems(error: Error): Problems {
  const texts = error instanceof ApiError ? error.errors.map(({ problem }) => problem) : [error.message];
  const problems = new Map<string, string>();
  for (const text of texts) {
    const [, path = "", message = text] = /^([A-Za-z$][\w$.[\]-]*): (.*)$/s.exec(text) ?? [];
    const known = problems.get(path);
    problems.set(path, known === undefined ? message : `${known} ${message}`);
  }
  return problems;
}

/** The problems of one part of a form, by their path in that part. */
export const problemsUnder = (problems: Problems, part: string): Problems =>
  new Map(
    [...problems].flatMap(([path, problem]) => {
      if (path === part) return [["", problem] as const];
      return path.startsWith(`${part}.`) ? [[path.slice(part.length + 1), problem] as const] : [];
    }),
  );

export const swapWithNext = <Row>(rows: readonly Row[], i: number): readonly Row[] => [
  ...rows.slice(0, i),
  ...rows.slice(i, i + 2).toReversed(),
  ...rows.slice(i + 2),
];
