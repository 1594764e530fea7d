import { expect, test } from "vitest";
import type { Finding } from "./check-requirements.ts";
import { toReasons } from "./requirement-report.ts";

const broken = (situation: "accepted" | "rejected" | "referred", problem: string): Finding => ({
  status: "broken",
  problem,
  situation,
  calls: [`#1 of ${situation}`],
});

test("groups situations with the same problem, and shows the requests of the first one", () => {
  const findings = [broken("accepted", "It hung."), broken("rejected", "It crashed."), broken("referred", "It hung.")];
  const result = { id: "tells-outcome", spec: "4.2", text: "", strength: "must", status: "broken", findings } as const;
  expect(toReasons(result)).toEqual([
    'in "accepted", "referred": It hung.',
    "  #1 of accepted",
    'in "rejected": It crashed.',
    "  #1 of rejected",
  ]);
});
