/** An action of a fault. Its fields and their form labels are in the schema `FaultAction`. */
export interface FaultActionKind {
  /** What it does, as a choice in a menu. */
  readonly label: string;
  /** What it does, for editors and reference pages. */
  readonly description: string;
  /** What happened to a request. `{name}` stands for a field. */
  readonly words: string;
  /**
   * What it changes. The endpoint does not run if this is the request. A token is the one that a request uses, or the one
   * that the token endpoint issues.
   */
  readonly changes: "request" | "response" | "token" | "issued-token";
  /** What becomes of the response, unless the client receives a complete and readable one in time. */
  readonly response?: "lost" | "damaged" | "mislabelled" | "delayed";
  /** Set if the connection ends before the client has a complete response. */
  readonly breaksConnection?: true;
}

/** Every action of a fault. Spec 4.2, 5, 7. */
export const faultActions = {
  status: {
    label: "Respond with an error",
    description: "Responds with this status. The simulator does not process the request.",
    words: "answered with {status}",
    changes: "request",
  },
  delay: {
    label: "Delay the response",
    description: "Delays the response, after the simulator has processed the request.",
    words: "response delayed by {ms}",
    changes: "response",
    response: "delayed",
  },
  dropResponse: {
    label: "Lose the response",
    description: "Closes the connection without a response, after the simulator has processed the request.",
    words: "response lost",
    changes: "response",
    response: "lost",
    breaksConnection: true,
  },
  dropRequest: {
    label: "Lose the request",
    description: "Closes the connection without a response. The simulator does not process the request.",
    words: "request lost",
    changes: "request",
    response: "lost",
    breaksConnection: true,
  },
  truncate: {
    label: "Truncate the body",
    description: "Sends the beginning of the response body, then closes the connection.",
    words: "response cut off after {characters} characters",
    changes: "response",
    response: "damaged",
    breaksConnection: true,
  },
  invalidJson: {
    label: "Send invalid JSON",
    description: "Sends a response body that is not JSON.",
    words: "response is not JSON",
    changes: "response",
    response: "damaged",
  },
  contentType: {
    label: "Change the content type",
    description: "Replaces the Content-Type header of the response.",
    words: "response sent as {contentType}",
    changes: "response",
    response: "mislabelled",
  },
  slowBody: {
    label: "Send the body slowly",
    description: "Sends the response body in pieces.",
    words: "response sent over {ms}",
    changes: "response",
    response: "delayed",
  },
  resetConnection: {
    label: "Reset the connection",
    description: "Resets the connection. The simulator does not process the request.",
    words: "connection reset",
    changes: "request",
    response: "lost",
    breaksConnection: true,
  },
  expireToken: {
    label: "Expire the token",
    description:
      "Treats the token of this request as expired. The next request can use the same token again. At the token endpoint, the fault issues a token that is permanently expired.",
    words: "token treated as expired",
    changes: "token",
  },
  revokeToken: {
    label: "Revoke the token",
    description:
      "Treats the token of this request as revoked. The next request can use the same token again. At the token endpoint, the fault issues a token that is permanently revoked.",
    words: "token treated as revoked",
    changes: "token",
  },
  clockSkew: {
    label: "Expire the token early",
    description: "Expires the token earlier or later than its stated expiry.",
    words: "token expires early by {ms}",
    changes: "token",
  },
  tokenLifetime: {
    label: "Issue a short-lived token",
    description: "Issues a token with this lifetime, and says so in `expires_in`. Applies only to the token endpoint.",
    words: "token issued for {expiresIn} s",
    changes: "issued-token",
  },
} as const satisfies Record<string, FaultActionKind>;

/** The `type` of a fault action. */
export type FaultActionType = keyof typeof faultActions;

/** Every type of a fault action. */
export const faultActionTypes = Object.keys(faultActions) as FaultActionType[]; // `Object.keys` returns `string[]`

/** Returns the row of an action, typed as `FaultActionKind` instead of its literal type. */
export const faultActionOf = ({ type }: { readonly type: FaultActionType }): FaultActionKind => faultActions[type];

/** Whether an action changes a token. */
export const isTokenFault = (action: { readonly type: FaultActionType }): boolean =>
  ["token", "issued-token"].includes(faultActionOf(action).changes);

/**
 * Describes what an action does to a request: `response delayed by 2 s`. Fields without a place in the words follow in
 * parentheses: `answered with 503 (retryAfter 7, body)`.
 */
export function describeFault(action: { readonly type: FaultActionType }): string {
  let { words } = faultActionOf(action);
  const others: string[] = [];
  for (const [name, value] of Object.entries(action)) {
    const place = `{${name}}`;
    if (words.includes(place))
      words = words.split(place).join(name === "ms" ? `${Number(value) / 1_000} s` : `${value}`);
    else if (name !== "type") others.push(typeof value === "number" ? `${name} ${value}` : name);
  }
  return others.length === 0 ? words : `${words} (${others.join(", ")})`;
}
