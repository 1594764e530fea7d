import { z } from "zod";

const milliseconds = z.number().positive();
const run = z.object({ resourceId: z.string(), generation: z.enum(["v1", "v2"]) });

/** The options of a check of a client. */
const shared = z
  .object({
    simulator: z.object({ baseUrl: z.string() }),
    generation: run.shape.generation,
    run,
    generate: z.int().min(0).max(100_000),
    exhaustive: z.int().min(0).max(5),
    everyReading: z.boolean(),
    replay: z.string(),
    only: z.array(z.string()),
    except: z.array(z.string()),
    allowUntested: z.array(z.string()),
    conditions: z.array(z.object({ id: z.string(), runs: z.array(run).min(1) })),
    parallel: z.int().positive(),
    seed: z.int(),
    min: z.number(),
    seconds: z.number().positive(),
    timeoutMs: milliseconds,
    pollIntervalMs: milliseconds,
  })
  .partial();

/**
 * Checks the options of a caller without type checks.
 *
 * @throws {TypeError} When an option has an invalid value. The message names the option.
 */
export function checkOptions(options: object): void {
  const { error } = shared.safeParse(options);
  const [issue] = error?.issues ?? [];
  if (issue !== undefined) throw new TypeError(`${issue.path.join(".") || "options"}: ${issue.message}`);
}
