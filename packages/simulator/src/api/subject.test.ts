import type { Limits } from "@journey-kit/schemas/tables";
import { resolveLimits } from "@journey-kit/schemas/tables";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { enterService, image } from "../../test/service.ts";
import { RefusalError } from "../engine/refusal-error.ts";
import { checkSize } from "../instances/limits.ts";
import { createSimulator } from "../simulator.ts";

const kibibyte = 1024;

const enter = (limits: Partial<Limits> = {}) => enterService(createSimulator({ limits }), "sizes");

const named = (firstName: string, more: object = {}) => ({ identity: { firstName, lastNames: ["Lovelace"] }, ...more });

const start = (subject: object, resourceId = "document-and-selfie@latest") => ({
  resourceId,
  context: { config: { delivery: "api" }, subject },
});

describe("the size limits of a subject", () => {
  it("a v1 or v2 start is refused if a string of the subject exceeds 16 KiB, and the error names the string's path", async () => {
    const { v1, v2, world } = await enter();
    const fits = named("a".repeat(16 * kibibyte));
    const [large, wide] = [named("a".repeat(16 * kibibyte + 1)), named("é".repeat(8 * kibibyte + 1))];
    expect((await v2("journey/start", start(fits))).status).toBe(201);
    for (const subject of [large, wide]) {
      for (const refused of [
        await v2("journey/start", start(subject)),
        await v1("journey/start", start(subject, "identity-check-v1@latest")),
      ]) {
        expect(refused.status).toBe(413);
        expect(JSON.stringify(refused.body)).toContain("context.subject.identity.firstName: The limit is 16 KiB");
        expect(JSON.stringify(refused.body)).toContain("--limit text-bytes=");
      }
    }
    expect((await world.summary()).instances).toBe(1);
  });

  it("a submit is refused if one of its strings is too long, and nothing changes", async () => {
    const { v2, start: startJourney, submit, world } = await enter();
    await world.profile.set({ readings: { "foreign-element": "ignored" } });
    const instanceId = await startJourney("document-and-selfie@latest");
    const { text } = await v2("journey/interaction/fetch", { instanceId });
    const submission = (subject: object, ...names: readonly string[]) => ({
      instanceId,
      interactionId: text("interactionId"),
      participants: ["FullName", ...names].map((domainElementId) => ({ domainElementId })),
      context: { subject },
    });
    const refused = await v2("journey/interaction/submit", submission(named("a".repeat(20_000_000))));
    expect([refused.status, refused.at("errors[0].name")]).toEqual([413, "BODY_TOO_LARGE"]);
    const participant = await v2("journey/interaction/submit", submission(named("Ada"), "a".repeat(16 * kibibyte + 1)));
    expect(participant.text("errors[0].problem")).toMatch(/^participants\[1\]\.domainElementId: The limit is 16 KiB/);
    expect(await world.instance(instanceId).log()).toHaveLength(1);
    expect((await submit(instanceId, "FullName")).status).toBe(200);
  });

  it.each(["firstName", "lastNames"])(
    "a start or submit whose %s is too long is refused before the person is identified",
    async (name) => {
      const { v2, start: startJourney } = await enter();
      const instanceId = await startJourney("document-and-selfie@latest");
      const { text } = await v2("journey/interaction/fetch", { instanceId });
      const long = "a".repeat(2_000_000);
      const identity = { firstName: "Ada", lastNames: ["Lovelace"], dateOfBirth: "1990-12-10" };
      const subject = { identity: { ...identity, [name]: name === "firstName" ? long : [long] } };
      const participants = [{ domainElementId: "FullName" }];
      const submission = { instanceId, interactionId: text("interactionId"), participants, context: { subject } };
      const lower = vi.spyOn(String.prototype, "toLowerCase");
      const statuses = [
        (await v2("journey/start", start(subject))).status,
        (await v2("journey/interaction/submit", submission)).status,
      ];
      const lengths = lower.mock.contexts.map((lowered) => `${lowered}`.length);
      lower.mockRestore();
      expect(statuses).toEqual([413, 413]);
      expect(Math.max(0, ...lengths)).toBeLessThan(long.length);
    },
  );

  it("a start is refused if all strings and member names of the subject together exceed 256 KiB", async () => {
    const { v2 } = await enter();
    const entries = (count: number) => ({
      documents: Array.from({ length: count }, () => ({ type: "a".repeat(8_188) })),
    });
    expect((await v2("journey/start", start(entries(31)))).status).toBe(201);
    const refused = await v2("journey/start", start(entries(32)));
    expect([refused.status, refused.text("errors[0].problem")]).toEqual([
      413,
      expect.stringMatching(/^context\.subject: The limit is 256 KiB per subject, without images/),
    ]);
  });

  it.each([
    ["documents", "side1Image"],
    ["biometrics", "selfieImage"],
  ])("the size of a subject does not include the digests of images in %s (gap `array-limits`)", async (list, name) => {
    const { v2 } = await enter();
    const entries = (count: number, entry: unknown) => ({ [list]: Array.from({ length: count }, () => entry) });
    expect((await v2("journey/start", start(entries(5_000, { [name]: image })))).status).toBe(201);
    const misplaced = { [list]: { [name]: "a".repeat(20_000) } };
    expect((await v2("journey/start", start(misplaced))).status).toBe(413);
    expect((await v2("journey/start", start({ [list]: { entry: { [name]: "a".repeat(20_000) } } }))).status).toBe(413);
  });

  it("the error for a string that is too long does not name unknown members", async () => {
    const { v2 } = await enter();
    const subject = named("Ada", { identity: { Ada: { Lovelace: "a".repeat(20_000) } } });
    const refused = await v2("journey/start", start(subject));
    expect(refused.text("errors[0].problem")).toMatch(/^context\.subject\.identity: /);
  });

  it("data that no element examines is validated but not stored", async () => {
    const { v2, world } = await enter();
    const unread = { sessions: [{ id: "a".repeat(16_000) }], whatever: ["b".repeat(16_000)] };
    const started = await v2("journey/start", start(named("Ada", unread)));
    expect(started.status).toBe(201);
    const [first] = await world.instance(started.text("instanceId")).log();
    expect(first.subject).toEqual(named("Ada"));
    await world.profile.set({ readings: { "subject-validation": "whole" } });
    const malformed = await v2("journey/start", start(named("Ada", { sessions: "none" })));
    expect([malformed.status, malformed.text("errors[0].problem")]).toEqual([
      400,
      expect.stringContaining("context.subject.sessions"),
    ]);
  });
});

it("the size of a subject is the UTF-8 length of its strings and member names", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" })), (subject) => {
      const bytes = new TextEncoder().encode(Object.entries(subject).flat().join("")).byteLength;
      const check = (limit: number) => checkSize(resolveLimits({ "subject-bytes": limit }), subject);
      check(bytes);
      if (bytes > 0) expect(() => check(bytes - 1)).toThrow(RefusalError);
    }),
  );
});
