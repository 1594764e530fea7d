import { z } from "zod";

const milliseconds = z.number().positive();
const run = z.object({ resourceId: z.string(), generation: z.enum(["v1", "v2"]) });

/** The options that the checks of a client share. */
const shared = z
  .object({
    simulator: z.object({ baseUrl: z.string() }),
    generations: z.array(run.shape.generation).min(1),
    runs: z.union([z.int().nonnegative(), z.array(run)], "expected a number, or a list of journeys"),
    replay: z.string(),
    only: z.array(z.string()),
    except: z.array(z.string()),
    parallel: z.int().positive(),
    seed: z.int(),
    min: z.number(),
    timeoutMs: milliseconds,
    limitMs: z.number().nonnegative(),
    pollIntervalMs: milliseconds,
  })
  .partial();

/**
 * Checks the options of a caller without type checks.
 *
 * @throws {TypeError} When an option has an invalid value. The message names the option.
 */
export function checkOptions(options: object, needsSimulator = false): void {
  const { error } = (needsSimulator ? shared.required({ simulator: true }) : shared).safeParse(options);
  const [issue] = error?.issues ?? [];
  if (issue !== undefined) throw new TypeError(`${issue.path.join(".") || "options"}: ${issue.message}`);
}
