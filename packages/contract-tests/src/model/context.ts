import { ApiError } from "@journey-kit/client/control";
import type { World } from "@journey-kit/schemas/control";
import { type RouteName, resolveReading, routeOf } from "@journey-kit/schemas/routes";
import { checkForm } from "../target/response.ts";
import { type Answer, advanceOf, type Caller, createCaller, type Target } from "../target/target.ts";
import type { Expected } from "./expectation.ts";
import type { Model } from "./model.ts";
import { advance } from "./progress.ts";

/** A target, and the model that its responses are compared with. */
export interface Context {
  readonly model: Model;
  readonly target: Target;
  readonly caller: Caller;
  /** A second client of the same world. */
  readonly secondCaller: Caller;
  /** The steps so far, one line each. */
  readonly steps: string[];
  /** Called with each endpoint and status. */
  readonly count: (name: RouteName, status: number) => void;
}

/** An unexpected response; the message lists the steps that led to it. */
class ModelError extends Error {
  override readonly name = "ModelError";

  constructor(problem: string, steps: readonly string[]) {
    super([problem, "Steps:", ...steps.map((line, i) => `  ${i + 1}. ${line}`)].join("\n"));
  }
}

/** Creates the context of one sequence of commands. */
export const createContext = (target: Target, model: Model, count: Context["count"] = () => undefined): Context => ({
  model,
  target,
  caller: createCaller(target),
  secondCaller: createCaller(target),
  steps: [],
  count,
});

/** A request of a command, and its expected result. */
export interface Post {
  /** The request in words. */
  readonly step: string;
  readonly name: RouteName;
  readonly body: unknown;
  readonly expected: Expected;
  /** Replaces the access token. */
  readonly bearer?: string | undefined;
}

/**
 * Posts a body and checks the response's status, common headers and schema. Spec 4, 7.
 *
 * @throws {ModelError} When the response differs.
 */
export async function post(context: Context, { step, name, body, expected, bearer }: Post): Promise<Answer> {
  const { profile } = context.model;
  const answer = await context.caller.post(name, body, bearer);
  context.steps.push(`${step}: ${answer.status}`);
  context.count(name, answer.status);
  const status = expected === "success" ? resolveReading(profile, routeOf(name).status) : expected;
  expectSame(context, `status of ${name}`, answer.status, status);
  const problem = checkForm(profile, name, answer);
  if (problem !== undefined) fail(context, problem);
  return answer;
}

/**
 * Calls the control plane and checks that the call is accepted or refused, as expected.
 *
 * @throws {ModelError} When the result differs.
 */
export async function attempt(
  context: Context,
  step: string,
  isExpected: boolean,
  act: (control: World) => Promise<unknown>,
): Promise<void> {
  const { control } = context.target;
  if (control === undefined) return;
  const isDone = await act(control).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError) return false;
      throw error;
    },
  );
  context.steps.push(`${step}: ${isDone ? "done" : "refused"}`);
  expectSame(context, `whether one can ${step}`, isDone, isExpected);
}

/** Moves the target and the model forward. */
export async function advanceTime({ model, target, steps }: Context, ms: number): Promise<void> {
  await advanceOf(target)?.(ms);
  steps.push(`let ${ms} ms pass`);
  advance(model, ms);
}

/**
 * Compares a part of a response with the model.
 *
 * @throws {ModelError} When they differ.
 */
export function expectSame(context: Context, what: string, actual: unknown, expected: unknown): void {
  const [received, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (received !== wanted) fail(context, `${what}: expected ${wanted}, got ${received}.`);
}

/** @throws {ModelError} Always. */
export function fail({ steps }: Context, problem: string): never {
  throw new ModelError(problem, steps);
}
