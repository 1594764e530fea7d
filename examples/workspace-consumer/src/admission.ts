/** The address of the service, and the token of this application. */
export interface Access {
  readonly baseUrl: string;
  readonly token: string;
}

/** Lets a person enter if the outcome is `Accept`. Returns `wait` while the instance is in progress. */
export async function decideAdmission(
  { baseUrl, token }: Access,
  instanceId: string,
): Promise<"enter" | "leave" | "wait"> {
  const response = await fetch(`${baseUrl}/v2/captain/journey/state/fetch`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ instanceId }),
  });
  if (!response.ok) throw new Error(`The journey service responded with ${response.status}.`);
  const { status, context }: State = await response.json();
  if (status === "InProgress") return "wait";
  return context?.process?.result?.outcome === "Accept" ? "enter" : "leave";
}

/** The members of the state that this application uses. */
interface State {
  readonly status: string;
  readonly context?: { readonly process?: { readonly result?: { readonly outcome?: string } } };
}
