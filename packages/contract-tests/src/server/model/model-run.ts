import { endpointOf, resolveReading } from "@journey-kit/schemas/endpoints";
import { type ErrorName, errorKindOf, presets } from "@journey-kit/schemas/tables";
import type { JourneyRequest } from "../../service/journey.ts";
import { readAt } from "../../service/member.ts";
import { checkForm } from "../../service/response.ts";
import { type Answer, type Caller, createCaller, type Target } from "../../service/target.ts";
import type { Model } from "./model.ts";

/** A run of one sequence of commands: the `real` of fast-check, and the model that predicts the responses. */
export interface ModelRun {
  readonly model: Model;
  readonly target: Target;
  readonly caller: Caller;
  /** A second client of the target's world. */
  readonly secondCaller: Caller;
  /** The steps so far, one line each. */
  readonly steps: string[];
  readonly tally: Record<string, number>;
}

export function createModelRun(target: Target, tally: ModelRun["tally"] = {}): ModelRun {
  const { profile = presets.specified } = target;
  const model = { profile, instances: [], now: 0, tokenSince: 0 };
  return { model, target, caller: createCaller(target), secondCaller: createCaller(target), steps: [], tally };
}

/** Thrown for an unexpected response. The message lists the steps that led to it. */
class ModelError extends Error {
  override readonly name = "ModelError";
}

/** Fails the sequence with an error that lists the steps. */
export function failRun({ steps }: ModelRun, problem: string): never {
  throw new ModelError([problem, "Steps:", ...steps.map((step, i) => `  ${i + 1}. ${step}`)].join("\n"));
}

/** The expected result of a request: success, or the status of an error. */
export type ExpectedStatus = "success" | number;

/** The status of an error under the readings of a target. Spec 7. */
export const statusOfError = ({ profile }: Readonly<Model>, name: ErrorName): number =>
  resolveReading(profile, errorKindOf(name).status) ?? 500;

interface Post extends JourneyRequest {
  /** The request in words. */
  readonly step: string;
  /** Replaces the access token. */
  readonly bearer?: string | undefined;
  /** Default: success. */
  readonly expected?: ExpectedStatus;
  /** Expected members of the body, by path. */
  readonly shows?: Readonly<Record<string, unknown>>;
}

/**
 * Posts a body and checks the response: status, `X-Request-ID`, schema and members. Spec 4, 7.
 *
 * @throws {ModelError} If the response differs.
 */
export async function postExpecting(real: ModelRun, request: Post): Promise<Answer> {
  const { step, route, body, bearer, expected = "success", shows = {} } = request;
  const { profile } = real.model;
  const answer = await real.caller.post(route, body, bearer);
  real.steps.push(`${step}: ${answer.status}`);
  const response = `${route} ${answer.status}`;
  real.tally[response] = (real.tally[response] ?? 0) + 1;
  const status = expected === "success" ? resolveReading(profile, endpointOf(route).status) : expected;
  expectSame(real, `status of ${route}`, answer.status, status);
  const problem = checkForm(profile, route, answer);
  if (problem !== undefined) failRun(real, problem);
  expectMembers(real, answer.body, shows);
  return answer;
}

/**
 * Compares members of a body with the expected values, by path. Entries that match `[*]` can be in any order.
 *
 * @throws {ModelError} If a member differs.
 */
export function expectMembers(real: ModelRun, body: unknown, shows: Readonly<Record<string, unknown>>): void {
  for (const [place, expected] of Object.entries(shows)) {
    const isUnordered = place.includes("[*]");
    const [actual, wanted] = [readAt(body, place), expected].map((one) => (isUnordered ? sortedIfList(one) : one));
    expectSame(real, place.replaceAll("[*]", ""), actual, wanted);
  }
}

const sortedIfList = (list: unknown): unknown => (Array.isArray(list) ? list.toSorted() : list);

/**
 * Compares a value in a response with the expected value.
 *
 * @throws {ModelError} If the values differ.
 */
export function expectSame(real: ModelRun, what: string, actual: unknown, expected: unknown): void {
  const [received, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (received !== wanted) failRun(real, `${what}: expected ${wanted}, got ${received}.`);
}
