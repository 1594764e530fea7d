import type { FaultPlan, ProfileChange, Scenario } from "@journey-kit/schemas/control";
import type { ErrorName } from "@journey-kit/schemas/errors";
import { type ModuleName, moduleNames } from "@journey-kit/schemas/modules";
import { type Profile, ProfileError, type Readings, resolveProfile } from "@journey-kit/schemas/profile";
import type * as z from "zod";
import type { Refusal } from "../engine/result.ts";
import { findScenarioProblems } from "../journeys/validation.ts";
import { isTokenFault } from "../world/fault.ts";
import { formatPath, safeParse } from "../world/parse.ts";

/** A world refused an operation, and nothing changed. Over HTTP, the error body has the same names and problems. */
export class ControlError extends Error {
  override readonly name = "ControlError";
  readonly refusal: Refusal;
  /** One entry for each problem. */
  readonly errors: readonly { readonly name: ErrorName; readonly problem: string }[];

  constructor(name: ErrorName, problems: string | Refusal["problems"]) {
    const refusal: Refusal = { name, problems: typeof problems === "string" ? [problems] : problems };
    super(refusal.problems.join(" "));
    this.refusal = refusal;
    this.errors = refusal.problems.map((problem) => ({ name, problem }));
  }
}

const maxProblems = 20;

function refuseAll(problems: readonly { readonly path: string; readonly message: string }[]): void {
  const [first, ...more] = problems.slice(0, maxProblems).map(({ path, message }) => `${path || "body"}: ${message}`);
  if (first !== undefined) throw new ControlError("MISSING_FIELD", [first, ...more]);
}

/**
 * Parses an argument or a body.
 *
 * @throws {ControlError} `MISSING_FIELD`, naming each path.
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = safeParse(schema, input);
  if (parsed?.success) return parsed.data;
  const issues = parsed?.error.issues ?? [];
  refuseAll(issues.map(({ path, message }) => ({ path: formatPath(path), message: `${message}.` })));
  throw new ControlError("MISSING_FIELD", "body: Invalid input.");
}

/**
 * Checks every outcome, latency and path of a scenario.
 *
 * @throws {ControlError} `MISSING_FIELD`, naming each path.
 */
export const checkScenario = (scenario: Scenario): void => refuseAll(findScenarioProblems(scenario));

/**
 * Checks that no two rules share an id and that token faults only hit endpoints that take a token.
 *
 * @throws {ControlError} `MISSING_FIELD`, naming each path.
 */
export function checkFaultPlan({ rules }: FaultPlan): void {
  const ids = rules.map(({ id }) => id);
  refuseAll(
    rules.flatMap(({ id, when, then }, i) => [
      ...(id !== undefined && ids.indexOf(id) < i
        ? [{ path: `rules[${i}].id`, message: "already used by another rule." }]
        : []),
      ...(when.endpoint === "hosted.showPage" && isTokenFault(then)
        ? [{ path: `rules[${i}].then`, message: "no token fault applies to hosted pages." }]
        : []),
    ]),
  );
}

/**
 * Completes chosen readings to a profile.
 *
 * @throws {ControlError} `MISSING_FIELD` if a gap or reading does not exist, or a reading requires another one.
 */
export function parseProfile({ preset = "specified", readings = {} }: ProfileChange): Profile {
  try {
    return resolveProfile({ preset, readings: readings as Readings }); // it validates every reading
  } catch (error) {
    throw error instanceof ProfileError ? new ControlError("MISSING_FIELD", error.message) : error;
  }
}

/**
 * Checks the name of a module, which is part of the path over HTTP.
 *
 * @throws {ControlError} `UNKNOWN_PATH`.
 */
export function parseModule(name: string): ModuleName {
  const module = moduleNames.find((one) => one === name);
  if (module !== undefined) return module;
  throw new ControlError("UNKNOWN_PATH", `module: expected one of ${moduleNames.join(", ")}.`);
}
