import * as z from "zod";

/** How coverage is told, as a query. */
export const CoverageQuery = z.strictObject({
  format: z.enum(["json", "text", "junit"]).optional(),
  min: z
    .string()
    .regex(/^(100|[0-9]{1,2})$/)
    .optional()
    .describe("The percentage to reach."),
});
export type CoverageQuery = z.infer<typeof CoverageQuery>;

/** Something that a world can meet, and how often it has. */
export const CoverageRow = z.strictObject({
  id: z.string(),
  text: z.string(),
  times: z.int(),
  reachable: z.boolean().describe("False for what the profile of the world rules out: it does not count."),
});
export type CoverageRow = z.infer<typeof CoverageRow>;

/** The parts of a coverage. */
export const coverageParts = ["endpoints", "rules", "errors", "phases", "stages", "transitions", "readings"] as const;

/** What the calls of a world have met of all that there is, and what they never met. */
export const Coverage = z.strictObject({
  world: z.string(),
  exchanges: z.int().describe("Calls that were counted."),
  percentage: z.number().describe("Of all that is reachable, rounded down."),
  min: z.int().optional(),
  reached: z.boolean().describe("Whether the percentage is at least `min`; true without it."),
  parts: z.array(
    z.strictObject({ part: z.enum(coverageParts), met: z.int(), reachable: z.int(), rows: z.array(CoverageRow) }),
  ),
});
export type Coverage = z.infer<typeof Coverage>;
