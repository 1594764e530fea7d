import { safeParse } from "@journey-kit/schemas";
import { formatPath, memberOf } from "@journey-kit/schemas/calls";
import { FaultPlan, type ProfileChange, type Scenario } from "@journey-kit/schemas/control";
import { isHosted } from "@journey-kit/schemas/endpoints";
import { isWord } from "@journey-kit/schemas/personal";
import type { ErrorName } from "@journey-kit/schemas/tables";
import { isTokenFault, type Profile, ProfileError, type Readings, resolveProfile } from "@journey-kit/schemas/tables";
import type * as z from "zod";
import type { SimulatorContext } from "../context/context.ts";
import { exceeds, RefusalError } from "../engine/refusal-error.ts";
import { maxProblems } from "../engine/result.ts";
import { toWord } from "../journal/redact.ts";
import { findScenarioProblems } from "../journeys/scenario-validation.ts";
import { findKnownPath, suggestPaths } from "../world/parse.ts";

/**
 * Throws if there are problems.
 *
 * @throws {RefusalError} With the path of each problem.
 */
export function refuseAll(
  problems: readonly { readonly path: string; readonly message: string }[],
  name: ErrorName = "INVALID_FIELD",
): void {
  const [first, ...more] = problems
    .slice(0, maxProblems)
    .map(({ path, message }) => ({ text: `${path || "body"}: ${message}`, path }));
  if (first !== undefined) throw new RefusalError(name, [first, ...more]);
}

/**
 * Parses an argument or a body.
 *
 * @throws {RefusalError} `MISSING_FIELD` if only members are missing, `UNEXPECTED_FIELD` if there are only unknown
 *   members, else `INVALID_FIELD`. Each problem names its path.
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = safeParse(schema, input);
  if (parsed?.success) return parsed.data;
  const issues = (parsed?.error.issues ?? []).flatMap(expandUnion);
  const suggested = issues.some(isUnknownMember) ? suggestPaths(schema, input) : [];
  const problems = issues.map((issue) => {
    const known = findKnownPath(schema, issue.path).length;
    const path = formatPath(issue.path.map((part, i) => (i < known || typeof part !== "string" ? part : toWord(part))));
    const near = isUnknownMember(issue) ? suggested.find((one) => one.startsWith(path)) : undefined;
    return { path, message: `${describeIssue(issue)}.${near === undefined ? "" : ` Did you mean \`${near}\`?`}` };
  });
  refuseAll(problems, errorNameOf(issues, input));
  throw new RefusalError("INVALID_FIELD", "body: Invalid input.");
}

/**
 * Parses a query. A number becomes text, as in a URL.
 *
 * @throws {RefusalError} As {@link parseInput}.
 */
export const parseQuery = <Schema extends z.ZodObject>(schema: Schema, query: object): z.output<Schema> =>
  parseInput(
    schema,
    Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, typeof value === "number" ? `${value}` : value]),
    ),
  );

/** Describes an issue. A caller can put anything in the name of a member. */
const describeIssue = (issue: z.core.$ZodIssue): string =>
  issue.code === "unrecognized_keys"
    ? `Unrecognized key${issue.keys.length === 1 ? "" : "s"}: ${issue.keys.map((key) => (isWord(key) ? `"${key}"` : toWord(key))).join(", ")}`
    : issue.message;

const isUnknownMember = ({ code }: z.core.$ZodIssue): boolean => code === "unrecognized_keys";

/**
 * Replaces the issue of a union with the issues of one option, if only this option has the type of the value or knows
 * all its members.
 */
function expandUnion(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union") return [issue];
  const typed = issue.errors.filter((issues) => !issues.some(isOtherType));
  const [meant, ...others] = typed.length === 1 ? typed : typed.filter((issues) => !issues.some(isUnknownMember));
  if (meant === undefined || others.length > 0) return [issue];
  return meant.map((one) => ({ ...one, path: [...issue.path, ...one.path] })).flatMap(expandUnion);
}

const isOtherType = ({ code, path }: z.core.$ZodIssue): boolean => code === "invalid_type" && path.length === 0;

const entryOf = (value: unknown, part: PropertyKey): unknown =>
  Array.isArray(value) ? value[Number(part)] : memberOf(value, String(part));

function errorNameOf(issues: readonly z.core.$ZodIssue[], input: unknown): ErrorName {
  if (issues.length > 0 && issues.every(isUnknownMember)) return "UNEXPECTED_FIELD";
  const isMissing = ({ path }: z.core.$ZodIssue) => path.reduce(entryOf, input) === undefined;
  return issues.every(isMissing) ? "MISSING_FIELD" : "INVALID_FIELD";
}

/**
 * Checks the size of a value as JSON text.
 *
 * @throws {RefusalError} With the path of the value.
 */
export function checkBytes(
  { limits }: Pick<SimulatorContext, "limits">,
  limit: "journey-bytes" | "scenario-bytes" | "fault-plan-bytes" | "fault-body-bytes",
  path: string,
  value: unknown,
): void {
  const text = JSON.stringify(value) ?? "";
  const isTooLarge = text.length * 3 > limits[limit] && new TextEncoder().encode(text).byteLength > limits[limit];
  if (isTooLarge) throw exceeds(limit, limits[limit], path);
}

/**
 * Checks the size of a scenario, and that the published journeys can do what the scenario says under the world's
 * profile.
 *
 * @throws {RefusalError} `INVALID_FIELD`, with the path of each problem.
 * @throws {RefusalError} `scenario-bytes`.
 */
export function checkScenario(
  scenario: Scenario,
  { catalog, profile, limits }: Pick<SimulatorContext, "catalog" | "profile" | "limits">,
): void {
  checkBytes({ limits }, "scenario-bytes", "scenario", scenario);
  const published = catalog.list().map(({ definition }) => definition);
  refuseAll(findScenarioProblems(scenario, [...new Set(published)]));
  if (scenario.readings !== undefined) parseProfile({ readings: { ...profile, ...scenario.readings } });
}

/**
 * Parses a fault plan, and checks its size, that no two rules share an id, that token faults apply only to endpoints that
 * require a token, and that only a rule with `retryAfter` sends it as a date.
 *
 * @throws {RefusalError} `INVALID_FIELD`, with the path of each problem.
 * @throws {RefusalError} `fault-body-bytes` or `fault-plan-bytes`.
 */
export function parseFaultPlan(context: Pick<SimulatorContext, "limits">, input: unknown): FaultPlan {
  const plan = parseInput(FaultPlan, input);
  const { rules } = plan;
  for (const [i, { then }] of rules.entries()) {
    if (then.type === "status") checkBytes(context, "fault-body-bytes", `rules[${i}].then.body`, then.body);
  }
  checkBytes(context, "fault-plan-bytes", "rules", plan);
  const ids = rules.map(({ id }) => id);
  refuseAll(
    rules.flatMap(({ id, when, then }, i) => [
      ...(id !== undefined && ids.indexOf(id) < i
        ? [{ path: `rules[${i}].id`, message: "already used by another rule." }]
        : []),
      ...(when.endpoint !== undefined && isHosted(when.endpoint) && isTokenFault(then)
        ? [{ path: `rules[${i}].then`, message: "token faults cannot apply to hosted pages." }]
        : []),
      ...(then.type === "status" && then.retryAfterDate !== undefined && then.retryAfter === undefined
        ? [{ path: `rules[${i}].then.retryAfterDate`, message: "requires `retryAfter`." }]
        : []),
    ]),
  );
  return plan;
}

/**
 * Builds a full profile from a preset and chosen readings.
 *
 * @throws {RefusalError} `INVALID_FIELD` if a gap or reading does not exist, or a reading requires another one.
 */
export function parseProfile({ preset = "specified", readings = {} }: ProfileChange): Profile {
  const hidden = Object.keys(readings).find((id) => !isWord(id));
  if (hidden !== undefined) throw new RefusalError("INVALID_FIELD", `readings.${toWord(hidden)}: unknown gap.`);
  try {
    return resolveProfile({ preset, readings: readings as Readings }); // it validates every reading
  } catch (error) {
    throw error instanceof ProfileError ? new RefusalError("INVALID_FIELD", error.message) : error;
  }
}
