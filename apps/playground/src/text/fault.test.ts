import type { FaultAction } from "@journey-kit/schemas/control";
import { expect, test } from "vitest";
import { describeFault, isRequestLost, isResponseLost, nameFaultRule } from "./fault.ts";

test.each<[action: FaultAction, words: string, isLost: boolean, hasStatus: boolean]>([
  [{ status: 503 }, "replaced by", false, true],
  [{ delay: 2_000 }, "delayed 2 s", false, true],
  [{ lose: "answer" }, "response lost", true, true],
  [{ lose: "request" }, "request lost", true, false],
  [{ truncate: 20 }, "cut after 20 characters", false, true],
  [{ malform: true }, "not JSON", false, true],
  [{ contentType: "text/plain" }, "wrong content type", false, true],
  [{ slow: 400 }, "slowed to 0.4 s", false, true],
  [{ reset: true }, "connection reset", true, false],
  [{ token: "expired" }, "token expired", false, true],
  [{ expiresIn: 5 }, "token valid for 5 s", false, true],
  [{ clockSkew: -60_000 }, "token expires 1 min later", false, true],
  [{ clockSkew: 60_000 }, "token expires 1 min earlier", false, true],
])("describes %j as %s", (action, words, isLost, hasStatus) => {
  expect([describeFault(action), isResponseLost(action), !isRequestLost(action)]).toEqual([words, isLost, hasStatus]);
});

test("names a rule by its id, or else by its number in the plan", () => {
  expect(["slow", "rules[0]", "rules[11]"].map(nameFaultRule)).toEqual(["rule slow", "rule 1", "rule 12"]);
});
