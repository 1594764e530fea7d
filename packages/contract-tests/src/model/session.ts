import { ErrorBody, V1ErrorBody } from "@journey-kit/schemas";
import { endpoints } from "@journey-kit/schemas/endpoints";
import { type RouteName, routeOf } from "@journey-kit/schemas/routes";
import { type Answer, type Caller, createCaller, type Target } from "../target.ts";

/** A target while the model drives it. */
export interface Session {
  readonly caller: Caller;
  readonly advance: ((by: number) => Promise<void>) | undefined;
  /** What was done so far, a line each. */
  readonly story: string[];
  /** Called with each endpoint and status. */
  readonly count: (name: RouteName, status: number) => void;
}

/** An answer that the model does not expect; the message tells all that led to it. */
class ModelError extends Error {
  override readonly name = "ModelError";

  constructor(problem: string, story: readonly string[]) {
    super([problem, "What was done:", ...story.map((line, i) => `  ${i + 1}. ${line}`)].join("\n"));
  }
}

/** Opens a session with a target. */
export const createSession = (target: Target, count: Session["count"]): Session => ({
  caller: createCaller(target),
  advance: target.advance,
  story: [],
  count,
});

/**
 * Posts a body and holds the answer to a status, to the headers of every answer and to its schema. Spec 4, 7.
 *
 * @throws {ModelError} When the answer is another.
 */
export async function post(
  session: Session,
  told: string,
  name: RouteName,
  body: unknown,
  status: number,
): Promise<Answer> {
  const answer = await session.caller.post(name, body);
  session.story.push(`${told}: ${answer.status}`);
  session.count(name, answer.status);
  expectSame(session, `status of ${name}`, answer.status, status);
  if (!answer.headers.get("x-request-id")) fail(session, `${name} answered without X-Request-ID (spec 7).`);
  const parsed = schemaOf(name, status).safeParse(answer.body);
  const issue = parsed.error?.issues[0];
  if (issue !== undefined) fail(session, `body of ${name}: ${issue.path.join(".") || "all"}: ${issue.message}.`);
  return answer;
}

const schemaOf = (name: RouteName, status: number) => {
  if (status < 400) return endpoints[name].response;
  return routeOf(name).generation === "v1" ? V1ErrorBody : ErrorBody;
};

/**
 * Compares a part of an answer with what the model expects.
 *
 * @throws {ModelError} When they differ.
 */
export function expectSame(session: Session, what: string, actual: unknown, expected: unknown): void {
  const [is, must] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== must) fail(session, `${what}: expected ${must}, got ${is}.`);
}

/** @throws {ModelError} Always. */
export function fail(session: Session, problem: string): never {
  throw new ModelError(problem, session.story);
}

/** Reads a member of a body by a path such as `context.process.result.outcome`. */
export function at(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split(".")) {
    found =
      typeof found === "object" && found !== null && Object.hasOwn(found, name) ? Reflect.get(found, name) : undefined;
  }
  return found;
}
