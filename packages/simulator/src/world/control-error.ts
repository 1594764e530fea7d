import type { ErrorName } from "@journey-kit/schemas/tables";
import { describeLimit, limits, type RefusingLimit } from "@journey-kit/schemas/tables";

type Problems = readonly [string, ...string[]];

/** A world refused an operation and nothing changed. The HTTP error body has the same names and problems. */
export class ControlError extends Error {
  override readonly name = "ControlError";
  readonly refusal: { readonly name: ErrorName; readonly problems: Problems };
  /** One entry for each problem. */
  readonly errors: readonly { readonly name: ErrorName; readonly problem: string }[];

  constructor(name: ErrorName, problems: string | Problems) {
    const refusal = { name, problems: typeof problems === "string" ? ([problems] as const) : problems };
    super(refusal.problems.join(" "));
    this.refusal = refusal;
    this.errors = refusal.problems.map((problem) => ({ name, problem }));
  }
}

/** An operation would exceed a limit of the simulator, so nothing changed. */
export class LimitError extends ControlError {
  readonly limit: RefusingLimit;

  /**
   * @param value The value of the limit.
   * @param path The member of the request that exceeds the limit.
   */
  constructor(limit: RefusingLimit, value: number, path?: string) {
    super(limits[limit].error, `${path === undefined ? "" : `${path}: `}${describeLimit(limit, value)}`);
    this.limit = limit;
  }
}
