import { ApiError } from "@journey-kit/client/control";

/** The problems of a value, by the path of the member, such as `rules[0].then.latency`; empty for the whole value. */
export type Problems = ReadonlyMap<string, string>;

/** Reads the problems of a refused request by path. */
export function problemsOf(error: Error | null): Problems {
  const problems = new Map<string, string>();
  if (error === null) return problems;
  const entries: readonly { readonly problem: string; readonly path?: string }[] =
    error instanceof ApiError ? error.errors : [{ problem: error.message }];
  for (const { problem, path = "" } of entries) {
    const message = problem.startsWith(`${path}: `) ? problem.slice(path.length + 2) : problem;
    const known = problems.get(path);
    problems.set(path, known === undefined ? message : `${known} ${message}`);
  }
  return problems;
}

/** The problems of one part of a value, by their path in that part. */
export const problemsUnder = (problems: Problems, part: string): Problems =>
  new Map(
    [...problems].flatMap(([path, problem]) => {
      if (path === part) return [["", problem] as const];
      return path.startsWith(`${part}.`) ? [[path.slice(part.length + 1), problem] as const] : [];
    }),
  );
