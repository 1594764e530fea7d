import { Timestamp } from "@journey-kit/schemas";
import { shownInstanceId } from "./leaf.ts";
import { toMatcher } from "./matcher.ts";
import { refill } from "./refill.ts";
import { exactly, fromState, sameType } from "./rule.ts";

/**
 * Makes matchers of an answer that a journal has kept: what the journal shows must come again, entry by entry; instants,
 * numbers, ids of instances and whatever the journal has hidden are held to their type.
 */
export function toRecordedAnswer(answer: unknown, instanceId: string): unknown {
  if (Array.isArray(answer)) return answer.map((entry) => toRecordedAnswer(entry, instanceId));
  if (typeof answer === "object" && answer !== null) {
    const members = Object.entries(answer).filter(([name]) => name !== "…");
    return Object.fromEntries(members.map(([name, member]) => [name, toRecordedAnswer(member, instanceId)]));
  }
  if (typeof answer === "number") return sameType(answer);
  if (typeof answer !== "string") return exactly(answer);
  if (answer.startsWith("‹")) return sameType(refill(answer));
  if (answer.includes(instanceId)) return sameType(answer.replaceAll(instanceId, shownInstanceId));
  return Timestamp.safeParse(answer).success ? toMatcher(Timestamp, answer) : exactly(answer);
}

/** Makes a request of one that a journal has kept: it names the instance of the provider's state. */
export function toRecordedRequest(body: unknown, instanceId: string): unknown {
  if (Array.isArray(body)) return body.map((entry) => toRecordedRequest(entry, instanceId));
  if (typeof body === "object" && body !== null) {
    return Object.fromEntries(Object.entries(body).map(([name, member]) => [name, toMember(name, member, instanceId)]));
  }
  return body;
}

function toMember(name: string, value: unknown, instanceId: string): unknown {
  if (name === "connectToken") return fromState(name, sameType(value));
  if (typeof value !== "string" || !value.includes(instanceId)) return toRecordedRequest(value, instanceId);
  const shown = sameType(value.replaceAll(instanceId, shownInstanceId));
  return { ...fromState("instanceId", shown), expression: toExpression(value, instanceId) };
}

/** A text in which the id of the instance is named instead of shown. */
const toExpression = (text: string, instanceId: string): string => text.replaceAll(instanceId, () => `\${instanceId}`);

/** The same as an earlier call has it: a body in which the state's values are named. */
export function toEarlierBody(body: unknown, instanceId: string): unknown {
  if (typeof body === "string") return toExpression(body, instanceId);
  if (Array.isArray(body)) return body.map((entry) => toEarlierBody(entry, instanceId));
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, member]) => [name, toEarlierBody(member, instanceId)]));
}
