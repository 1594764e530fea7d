import type { Scenario } from "@journey-kit/schemas/control";
import type { ApiVersion } from "../../service/journey.ts";
import type { CaseRequest, Given, LimitedClient } from "./case.ts";
import { apiVersionOf, startOf, startWith } from "./requests.ts";

/** Starts an instance with valid prefill for the named elements. Spec 2.7, 4.3. */
export const started = (journey: string, ...names: readonly string[]): Given => ({
  do: "start",
  request: startOf(journey, ...names),
  text: `a ${apiVersionOf(journey)} ${journey}${names.length === 0 ? "" : ` with ${names.join(", ")}`}`,
});

/** Starts an instance with the given subject and configuration. Spec 2.7, 4.3. */
export const startedWith = (journey: string, subject: object, config?: object): Given => {
  const prefill = Object.keys(subject).length === 0 ? "" : " and full prefill";
  const how =
    config === undefined ? `subject ${JSON.stringify(subject)}` : `config ${JSON.stringify(config)}${prefill}`;
  return {
    do: "start",
    request: startWith(journey, subject, config),
    text: `a ${apiVersionOf(journey)} ${journey} with ${how}`,
  };
};

export const startedBy = (client: LimitedClient, request: CaseRequest): Given => ({
  do: "start",
  request: { ...request, client },
  text: `the client "${client}" started an instance`,
});

const provided =
  (apiVersion: ApiVersion, what: string) =>
  (...names: readonly string[]): Given => ({ do: "provide", apiVersion, names, text: `${what} ${names.join(", ")}` });

/** Submits elements to the current interaction and expects success. */
export const submitted = provided("v2", "submitted");

/** Completes the first open v1 task with valid data for the named elements. */
export const completed = provided("v1", "completed the task with");

export const settled: Given = { do: "settle", text: "all modules finished" };

/** A finished v1 instance. */
export const finishedV1: readonly Given[] = [started("age-check-v1", "DateOfBirth"), settled];
export const later = (ms: number): Given => ({ do: "pass", by: ms, text: `${ms / 1_000} s later` });

export const armed = (scenario: string | Scenario): Given => ({
  do: "arm",
  scenario,
  text: `armed scenario ${typeof scenario === "string" ? scenario : scenario.name}`,
});

/** Pauses the instance. Gap `paused`. */
export const paused: Given = { do: "pause", text: "paused the instance" };
export const tried = (request: CaseRequest, text: string): Given => ({ do: "try", request, text });

/** Starts as many instances as the rate limit allows in a minute, and ignores the responses. Gap `rate-limit`. */
export const startedOften: Given = {
  do: "repeat",
  request: startOf("age-check"),
  times: 60,
  text: "started 60 instances within a minute",
};

/** Sends a request and saves values from the response under the given names. */
export const noted = (request: CaseRequest, as: Readonly<Record<string, string>>, text: string): Given => ({
  do: "note",
  request,
  as,
  text,
});

/** Requests a token for the target's client and saves it under the given name. Spec 4.1. */
export const tokenNoted = (as: string): Given => ({ do: "token", as, text: `saved a token as $${as}` });
