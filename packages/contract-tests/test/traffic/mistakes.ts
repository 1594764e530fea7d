import { dataRequest, startRequest } from "../../src/service/journey.ts";
import { addressOf } from "../../src/service/target.ts";
import type { PlainContext } from "./plain-run.ts";

type Mistake = (context: PlainContext, instanceId: string) => Promise<unknown>;

/** Sends a request that ordinary clients send by mistake. The service refuses most of them. */
export async function makeMistake(context: PlainContext, instanceId: string): Promise<void> {
  await context.draw
    .pick(mistakes)(context, instanceId)
    .catch(() => undefined);
}

const mistakes: readonly Mistake[] = [
  ({ send, run }) => send(`${run.apiVersion}.fetchState`, { instanceId: "b2c1f6a09e8d4735" }),
  ({ send }) =>
    send("v2.submitInteraction", {
      instanceId: "b2c1f6a09e8d4735",
      interactionId: "x",
      participants: [],
      context: { subject: {} },
    }),
  ({ send, run }) => send(`${run.apiVersion}.fetchState`, {}),
  ({ send, run }) => send(`${run.apiVersion}.fetchState`, { instanceId: 7 }),
  ({ send, run }, instanceId) => send(`${run.apiVersion}.fetchState`, { instanceId, view: "slim" }),
  ({ caller, run }, instanceId) => caller.post(`${run.apiVersion}.fetchState`, { instanceId }, "not-a-token"),
  ({ send, run }) => {
    const { route, body } = startRequest(run.apiVersion, "no-such-journey@latest", {});
    return send(route, body);
  },
  ({ send, run }) => {
    const { route, body } = startRequest(run.apiVersion, run.resourceId, { identity: { dateOfBirth: "10.12.1990" } });
    return send(route, body);
  },
  ({ send, run }, instanceId) => {
    const { route, body } = dataRequest(run.apiVersion, instanceId, "elsewhere", [
      { element: "FullName", kind: "valid" },
    ]);
    return send(route, body);
  },
  ({ send }, instanceId) => send("v2.listTasks", { instanceId }),
  ({ send }, instanceId) => send("v2.fetchTaskSchema", { instanceId, taskId: "elsewhere" }),
  ({ send, run }, instanceId) => send("v2.updateTask", dataRequest("v1", instanceId, "elsewhere", [], run.person).body),
  (context, instanceId) => sendInvalid(context, instanceId),
  (context, instanceId) => sendTwice(context, instanceId),
  (context, instanceId) => sendRaw(context, "", { "content-type": "text/plain" }, JSON.stringify({ instanceId })),
  (context) => sendRaw(context, "", { "content-type": "application/json" }, '{"instanceId": '),
  (context, instanceId) =>
    sendRaw(context, "?view=slim", { "content-type": "application/json" }, JSON.stringify({ instanceId })),
  (context, instanceId) =>
    sendRaw(
      context,
      "",
      { "content-type": "application/json", "x-request-id": "request-17" },
      JSON.stringify({ instanceId }),
    ),
  ({ settings }) => settings.fetch(`${settings.baseUrl}/v2/captain/journey/health`),
  ({ settings }, instanceId) =>
    settings.fetch(`${settings.authUrl}/as/token.oauth2`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: instanceId,
        client_id: settings.clientId,
      }),
    }),
];

/** Sends data of the wrong form to the open interaction. Spec 2.8. */
async function sendInvalid({ send, run }: PlainContext, instanceId: string): Promise<unknown> {
  if (run.apiVersion === "v1") return undefined;
  const fetched = await send("v2.fetchInteraction", { instanceId });
  const id = readId(fetched?.body);
  const { route, body } = dataRequest("v2", instanceId, id, [{ element: "DateOfBirth", kind: "invalid" }]);
  return send(route, body);
}

/** Submits an element again, with the same interaction id. Gap `duplicate-element`. */
async function sendTwice({ send, run }: PlainContext, instanceId: string): Promise<unknown> {
  if (run.apiVersion === "v1") return undefined;
  const fetched = await send("v2.fetchInteraction", { instanceId });
  const { route, body } = dataRequest("v2", instanceId, readId(fetched?.body), [
    { element: "FullName", kind: "valid" },
  ]);
  await send(route, body);
  return send(route, body);
}

const readId = (body: unknown): string =>
  typeof body === "object" && body !== null && "interactionId" in body ? String(body.interactionId) : "none";

async function sendRaw(
  { settings, caller, run }: PlainContext,
  query: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<unknown> {
  const address = addressOf(settings, `${run.apiVersion}.fetchState`);
  const authorization = `Bearer ${await caller.bearer()}`;
  return settings.fetch(`${address}${query}`, { method: "POST", headers: { ...headers, authorization }, body });
}
