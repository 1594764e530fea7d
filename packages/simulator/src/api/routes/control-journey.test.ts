import { JourneyVersion } from "@journey-kit/schemas";
import { expect, test } from "vitest";
import { ageJourney } from "../../../test/samples.ts";
import { openService, sentSubject } from "../../../test/service.ts";

const journey = ageJourney("mine", { name: "Mine" });

const start = (resourceId: string) => ({
  resourceId,
  context: { config: { delivery: "api" }, subject: sentSubject("DateOfBirth") },
});

async function open() {
  const service = await openService();
  const headers = { "content-type": "application/json" };
  const publish = (body: object) =>
    service.send("/_sim/journeys", { method: "POST", headers, body: JSON.stringify(body) });
  const startAt = async (region: string, resourceId: string) =>
    (await service.post(`/${region}/v2/captain/journey/start`, start(resourceId))).status;
  return { ...service, publish, startAt };
}

test("a journey published over HTTP can be started immediately, only in its environment and region (spec 1, 2.1)", async () => {
  const { send, publish, startAt } = await open();
  expect(await startAt("eu", "mine-preview@latest")).toBe(404);
  const published = await publish({ journey, environments: ["preview"], regions: ["eu"] });
  expect([published.status, published.body]).toEqual([
    200,
    {
      id: "mine",
      name: "Mine",
      apiVersion: "v2",
      version: "1",
      environments: { preview: { resourceId: "mine-preview", regions: ["eu"] } },
    },
  ]);
  expect((await send("/_sim/journeys", { method: "GET" })).at("journeys")).toContainEqual(published.body);
  const attempts = [
    startAt("eu", "mine-preview@latest"),
    startAt("us", "mine-preview@latest"),
    startAt("eu", "mine@latest"),
  ];
  expect(await Promise.all(attempts)).toEqual([201, 404, 404]);
});

test("publishing a version again returns 200 for the same content and 409 for other content (spec 2.1)", async () => {
  const { publish } = await open();
  const versions = [];
  for (const version of [undefined, "1", undefined]) {
    const { status, at } = await publish({ journey: { ...journey, version } });
    versions.push([status, at("version")]);
  }
  expect(versions).toEqual([
    [200, "1"],
    [200, "1"],
    [200, "2"],
  ]);
  const refused = await publish({ journey: { ...journey, version: "2", name: "Other" } });
  expect([refused.status, refused.at("errors[0].name"), refused.at("errors[0].problem")]).toEqual([
    409,
    "VERSION_EXISTS",
    "journey.version: version 2 of mine is already published with different content.",
  ]);
});

test("refuses a journey that the specification forbids, and names each invalid member (spec 1)", async () => {
  const { publish } = await open();
  const [segment] = journey.segments;
  const modules = [
    { module: "Liveness", variant: "liveness-v1" },
    { module: "AML", variant: "x" },
  ];
  const refused = await publish({ journey: { ...journey, segments: [{ ...segment, modules }] } });
  expect([refused.status, refused.at("errors[0].problem"), refused.at("errors[1].problem")]).toEqual([
    400,
    expect.stringMatching(/^journey\.segments\[0\]\.modules\[0\]\.variant: /),
    expect.stringMatching(/^journey\.segments\[0\]\.modules\[1\]\.module: Unknown module\. /),
  ]);
});

test("reads the definition of a journey version, by default the latest, and returns 404 for an unknown journey or version (spec 2.1)", async () => {
  const { publish, send } = await open();
  const read = async (path: string) => send(`/_sim/journeys/${path}`, { method: "GET" });
  await publish({ journey });
  await publish({ journey: { ...journey, name: "Newer" }, environments: ["production"] });
  const replies = await Promise.all(["mine", "mine?version=1", "mine?version=2"].map(read));
  expect(replies.map(({ body }) => JourneyVersion.parse(body)).map(({ name, version }) => [name, version])).toEqual([
    ["Newer", "2"],
    ["Mine", "1"],
    ["Newer", "2"],
  ]);
  expect(replies[1]?.body).toMatchObject(journey);
  const refused = await Promise.all(["yours", "mine?version=3", "mine?vesion=1"].map(read));
  expect(refused.map(({ status, at }) => [status, at("errors[0].name")])).toEqual([
    [404, "UNKNOWN_PATH"],
    [404, "UNKNOWN_PATH"],
    [400, "UNEXPECTED_FIELD"],
  ]);
});
