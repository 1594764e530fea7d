import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { toPlan } from "../../test/fault.ts";
import { baseUrl, start } from "../../test/journey.ts";
import { createJourneyClient } from "../client.ts";

test.each(["processing", "conflict", "not-found"] as const)(
  "after a lost submit, fetches the interaction with the end-user token and, if necessary, the state with the client's token (spec 5; gap interaction-while-running: %s)",
  async (reading) => {
    const readings = { "interaction-token": "end-user", "interaction-while-running": reading } as const;
    const simulator = createSimulator({ latency: 60_000, clock: { mode: "frozen" }, profile: { readings } });
    const asked: (readonly [string | undefined, boolean])[] = [];
    let endUserToken = "";
    const { v2 } = createJourneyClient({
      baseUrl,
      authUrl: baseUrl,
      auth: { clientId: "end-user", clientSecret: "end-user-secret" },
      sleep: async () => {},
      fetch: (request) => {
        asked.push([request.url.split("/").at(-2), request.headers.get("authorization") === `Bearer ${endUserToken}`]);
        return simulator.fetch(request);
      },
    });
    const { instanceId } = await v2.startJourney({ ...start, resourceId: "age-check@latest" });
    const { connectToken } = await v2.startDevice({ instanceId });
    endUserToken = (await v2.connectDevice({ connectToken })).endUserToken;
    const { interactionId = "" } = await v2.fetchInteraction({ instanceId }, { token: endUserToken });
    await simulator
      .world("end-user")
      .faults.set(toPlan({ endpoint: "v2.submitInteraction", nth: 1 }, { type: "dropResponse" }));
    asked.length = 0;
    const participants = [{ domainElementId: "DateOfBirth" }];
    const context = { subject: { identity: { dateOfBirth: "1990-12-10" } } };
    const answer = await v2
      .submitInteraction({ instanceId, interactionId, participants, context }, { token: endUserToken })
      .withResponse();
    expect(answer).toMatchObject({ body: { status: "success" }, isReconciled: true });
    const own = ["state", false];
    expect(asked).toEqual([["interaction", true], ["interaction", true], ...(reading === "processing" ? [] : [own])]);
  },
);

const submit = {
  instanceId: "i",
  participants: [{ domainElementId: "FullName" }],
  context: { subject: { identity: { firstName: "Ada" } } },
};

test("the client remembers 10,000 instances, and forgets them when it fetches one more (gap outstanding-shrinks)", async () => {
  let submits = 0;
  const { v2 } = createJourneyClient({
    baseUrl: "https://eu.example",
    auth: () => "token",
    sleep: async () => {},
    fetch: async ({ url }) => {
      if (!url.endsWith("submit")) {
        const outstanding = submits === 0 ? ["FullName", "Selfie"] : ["Selfie"];
        return Response.json({ interactionId: "i", journey: { status: "InProgress" }, outstanding });
      }
      submits += 1;
      throw new TypeError("fetch failed");
    },
  });
  await v2.fetchInteraction({ instanceId: "0" });
  const others = Array.from({ length: 9_999 }, (_, i) => `${i + 1}`);
  await Promise.all(others.map((instanceId) => v2.fetchInteraction({ instanceId })));
  const lose = (instanceId: string) => v2.submitInteraction({ ...submit, instanceId, interactionId: "i" });
  expect(await lose("0").withResponse()).toMatchObject({ isReconciled: true }); // this fetches the interaction again
  await expect(lose("1")).rejects.toMatchObject({ name: "UnknownOutcomeError", route: "v2.submitInteraction" });
  expect(submits).toBe(2);
}, 30_000); // time for 10,000 calls on a busy machine

/** Creates a client that loses the submits for which `isLost` returns true. */
function losing(isLost: (nth: number) => boolean, shown: () => { interactionId: string; outstanding: string[] }) {
  let submits = 0;
  return createJourneyClient({
    baseUrl: "https://eu.example",
    auth: () => "token",
    sleep: async () => {},
    fetch: async ({ url }) => {
      if (!url.endsWith("submit")) return Response.json({ ...shown(), journey: { status: "InProgress" } });
      submits += 1;
      if (isLost(submits)) throw new TypeError("fetch failed");
      return Response.json({ status: "success" });
    },
  });
}

test("does not treat the elements of one interaction as proof that a submit to another was accepted (spec 3.2)", async () => {
  let current = "first";
  const { v2 } = losing(
    () => true,
    () => ({ interactionId: current, outstanding: current === "first" ? ["FullName"] : ["Selfie"] }),
  );
  await v2.fetchInteraction({ instanceId: "i" });
  current = "second";
  const lost = v2.submitInteraction({ ...submit, interactionId: "second" });
  await expect(lost).rejects.toMatchObject({ name: "UnknownOutcomeError" });
});

test("counts an element that is no longer outstanding as proof of one submit, not of two (spec 4.2; gap duplicate-element)", async () => {
  let outstanding = ["FullName"];
  const { v2 } = losing(
    (nth) => nth === 2,
    () => ({ interactionId: "first", outstanding }),
  );
  await v2.fetchInteraction({ instanceId: "i" });
  await v2.submitInteraction({ ...submit, interactionId: "first" });
  outstanding = [];
  const again = v2.submitInteraction({ ...submit, interactionId: "first" });
  await expect(again).rejects.toMatchObject({ name: "UnknownOutcomeError" });
});

test.each(["listTasks", "listTaskSchemas"] as const)(
  "detects that a lost task update was accepted, because %s had listed the task before (spec 2.10, 4.3)",
  async (list) => {
    let tasks = [{ taskId: "t" }];
    const { v1 } = createJourneyClient({
      baseUrl: "https://eu.example",
      auth: () => "token",
      sleep: async () => {},
      fetch: async ({ url }) => {
        if (!url.endsWith("update")) return Response.json({ journey: { status: "InProgress" }, tasks, schemas: {} });
        tasks = [];
        throw new TypeError("fetch failed");
      },
    });
    await v1[list]({ instanceId: "i" });
    const update = { instanceId: "i", taskId: "t", intent: "Complete", context: {} } as const;
    expect(await v1.updateTask(update).withResponse()).toMatchObject({
      body: { instanceId: "i", taskId: "t" },
      isReconciled: true,
    });
  },
);
