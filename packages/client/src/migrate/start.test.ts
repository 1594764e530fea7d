import { type V1StartRequest, V2StartRequest } from "@journey-kit/schemas";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.shared.ts";
import { pixel } from "../../test/journey.ts";
import { anySubject } from "../../test/subject.ts";
import { toV2Start } from "./start.ts";

const target = { delivery: "api", resourceIds: { "kyc-v1": "kyc@latest", "kyc-v1@1": "kyc@7" } } as const;
const whats = (start: V1StartRequest, delivery: "api" | "page" = "api") =>
  toV2Start(start, { ...target, delivery }).notes.map(({ what }) => what);

test("removes `async`, sets the delivery and replaces the v1 resource id (spec 2.7, 9)", () => {
  const kept = { branding: "own", assisted: true, linkConfig: { ttlMinutes: 5 } };
  const config = { async: true, ...kept };
  const start = { resourceId: "kyc-v1@latest", context: { config, subject: { documents: [], biometrics: [] } } };
  expect(toV2Start(start, target)).toEqual({
    body: {
      resourceId: "kyc@latest",
      context: {
        config: { ...kept, delivery: "api" },
        subject: { documents: [], biometrics: [] },
      },
    },
    notes: [],
  });
});

test("prefers a mapping that includes the version of the v1 journey, and returns no body for a journey without a mapping (spec 1, 2.1)", () => {
  expect(toV2Start({ resourceId: "kyc-v1@1" }, target).body?.resourceId).toBe("kyc@7");
  for (const resourceId of ["other@1", "constructor@1", "@latest"]) {
    const { body, notes } = toV2Start({ resourceId }, target);
    expect(body).toBeUndefined();
    expect(notes.map(({ what, spec }) => [what, spec])).toEqual([["resourceId", "1"]]);
  }
});

test("adds notes about differences in behaviour between v1 and v2 (spec 9)", () => {
  const subject = { identity: { firstName: "Ada" } };
  const resourceId = "kyc-v1@1";
  const waits = "context.config.async";
  expect(whats({ resourceId, context: { subject } })).toEqual([waits, "context.subject"]);
  expect(whats({ resourceId, context: { config: { async: true }, subject } })).toEqual(["context.subject"]);
  const page = { async: true, delivery: "page" as const };
  expect(whats({ resourceId, context: { config: page, subject } }, "page")).toEqual([]);
  expect(whats({ resourceId, context: { config: page, subject } })).toEqual(["context.config.delivery"]);
});

test("leaves out members that v2 does not define, and adds a note for each (spec 2.7)", () => {
  const start = {
    resourceId: "kyc-v1@1",
    trace: 1,
    context: { documents: [], config: { async: true, colour: "red" }, subject: {} },
  };
  const { body } = toV2Start(start, target);
  expect(body).toEqual({ resourceId: "kyc@7", context: { config: { delivery: "api" }, subject: {} } });
  expect(whats(start)).toEqual(["trace", "context.documents", "context.config.colour"]);
});

test("sets the type of a single prefilled document to Primary (spec 2.8)", () => {
  const { body } = toV2Start(
    { resourceId: "kyc-v1@1", context: { subject: { documents: [{ side1Image: pixel }] } } },
    target,
  );
  expect(body?.context.subject?.documents).toEqual([{ side1Image: pixel, type: "Primary" }]);
});

test("a migrated start is valid for any prefill (spec 2.7)", () => {
  const property = fc.property(anySubject, fc.boolean(), (subject, async) => {
    const { body } = toV2Start({ resourceId: "kyc-v1@9", context: { config: { async }, subject } }, target);
    expect(V2StartRequest.parse(body)).toEqual(body);
  });
  fc.assert(property, { numRuns: runs(500, 20_000) });
});
