import { CommandError } from "./command-error.ts";
import type { FlagTable } from "./verb.ts";

/** The flag of a verb that can be held to a coverage. */
export const minFlag = {
  min: { type: "string", value: "PERCENT", help: "the coverage to reach; less ends with exit code 1" },
} as const satisfies FlagTable;

/** Flags of a verb that tells of coverage beside other things. */
export const coverageFlags = {
  ...minFlag,
  coverage: { type: "boolean", help: "also lists what was never met" },
} as const satisfies FlagTable;

/** Reads `--min`. Throws {@link CommandError} for anything but a percentage. */
export function readMin({ min }: { readonly min?: string }): number | undefined {
  if (min === undefined || /^(100|\d{1,2})$/.test(min)) return min === undefined ? undefined : Number(min);
  throw new CommandError("--min takes a percentage, a whole number from 0 to 100.", 2);
}
