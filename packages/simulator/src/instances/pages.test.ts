import { expect, test } from "vitest";
import { openService, type Service, sentSubject } from "../../test/service.ts";
import { builtInJourneys } from "../journeys/built-in.ts";

const config = { delivery: "page", async: true };

async function start({ v1, v2 }: Service, id: string, subject: unknown = {}): Promise<string> {
  const { async: _, ...v2Config } = config;
  const isV1 = id.endsWith("-v1");
  const body = { resourceId: `${id}@latest`, context: { config: isV1 ? config : v2Config, subject } };
  return (await (isV1 ? v1 : v2)("journey/start", body)).text("instanceId");
}

/** The outcome of an instance once its last modules have finished. */
async function outcomeOf({ world }: Service, id: string): Promise<string | undefined> {
  await world.clock.advance({ ms: 60_000 });
  const last = (await world.instance(id).explain()).timeline.at(-1);
  return last?.kind === "evaluated" ? last.outcome : undefined;
}

test.each(builtInJourneys.map(({ id }) => [id]))("completes every hosted page of %s (spec 2.7)", async (id) => {
  const service = await openService();
  const instance = service.world.instance(await start(service, id));
  expect(await instance.completePages()).toMatchObject({ phase: "running" });
  expect(await outcomeOf(service, (await instance.read()).instance.id)).toBe("accept");
});

test("enters the last name of a test person, so that the name decides the outcome (spec 2.7)", async () => {
  const service = await openService();
  for (const id of ["document-and-selfie", "document-and-selfie-v1"]) {
    const instanceId = await start(service, id);
    await service.world.instance(instanceId).completePages({ person: "Testreject" });
    expect(await outcomeOf(service, instanceId)).toBe("reject");
  }
});

test("completes only the pages that prefill and API calls left open, and refuses a last name that no page asks for (spec 3.2)", async () => {
  const service = await openService();
  const instanceId = await start(service, "document-and-selfie", sentSubject("DateOfBirth"));
  expect((await service.submit(instanceId, "FullName")).status).toBe(200);
  const instance = service.world.instance(instanceId);
  const problem = "person: no remaining page asks for a name.";
  await expect(instance.completePages({ person: "Testreject" })).rejects.toMatchObject({ errors: [{ problem }] });
  expect(await instance.completePages()).toMatchObject({ phase: "running", waitingFor: expect.any(Array) });
  expect((await instance.read()).instance.provided.FullName).toEqual({
    by: "submit",
    value: { firstName: "Ada", lastNames: ["Lovelace"] },
  });
  expect(await outcomeOf(service, instanceId)).toBe("accept");
});

test("does not wait for modules after the last open page, even if prefill covers later pages (spec 3.2)", async () => {
  const service = await openService();
  for (const id of ["document-and-selfie", "document-and-selfie-v1"]) {
    const instance = service.world.instance(await start(service, id, sentSubject("PrimaryDocument", "Selfie")));
    const { modules, now } = await instance.completePages();
    expect(modules).toMatchObject([{ module: "Data Verification", state: "running", startedAt: now }]);
  }
});

test("stops at a module that never finishes, and refuses instances that are paused or have ended (spec 2.2, 3.1)", async () => {
  const service = await openService();
  const never = service.world.instance(await start(service, "document-and-selfie"));
  expect(await never.completePages({ person: "Testnever" })).toMatchObject({ phase: "running" });
  const paused = service.world.instance(await start(service, "age-check"));
  await paused.pause();
  const ended = service.world.instance(await start(service, "age-check"));
  await ended.fail();
  for (const instance of [paused, ended]) {
    await expect(instance.completePages()).rejects.toMatchObject({ errors: [{ name: "JOURNEY_NOT_ACTIVE" }] });
  }
});

test("fills in required elements that are extended or declared by the journey, and leaves optional elements empty (spec 2.6)", async () => {
  const optional = ["PreviousAddresses", "Gender"];
  const required = ["SecondaryDocument", "Consent", "MobilePhone", "PersonalEmail", "NationalInsuranceNumber", "Motto"];
  const journey = {
    id: "extended",
    name: "Extended",
    apiVersion: "v2",
    elements: [{ name: "Motto", path: "identity.title" }],
    segments: [
      {
        id: "all",
        interactions: [
          { id: "first", pages: [], required: ["PrimaryDocument"] },
          { id: "second", pages: [], required: [...required, "MothersMaidenName"], optional: ["OtherEmails"] },
          { id: "third", pages: [], optional },
        ],
        modules: [],
      },
    ],
  };
  const profile = { readings: { "element-names": "extended", "required-fields": "strict" } } as const;
  const service = await openService({ journeys: [journey], profile });
  const instance = service.world.instance(await start(service, "extended"));
  expect(await instance.completePages()).toMatchObject({ phase: "finished" });
  const { provided } = (await instance.read()).instance;
  expect(Object.keys(provided)).toEqual(["PrimaryDocument", ...required, "MothersMaidenName"]);
  expect(provided.MobilePhone?.value).toEqual({ type: "mobile", number: "+447700900123" });
  expect(provided.Consent?.value).toEqual([{ purpose: "Identity verification" }]);
});
