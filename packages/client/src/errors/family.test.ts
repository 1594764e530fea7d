import { expect, test } from "vitest";
import { start } from "../../test/journey.ts";
import { createJourneyClient } from "../client.ts";
import { createSimulatorControl } from "../control.ts";
import * as client from "../index.ts";
import { createValidate } from "../validate.ts";

const { JourneyError } = client;
const offline = new TypeError("fetch failed");
const common = { baseUrl: "https://eu.example", auth: () => "token", maxRetries: 0 };
const refuse = async () => Response.json({ error: "invalid_client" }, { status: 401 });
const state = { instanceId: "instance-00000001" };

/** A call that throws an error of each class. */
const thrown: Readonly<Record<string, () => Promise<unknown>>> = {
  ApiError: () => createJourneyClient({ ...common, fetch: refuse }).v2.fetchState(state),
  AuthError: () => {
    const auth = { clientId: "c", clientSecret: "client-secret" };
    return createJourneyClient({ ...common, authUrl: "https://auth.example", auth, fetch: refuse }).v2.fetchState(
      state,
    );
  },
  ConnectionError: () => createJourneyClient({ ...common, fetch: () => Promise.reject(offline) }).v2.fetchState(state),
  TimeoutError: () =>
    createJourneyClient({ ...common, fetch: () => new Promise(() => {}), requestTimeoutMs: 1 }).v2.fetchState(state),
  UnknownOutcomeError: () =>
    createJourneyClient({ ...common, fetch: () => Promise.reject(offline) }).v2.startJourney(start),
  ValidationError: () => {
    const fetch = async () => Response.json({ instanceId: 7 });
    return createJourneyClient({ ...common, fetch, validate: createValidate("specified") }).v2.fetchState(state);
  },
};

test.each(Object.entries(thrown))(
  "a thrown %s is a JourneyError and has its class name as its `name`",
  async (name, call) => {
    const error: unknown = await call().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(JourneyError);
    expect(error).toMatchObject({ name });
  },
);

test("a failed connection to the service or the control API throws a ConnectionError with fetch's error as the cause", async () => {
  const fetch = () => Promise.reject(offline);
  const expected = { name: "ConnectionError", cause: offline };
  const { v2 } = createJourneyClient({ ...common, fetch });
  await expect(v2.fetchState(state)).rejects.toMatchObject({ ...expected, route: "v2.fetchState" });
  const control = createSimulatorControl({ baseUrl: "http://127.0.0.1:4010", fetch });
  await expect(control.health()).rejects.toMatchObject({ ...expected, route: "readHealth" });
});

test("an invalid configuration throws a TypeError before anything is sent", async () => {
  let sent = 0;
  const fetch = async () => {
    sent += 1;
    return Response.json({});
  };
  const mistakes: readonly (() => Promise<unknown>)[] = [
    () => createJourneyClient({ ...common, baseUrl: "eu.example", fetch }).v2.fetchState(state),
    () => createJourneyClient({ ...common, headers: { "X-Name": "two\nlines" }, fetch }).v2.fetchState(state),
    () => createJourneyClient({ ...common, auth: () => "two\nlines", fetch }).v2.fetchState(state),
    () => client.waitForCompletion(createJourneyClient({ ...common, fetch }), "i", { intervalMs: 0 }),
  ];
  for (const mistake of mistakes) {
    const error: unknown = await Promise.resolve()
      .then(mistake)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(error).not.toBeInstanceOf(JourneyError);
  }
  expect(sent).toBe(0);
});
