import { presets } from "@journey-kit/schemas/profile";
import { expect, test } from "vitest";
import { startOf } from "../../test/arbitraries.ts";
import { termsFor } from "../../test/samples.ts";
import { applyCommand, settle, startInstance } from "../engine/commands.ts";
import { createRecorder } from "../engine/result.ts";
import { renderStatus } from "./status.ts";

const linkExpiresAt = 61_000;

test.each([
  ["instance-fails", "link-expiry=instance-fails", true],
  ["link-only", "link-expiry=link-only", false],
] as const)(
  "under the reading %s, a failure cites gap link-expiry only if the expired link caused it (spec 2.7)",
  (reading, basis, cites) => {
    const terms = termsFor("age-check", { readings: { ...presets.specified, "link-expiry": reading } });
    const started = startInstance(terms, { ...startOf(terms, {}), linkExpiresAt });
    if (!started.ok) throw new Error("not started");
    const expired = settle(started.value, linkExpiresAt);
    const failed = applyCommand(expired, { type: "fail", at: linkExpiresAt });
    const recorder = createRecorder(presets.specified);
    renderStatus(recorder, failed.ok ? failed.value : expired, "state");
    expect(recorder.basis().ids).toContain("processing-failure-fails");
    expect(recorder.basis().ids.includes(basis)).toBe(cites);
  },
);
