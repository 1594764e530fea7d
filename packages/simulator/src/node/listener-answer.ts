import { type ServerResponse, STATUS_CODES } from "node:http";
import type { ErrorName } from "@journey-kit/schemas/error-names";
import type { Profile } from "@journey-kit/schemas/profile";
import type { Answer } from "../http/call.ts";
import type { Basis } from "../machine/result.ts";
import { errorBasis, toErrorBody, toErrorStatus } from "../projection/error.ts";

/** What the listener refuses by itself, before the service has a request to answer. */
export type ListenerRefusal = Extract<
  ErrorName,
  | "MALFORMED_REQUEST"
  | "REQUEST_TIMEOUT"
  | "HEADERS_TOO_LARGE"
  | "BODY_TOO_LARGE"
  | "HOST_NOT_ALLOWED"
  | "CONTROL_NOT_ALLOWED"
  | "METHOD_NOT_ALLOWED"
  | "INTERNAL_ERROR"
>;

const problems: Readonly<Record<ListenerRefusal, string>> = {
  MALFORMED_REQUEST: "The request is not well-formed HTTP.",
  REQUEST_TIMEOUT: "The request did not come to its end in time.",
  HEADERS_TOO_LARGE: "The headers are too long.",
  BODY_TOO_LARGE: "The body carries too much beside its content.",
  HOST_NOT_ALLOWED: "The simulator does not answer to this host.",
  CONTROL_NOT_ALLOWED: "The control plane answers this machine alone, or a caller with the control token.",
  METHOD_NOT_ALLOWED: "The simulator is no proxy.",
  INTERNAL_ERROR: "The simulator failed.",
};

/** An answer of the listener's own, in the form of every error. Spec 7. */
export function toListenerAnswer(profile: Profile, name: ListenerRefusal): Answer {
  const refusal = { name, problems: [problems[name]] } as const;
  const basis: readonly Basis[] = ["request-id-always", ...errorBasis(profile, refusal, "v2")];
  const body = JSON.stringify(toErrorBody(profile, refusal, "v2"));
  const headers = {
    "x-request-id": crypto.randomUUID(),
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "x-sim-basis": basis.join(", "),
    ...(name === "METHOD_NOT_ALLOWED" && { allow: "POST" }),
  };
  return { status: toErrorStatus(profile, refusal), headers, body };
}

/** Sends an answer where a request could be read. */
export const send = (outgoing: ServerResponse, { status, headers, body }: Answer): void =>
  void outgoing.writeHead(status, headers).end(body);

/** Writes an answer out as text, for a socket without a readable request; the connection ends with it. */
export function toHttpText({ status, headers, body }: Answer): string {
  const lines = Object.entries({ ...headers, connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n${body}`;
}
