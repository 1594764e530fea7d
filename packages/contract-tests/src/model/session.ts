import { ApiError } from "@journey-kit/client/control";
import { ErrorBody, schemaFor, V1ErrorBody } from "@journey-kit/schemas";
import type { World } from "@journey-kit/schemas/control";
import { endpointFor } from "@journey-kit/schemas/endpoints";
import { type RouteName, resolveReading, routeOf } from "@journey-kit/schemas/routes";
import { type Answer, advanceOf, type Caller, createCaller, type Target } from "../target/target.ts";
import type { Expected } from "./judge.ts";
import type { Model } from "./model.ts";

/** A target while the model drives it. */
export interface Session {
  readonly caller: Caller;
  readonly advance: Target["advance"];
  readonly control: World | undefined;
  readonly profile: Model["profile"];
  /** What was done so far, a line each. */
  readonly story: string[];
  /** Called with each endpoint and status. */
  readonly count: (name: RouteName, status: number) => void;
}

/** An unexpected response; the message lists the steps that led to it. */
class ModelError extends Error {
  override readonly name = "ModelError";

  constructor(problem: string, story: readonly string[]) {
    super([problem, "What was done:", ...story.map((line, i) => `  ${i + 1}. ${line}`)].join("\n"));
  }
}

/** Opens a session with a target. */
export const createSession = (target: Target, { profile }: Model, count: Session["count"]): Session => ({
  caller: createCaller(target),
  advance: advanceOf(target),
  control: target.control,
  profile,
  story: [],
  count,
});

/**
 * Posts a body and checks the response's status, common headers and schema. Spec 4, 7.
 *
 * @param bearer Replaces the access token.
 * @throws {ModelError} When the response differs.
 */
export async function post(
  session: Session,
  told: string,
  name: RouteName,
  body: unknown,
  expected: Expected,
  bearer?: string,
): Promise<Answer> {
  const answer = await session.caller.post(name, body, bearer);
  const status = expected === "success" ? resolveReading(session.profile, routeOf(name).status) : expected;
  session.story.push(`${told}: ${answer.status}`);
  session.count(name, answer.status);
  expectSame(session, `status of ${name}`, answer.status, status);
  if (!answer.headers.get("x-request-id")) fail(session, `${name} answered without X-Request-ID (spec 7).`);
  const parsed = schemaOf(session.profile, name, answer.status).safeParse(answer.body);
  const issue = parsed.error?.issues[0];
  if (issue !== undefined) fail(session, `body of ${name}: ${issue.path.join(".") || "all"}: ${issue.message}.`);
  return answer;
}

const schemaOf = (profile: Session["profile"], name: RouteName, status: number) => {
  if (status < 400) return endpointFor(name, profile).response;
  return routeOf(name).generation === "v1" ? V1ErrorBody : schemaFor(profile, ErrorBody);
};

/**
 * Calls the control plane and checks that the call is done or refused, as expected.
 *
 * @throws {ModelError} When the result differs.
 */
export async function attempt(
  session: Session,
  told: string,
  isExpected: boolean,
  act: (control: World) => Promise<unknown>,
): Promise<void> {
  if (session.control === undefined) return;
  const isDone = await act(session.control).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError) return false;
      throw error;
    },
  );
  session.story.push(`${told}: ${isDone ? "done" : "refused"}`);
  expectSame(session, `whether one can ${told}`, isDone, isExpected);
}

/**
 * Compares a part of a response with the model.
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
