import type { EndpointName } from "@journey-kit/schemas/endpoints";
import type { ErrorName } from "@journey-kit/schemas/tables";
import { type ApiVersion, dataRequest, startRequest, workRequest } from "../../service/journey.ts";
import { createSubject, type Part, type SampleKind } from "../../service/sample.ts";
import type { CaseRequest, CaseRow, Given, Shows } from "./case.ts";
import { refused } from "./expectations.ts";

const kindMarks: Readonly<Record<string, SampleKind>> = { "!": "invalid", "?": "absent" };

/** Creates a part from a name. `!Name` gets invalid data, and `?Name` gets none. */
export const parsePart = (name: string): Part => ({
  element: name.replace(/^[!?]/, ""),
  kind: kindMarks[name.charAt(0)] ?? "valid",
});

const instanceId = "$instance";

/** Creates a subject with data for the named elements, each marked as for {@link parsePart}. */
export const subjectOf = (...names: readonly string[]) => createSubject(names.map(parsePart));

export const post = (route: EndpointName, body: unknown = {}): CaseRequest => ({ route, body });

/** Replaces members of the body of a request. An undefined member is removed. */
export const changed = (request: CaseRequest, change: Readonly<Record<string, unknown>>): CaseRequest => ({
  ...request,
  body: { ...Object(request.body), ...change },
});

/** Returns the placeholder for the resource id of a journey; the version defaults to `latest`. Spec 2.1. */
export const resource = (journey: string): string => `$resource:${journey}${journey.includes("@") ? "" : "@latest"}`;

/** The API version of a journey. The names of v1 journeys end in `-v1`. */
export const apiVersionOf = (journey: string): ApiVersion => (/-v1(@|$)/.test(journey) ? "v1" : "v2");

/** Starts an instance with the given subject and configuration; v1 starts are asynchronous by default. Spec 2.7, 4.3. */
export const startWith = (journey: string, subject: unknown, config?: unknown): CaseRequest =>
  startRequest(apiVersionOf(journey), resource(journey), subject, config);

/** Starts an instance with valid data for the named elements. Spec 2.7. */
export const startOf = (journey: string, ...names: readonly string[]): CaseRequest =>
  startWith(journey, subjectOf(...names));

/** Submits elements to the current interaction. Spec 2.9. */
export const submit = (...names: readonly string[]): CaseRequest => submitWith(names, subjectOf(...names));

/** Submits the given subject to the current interaction. Spec 2.9. */
export const submitWith = (names: readonly string[], subject: unknown): CaseRequest =>
  dataRequest("v2", instanceId, "$interaction", names.map(parsePart), subject);

/** Completes the task `$task`, by default the first open one, with data for the named elements. Spec 2.10. */
export const update = (...names: readonly string[]): CaseRequest =>
  dataRequest("v1", instanceId, "$task", names.map(parsePart));

export const fetchState = post("v2.fetchState", { instanceId });

/** Fetches the v1 state of the instance with `filterKeys`, as published clients do. Spec 4.3; gap `v1-state-data`. */
export const fetchStateV1 = post("v1.fetchState", { instanceId, filterKeys: ["/.*/"] });
export const fetchInteraction: CaseRequest = workRequest("v2", instanceId);
export const listTasks: CaseRequest = workRequest("v1", instanceId);
export const listTaskSchemas = post("v1.listTaskSchemas", { instanceId });
export const fetchTaskSchema = post("v1.fetchTaskSchema", { taskId: "$task" });

export const requestToken = post("token.requestToken", {
  grant_type: "client_credentials",
  client_id: "$client",
  client_secret: "$secret",
  scope: "service.token",
});

/** Creates rows with the same request after different preparations. */
const caseRows =
  (request: CaseRequest) =>
  (given: readonly Given[], response: CaseRow["response"], more?: Pick<CaseRow, "hidden" | "uncited">): CaseRow => ({
    given,
    request,
    response,
    ...more,
  });

export const stateAfter = caseRows(fetchState);
export const stateV1After = caseRows(fetchStateV1);
export const interactionAfter = caseRows(fetchInteraction);
export const tasksAfter = caseRows(listTasks);

export const refuses = (request: CaseRequest, name: ErrorName, shows?: Shows): CaseRow => ({
  request,
  response: refused(name, shows),
});
