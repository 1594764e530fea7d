import { presets } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { openInstance } from "../../test/arbitraries.ts";
import { accepted, termsFor } from "../../test/samples.ts";
import { applyCommand, settle } from "../engine/commands.ts";
import { createCitations } from "../engine/result.ts";
import { renderStatus, type StatusPlace } from "./status.ts";

const linkExpiresAt = 61_000;

test.each([
  ["instance-fails", "link-expiry=instance-fails", true],
  ["link-only", "link-expiry=link-only", false],
] as const)(
  "under the reading %s, a failure cites gap link-expiry only if the expired link caused it (spec 2.7)",
  (reading, basis, cites) => {
    const terms = termsFor("age-check", { readings: { ...presets.specified, "link-expiry": reading } });
    const expired = settle(openInstance(terms, {}, { linkExpiresAt }), linkExpiresAt);
    const failed = applyCommand(expired, { type: "fail", at: linkExpiresAt });
    const citations = createCitations(presets.specified);
    renderStatus(citations, failed.ok ? failed.value : expired, "state");
    expect(citations.basis().ids).toContain("processing-failure-fails");
    expect(citations.basis().ids.includes(basis)).toBe(cites);
  },
);

test.each([
  ["failed", ["Failed", "Failed", "Failed"], ["Failed", "Failed"]],
  ["error", ["Error", "Error", "Error"], ["Error", "Error"]],
  ["error-in-state", ["Error", "Failed", "Error"], ["Error", "Failed"]],
  ["error-in-v2-state", ["Error", "Failed", "Failed"], ["Failed", "Failed"]],
] as const)(
  "under the reading %s, a failed v2 instance has the statuses %j in a state, tasks and an interaction, and a v1 instance %j (gap failure-status)",
  (reading, v2, v1) => {
    const readings = { ...presets.specified, "failure-status": reading };
    const statusIn = (id: string, place: StatusPlace) => {
      const failed = accepted(applyCommand(openInstance(termsFor(id), {}), { type: "fail", at: 2_000 }));
      return renderStatus(createCitations(readings), failed, place);
    };
    expect((["state", "tasks", "interaction"] as const).map((place) => statusIn("age-check", place))).toEqual(v2);
    expect((["state", "tasks"] as const).map((place) => statusIn("age-check-v1", place))).toEqual(v1);
  },
);
