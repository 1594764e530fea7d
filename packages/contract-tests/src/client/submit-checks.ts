import { type Element, elements, findMisplaced, parsePath, readPath } from "@journey-kit/schemas/calls";
import type { Exchange } from "@journey-kit/schemas/control";
import { endpointFor } from "@journey-kit/schemas/endpoints";
import { readAt, readList } from "../service/member.ts";
import { type Check, type Evidence, fail, pass, untested } from "./evidence.ts";
import {
  isAmbiguous,
  isError,
  isLate,
  isLost,
  isOf,
  isStart,
  isSubmit,
  isTokenRefused,
  isTokenRequest,
} from "./exchanges.ts";
import { forEachInstance } from "./polling-checks.ts";
import { findWrongReport } from "./reports.ts";

/** Checks that the client starts at most one instance per journey, and repeats no start that may have succeeded. Spec 4.2. */
export const checkStarts: Check = ({ exchanges, runs, instances }) => {
  const maySucceed = (one: Exchange) =>
    !isTokenRefused(one) && (isAmbiguous(one) || (one.response.status < 300 && one.fault === undefined) || isLate(one));
  const starts = exchanges.filter((one) => isStart(one) && maySucceed(one));
  const again = starts[runs.length];
  const isOpen = starts.some((one) => isAmbiguous(one) || isLate(one));
  const started = instances.length;
  if (started > runs.length) {
    const journeys = runs.length === 1 ? "one journey" : `${runs.length} journeys`;
    const problem = isOpen
      ? `It retried a start that had succeeded. Journeys started: ${started}.`
      : `It started ${started} instances for ${journeys}.`;
    return fail(problem, again ?? starts.at(-1));
  }
  if (starts.length === 0) return untested("No start was sent.");
  if (!isOpen) return untested("The response to the start was neither lost nor late.");
  return again === undefined ? pass : fail("It retried a start that may have succeeded.", again);
};

const submitsOf = ({ exchanges }: Pick<Evidence, "exchanges">): readonly Exchange[] =>
  exchanges.filter(isOf("v2.submitInteraction"));

const isAccepted = ({ response, fault }: Exchange): boolean => response.status < 300 && fault === undefined;

/** What a submit is for: an interaction, or a v1 task. */
const workOf = ({ request: { body } }: Exchange): unknown => readAt(body, "interactionId") ?? readAt(body, "taskId");

/** Checks that the client goes on after a 409 on a submit whose first response was lost. Spec 4.2, 4.3. */
export const checkOwnConflict: Check = (evidence) => {
  const submits = evidence.exchanges.filter(isSubmit);
  const lost = submits.find((one) => isLost(one) && one.response.status < 300);
  if (lost === undefined)
    return untested(submits.length === 0 ? "No submit was sent." : "No response to a submit was lost.");
  const wrong = findWrongReport(evidence);
  if (wrong === undefined) return pass;
  const later = submits.filter(({ sequence }) => sequence > lost.sequence);
  const conflict = later.find(({ response }) => response.status === 409);
  if (later.some((one) => workOf(one) !== workOf(lost))) return pass;
  if (conflict === undefined) return untested("The client gave up when the response to its submit was lost.");
  return fail("It stopped at the 409 on its retried submit, although the first submit had succeeded.", conflict);
};

/** Checks that the client finds out whether a lost submit arrived, and sends it again if it did not. Spec 3.2, 4.2. */
export const checkLostSubmit: Check = (evidence) => {
  const submits = evidence.exchanges.filter(isSubmit);
  const lost = submits.find(isLost);
  if (lost === undefined) return untested("No submit was lost.");
  return submits.some(({ sequence }) => sequence > lost.sequence) || findWrongReport(evidence) === undefined
    ? pass
    : untested("The client gave up when its submit was lost.");
};

/** Whether two submits send an element to the same interaction. */
function isSameSubmit({ request: one }: Exchange, { request: other }: Exchange): boolean {
  const interaction = readAt(one.body, "interactionId");
  const names = namedIn(other.body);
  return (
    interaction !== undefined &&
    interaction === readAt(other.body, "interactionId") &&
    namedIn(one.body).some((name) => names.includes(name))
  );
}

/** The elements that a submit lists in `participants`. */
const namedIn = (body: unknown): readonly string[] =>
  readList(body, "participants").map((one) => String(readAt(one, "domainElementId")));

/** Whether the service refused a submit because of what the client sent before. A paused instance refuses every submit. */
const isConflict = ({ response, fault, phase, refusal }: Exchange): boolean =>
  fault === undefined && phase !== "paused" && (response.status === 409 || refusal?.kind === "DUPLICATE_ELEMENT");

/** Submits up to the first one that may have been lost: after it, the client cannot know what was accepted. */
function knownSubmits({ exchanges }: Pick<Evidence, "exchanges">): readonly Exchange[] {
  const submits = exchanges.filter(isSubmit);
  const open = submits.findIndex((one) => isError(one) || isLate(one));
  return open < 0 ? submits : submits.slice(0, open);
}

/** Checks that no submit of an instance repeats an accepted one of the same interaction. Spec 4.2. */
export const checkRepeats = forEachInstance((evidence) => {
  const submits = knownSubmits(evidence);
  const again = submits.find((one, i) => {
    const before = submits.slice(0, i).filter(isAccepted);
    return (
      (isConflict(one) || one.refusal?.kind === "INTERACTION_NOT_CURRENT") &&
      before.length > 0 &&
      submits.slice(0, i).some((other) => isAccepted(other) && isSameSubmit(one, other))
    );
  });
  if (again !== undefined) return fail("It submitted an element that an earlier submit had already provided.", again);
  const recent = findRecentRepeat(evidence);
  if (recent !== undefined) return fail("It repeated a submit that the service had accepted.", recent);
  return submits.some(isAccepted) ? pass : untested("No submit was accepted.");
});

/** Finds a submit that repeats the last one although its response arrived, also after an earlier submit was lost. */
function findRecentRepeat({ exchanges }: Pick<Evidence, "exchanges">): Exchange | undefined {
  const submits = exchanges.filter(isSubmit);
  return submits.find((one, i) => {
    const before = submits[i - 1];
    return before !== undefined && isAccepted(before) && isConflict(one) && isSameSubmit(before, one);
  });
}

/** Checks that the client submits only elements that the interaction lists as outstanding. Spec 2.5, 4.2. */
export const checkOutstanding = forEachInstance((evidence) => {
  const submits = knownSubmits(evidence);
  const isKnown = (one: Exchange) => {
    const provided = submits.filter((other) => other.sequence < one.sequence && isAccepted(other));
    return (
      isConflict(one) &&
      one.refusal?.kind === "DUPLICATE_ELEMENT" &&
      !provided.some((other) => isSameSubmit(other, one))
    );
  };
  const known = submits.find(isKnown);
  if (known !== undefined)
    return fail("It submitted an element that was not outstanding, because the service knew it.", known);
  return submits.some(isAccepted) ? pass : untested("No submit was accepted.");
});

/** Checks that each submit goes to the interaction that the client fetched last. Spec 2.9. */
export const checkInteraction = forEachInstance((evidence) => {
  const { exchanges } = evidence;
  const submits = exchanges.filter(isOf("v2.submitInteraction"));
  if (submits.length === 0) return untested("Nothing was submitted.");
  const wrong = submits.find((submit) => {
    const isFetch = (one: Exchange) => isOf("v2.fetchInteraction")(one) && one.sequence < submit.sequence;
    const fetched = exchanges.findLast((one) => isFetch(one) && one.response.status < 300 && !isError(one));
    const current =
      readAt(fetched?.response.body, "interactionId") ?? readAt(fetched?.response.body, "interaction.interactionId");
    const used = readAt(submit.request.body, "interactionId");
    const isKnown = typeof current === "string" && typeof used === "string" && !used.startsWith("‹"); // not redacted
    const isOther = isKnown && current !== used;
    const isRefused = ["INTERACTION_NOT_CURRENT", "JOURNEY_NOT_ACTIVE"].includes(submit.refusal?.kind ?? "");
    return isOther && submit.fault === undefined && isRefused;
  });
  return wrong === undefined
    ? pass
    : fail("It submitted to an interaction other than the one that it had fetched last.", wrong);
});

/** Members outside `context.subject` that contain documents or biometrics. */
const misplacedIn = (body: unknown): readonly string[] => findMisplaced(body).map((path) => path.join("."));

/** Checks that documents and biometrics are inside `context.subject`. Spec 4.2. */
export const checkPlace: Check = (evidence) => {
  const submits = submitsOf(evidence);
  if (submits.length === 0) return untested("Nothing was submitted.");
  const misplaced = submits.find(({ request }) => misplacedIn(request.body).length > 0);
  if (misplaced === undefined) return pass;
  return fail(`It sent ${misplacedIn(misplaced.request.body).join(" and ")} outside context.subject.`, misplaced);
};

/** Checks that `participants` lists exactly the elements whose data is sent. Spec 2.9. */
export const checkParticipants: Check = (evidence) => {
  const submits = submitsOf(evidence).filter(({ request }) => misplacedIn(request.body).length === 0);
  if (submits.length === 0) return untested("Nothing was submitted.");
  for (const submit of submits) {
    const { body } = submit.request;
    const subject = readAt(body, "context.subject");
    const named = namedIn(body);
    const absent = named.filter((name) => Object.hasOwn(checkedElements, name) && !isSent(subject, name));
    if (absent.length > 0) return fail(`It listed ${absent.join(", ")} in participants without sending data.`, submit);
    const unnamed = Object.keys(checkedElements).filter((name) => !named.includes(name) && isSent(subject, name));
    if (unnamed.length > 0)
      return fail(`It sent data for ${unnamed.join(", ")} without listing it in participants.`, submit);
  }
  return pass;
};

/**
 * The elements that can be identified in the journal, which does not record the types of redacted values, such as the
 * type of an ID number. Spec 2.6.
 */
const checkedElements: Readonly<Record<string, Element>> = Object.fromEntries(
  Object.entries(elements).filter(
    ([name, { path }]) => name === "PrimaryDocument" || name === "SSN" || !path.includes("["),
  ),
);

function isSent(subject: unknown, name: string): boolean {
  const { path = "", leaves } = checkedElements[name] ?? {};
  const found = readAt(subject, path.replaceAll(/\[.*?\]/g, ""));
  const holders = Array.isArray(found) ? found : [found];
  if (leaves === undefined) return holders.some((holder) => holder !== undefined);
  return holders.some((holder) => leaves.some((leaf) => readAt(holder, leaf) !== undefined));
}

const unseen = "The client sent no request to the base URL in its settings.";

/** Checks that every request matches its schema. Spec 2.7 to 2.10. */
export const checkSchemas: Check = ({ sent, profile }) => {
  const requests = sent.filter((one) => !isTokenRequest(one));
  if (requests.length === 0) return untested(unseen);
  for (const { endpoint, body } of requests) {
    const [issue] = endpointFor(endpoint, profile).request.safeParse(body).error?.issues ?? [];
    if (issue !== undefined)
      return fail(`It sent ${endpoint} with an invalid ${issue.path.join(".") || "body"}: ${issue.message}.`);
  }
  return pass;
};

/** Checks that each element is sent with all data that the person gave, and no other data. Spec 2.6, 2.8. */
export const checkData: Check = ({ sent, runs }) => {
  const requests = sent.filter((one) => !isTokenRequest(one));
  if (requests.length === 0) return untested(unseen);
  const people = new Map<unknown, readonly unknown[]>();
  for (const { endpoint, body } of requests) {
    const data = readAt(body, "context.subject");
    const instance = readAt(body, "instanceId");
    const before = people.get(instance) ?? runs.map(({ subject }) => subject);
    const foreign = before.map((person) => findForeign(data, person));
    const possible = before.filter((_, i) => foreign[i] === undefined);
    if (possible.length === 0) return fail(`It sent ${endpoint} with data that is not the person's: ${foreign[0]}.`);
    const partial = possible.map((person) => findPartial(data, person));
    if (isSubmit({ endpoint }) && !partial.includes(undefined))
      return fail(`It sent ${endpoint} with only part of the person's data for ${partial[0]}.`);
    if (instance !== undefined) people.set(instance, possible);
  }
  return pass;
};

/** Finds an element that was sent with only part of the given data. Spec 2.6. */
const findPartial = (sent: unknown, given: unknown): string | undefined =>
  Object.entries(elements).find(([, element]) => {
    const data = dataOf(sent, element);
    return data !== undefined && findForeign(dataOf(given, element), data) !== undefined;
  })?.[0];

/** The data of an element in a subject; undefined if there is none. Spec 2.6. */
function dataOf(subject: unknown, { path, leaves }: Element): unknown {
  const value = readPath(subject, parsePath(path) ?? []);
  if (leaves === undefined) return value;
  const data = leaves.map((leaf) => [leaf, readAt(Array.isArray(value) ? value[0] : value, leaf)]);
  return data.some(([, member]) => member !== undefined) ? Object.fromEntries(data) : undefined;
}

/**
 * Finds the path of a value in `sent` that is not in `given`. Ignores empty strings, members named `type`, and the `uid`,
 * which is the caller's own. A list of strings must match as a whole.
 */
function findForeign(sent: unknown, given: unknown, path = "context.subject"): string | undefined {
  if (sent === undefined || sent === "") return undefined;
  if (typeof sent !== "object" || sent === null) return sent === given ? undefined : path;
  const isFound = (found: string | undefined) => found !== undefined;
  if (!Array.isArray(sent)) {
    const members = Object.entries(sent).filter(([name]) => name !== "type" && name !== "uid");
    return members.map(([name, member]) => findForeign(member, readAt(given, name), `${path}.${name}`)).find(isFound);
  }
  if (!Array.isArray(given)) return sent.length === 0 ? undefined : path;
  if (sent.length > 0 && sent.every((entry) => typeof entry !== "object"))
    return JSON.stringify(sent) === JSON.stringify(given) ? undefined : path;
  const i = sent.findIndex((entry) => given.every((one) => isFound(findForeign(entry, one))));
  return i < 0 ? undefined : (findForeign(sent[i], given[i], `${path}[${i}]`) ?? `${path}[${i}]`);
}
