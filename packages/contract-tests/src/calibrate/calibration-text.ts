import { gapOf } from "@journey-kit/schemas/gaps";
import type { Calibration } from "./calibrate.ts";
import type { GapFinding } from "./finding.ts";

const parts: readonly (readonly [GapFinding["verdict"], string])[] = [
  ["shown", "Shown: one reading of the register fits."],
  ["narrowed", "Narrowed: some readings are ruled out."],
  ["other", "Other: it answers as no reading of the register has it."],
  ["unseen", "Not seen."],
];

/** What a calibration found out, as lines for a person. */
export function toCalibrationText({ findings, calls }: Calibration): string {
  const sections = parts.flatMap(([verdict, title]) => {
    const rows = findings.filter((one) => one.verdict === verdict);
    return rows.length === 0 ? [] : ["", title, ...rows.flatMap(toLines)];
  });
  const counts = parts.map(([verdict]) => `${findings.filter((one) => one.verdict === verdict).length} ${verdict}`);
  return [...sections, "", `${counts.join(", ")}; ${calls} calls`, ""].join("\n").trimStart();
}

function toLines({ gap, verdict, possible, ruledOut, evidence, why }: GapFinding): readonly string[] {
  const { spec, specified } = gapOf(gap);
  const name = `  ${gap} (spec ${spec})`;
  const seen = evidence.map((one) => `      ${one}`);
  switch (verdict) {
    case "shown":
      return [`${name}: ${possible[0]}${possible[0] === specified ? "" : `, not ${specified}`}`, ...seen];
    case "narrowed":
      return [`${name}: ${possible.join(" or ")}, not ${ruledOut.join(", not ")}. ${why}`, ...seen];
    case "other":
      return [`${name}: none of ${ruledOut.join(", ")}`, ...seen];
    case "unseen":
      return [`${name}: ${why}`];
  }
}
