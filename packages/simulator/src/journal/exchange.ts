import { ErrorBody, TokenError, V1ErrorBody } from "@journey-kit/schemas";
import type { Exchange } from "@journey-kit/schemas/control";
import { endpoints } from "@journey-kit/schemas/endpoints";
import { errorKindOf } from "@journey-kit/schemas/error-names";
import * as z from "zod";
import { toIso } from "../projection/iso.ts";
import { timeOf } from "../world/clock.ts";
import type { Entry } from "./entry.ts";
import { redact } from "./redact.ts";

const anyError = z.union([ErrorBody, V1ErrorBody, TokenError]);

const shownHeaders: readonly string[] = [
  "x-request-id",
  "content-type",
  "retry-after",
  "deprecation",
  "allow",
  "www-authenticate",
  "cache-control",
];

/** Shows an entry of the ring: the answer reduced, what decided it taken apart. */
export function toExchange(sequence: number, entry: Entry): Exchange {
  const { name, about, status, answerHeaders, sent, startedAt, endedAt, struck, notices } = entry;
  const instanceId = instanceIdOf(entry);
  const answer = toAnswer(entry);
  return {
    sequence,
    requestId: answerHeaders["x-request-id"] ?? "",
    at: toIso(timeOf(entry.clock, startedAt)),
    startedAt: toIso(startedAt),
    duration: endedAt - startedAt,
    ...(name !== undefined && { endpoint: name }),
    ...(instanceId !== undefined && { instanceId }),
    ...(about !== undefined && { phase: about.phase }),
    request: {
      method: entry.method,
      path: entry.path,
      headers: entry.headers,
      ...(sent !== undefined && { body: sent }),
    },
    response: {
      status,
      headers: Object.fromEntries(Object.entries(answerHeaders).filter(([header]) => shownHeaders.includes(header))),
      ...(answer !== undefined && { body: answer }),
    },
    ...toBasis(entry.basis),
    ...toRefusal(entry),
    ...(struck !== undefined && { fault: { rule: struck.rule, action: struck.action } }),
    ...(notices.length > 0 && { notices: [...notices] }),
  };
}

/** The instance that a call is about: the one that it reached, or else the one that it named. */
export const instanceIdOf = ({ about, struck }: Entry): string | undefined => about?.instanceId ?? struck?.instanceId;

function toAnswer({ name, status, answer }: Entry): unknown {
  if (answer === undefined || typeof answer === "string") return undefined;
  if (status >= 400) return redact(anyError, answer, "service");
  return name === undefined ? undefined : redact(endpoints[name].response, answer, "service");
}

function toBasis(basis: string): Pick<Exchange, "rules" | "readings"> {
  const all = basis.split(", ").filter((one) => one !== "");
  const readings = all.filter((one) => one.includes("=")).map((one) => one.split("=", 2));
  return { rules: all.filter((one) => !one.includes("=")), readings: Object.fromEntries(readings) };
}

function toRefusal({ refusal, kind }: Entry): Pick<Exchange, "refusal"> {
  const name = refusal?.name ?? kind;
  if (name === undefined) return {};
  return { refusal: { kind: name, problems: [...(refusal?.problems ?? [])], action: errorKindOf(name).action } };
}
