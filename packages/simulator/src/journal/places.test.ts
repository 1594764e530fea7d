import { createJourneyClient } from "@journey-kit/client";
import { expect, test } from "vitest";
import { createSimulator } from "../simulator.ts";

const baseUrl = "http://simulator.localhost";
const simulator = createSimulator({ latency: 0 });
const world = simulator.world("places");
const { v2 } = createJourneyClient({
  baseUrl: `${baseUrl}/eu`,
  authUrl: baseUrl,
  fetch: simulator.fetch,
  auth: { clientId: "places", clientSecret: "secret" },
});

/** Submits a subject that the service refuses. Returns its errors, and the places in the journal. */
async function refuse(subject: object, participants = ["FullName"]) {
  const { instanceId } = await v2.startJourney({
    resourceId: "identity-check@latest",
    context: { config: { delivery: "api" }, subject: {} },
  });
  const error = await v2
    .submitInteraction({
      instanceId,
      interactionId: "identity-check:interaction:person@latest",
      participants: participants.map((domainElementId) => ({ domainElementId })),
      context: { subject },
    })
    .catch((reason) => reason);
  const { requests } = await world.requests.list();
  return { errors: error.errors, places: requests.find((one) => one.requestId === error.requestId)?.refusal?.places };
}

test("the journal says which member and which element each problem is about (spec 7)", async () => {
  expect(await refuse({ identity: { firstName: 1 } })).toMatchObject({
    places: [{ element: "FullName", path: "context.subject.identity.firstName" }],
  });
  expect((await refuse({}, ["FullName", "DateOfBirth"])).places).toEqual([
    { element: "FullName" },
    { element: "DateOfBirth" },
  ]);
  expect((await refuse({ identity: { firstName: "Ada", lastNames: ["Lovelace"] }, uid: 1 })).places).toEqual([
    { path: "context.subject.uid" },
  ]);
});

test("the response of the service has no path (spec 7)", async () => {
  const { errors } = await refuse({ identity: { firstName: 1 } });
  expect(errors).toEqual([expect.not.objectContaining({ path: expect.anything() })]);
});

test("an unlisted participant has no place, because its name may be personal", async () => {
  expect((await refuse({}, ["Ada Lovelace"])).places).toBeUndefined();
});

test("a saved world keeps the places", async () => {
  await refuse({ identity: { firstName: 1 } });
  const copy = simulator.world("copy");
  await copy.snapshot.open(await world.snapshot.save());
  const placesOf = async (of: typeof world) =>
    (await of.requests.list()).requests.flatMap(({ refusal }) => refusal?.places ?? []);
  expect(await placesOf(copy)).toEqual(await placesOf(world));
});

test("a refused control names the path of each problem", async () => {
  const when = { attempt: 0 };
  await expect(world.scenarios.put({ name: "x", rules: [{ when, then: {} }] })).rejects.toMatchObject({
    errors: [{ name: "INVALID_FIELD", path: "rules[0].when.attempt" }],
  });
});
