import { isRecord } from "@journey-kit/schemas/calls";
import { RefusalError } from "../engine/refusal-error.ts";

type Snapshot = Readonly<Record<string, unknown>>;

/**
 * Converts a snapshot of one version of the file format to the next version. No schema has validated the snapshot. The
 * version itself is updated by {@link convertSnapshot}.
 */
export type Conversion = (snapshot: Snapshot) => Snapshot;

/** The first entry converts version 1 to version 2, the next one version 2 to version 3, and so on. */
const conversions: readonly Conversion[] = [];

/**
 * Converts a snapshot of any earlier version to the current version, one version after another.
 *
 * @throws {RefusalError} If the value is not a snapshot, or a newer version wrote it.
 */
export function convertSnapshot(input: unknown, steps: readonly Conversion[] = conversions): Snapshot {
  if (!isRecord(input)) throw new RefusalError("INVALID_FIELD", "body: not a saved world.");
  const { format, version } = input;
  if (format !== "journey-snapshot")
    throw new RefusalError("INVALID_FIELD", 'format: expected "journey-snapshot". This is not a saved world.');
  const current = steps.length + 1;
  if (typeof version !== "number" || !Number.isInteger(version) || version < 1)
    throw new RefusalError("INVALID_FIELD", `version: expected a whole number from 1 to ${current}.`);
  if (version > current) {
    const problem = `version: a newer version of Journey Kit wrote this file, in version ${version} of the file format.`;
    const advice = `This one reads versions up to ${current}. Update Journey Kit to open the file.`;
    throw new RefusalError("INVALID_FIELD", `${problem} ${advice}`);
  }
  return steps
    .slice(version - 1)
    .reduce<Snapshot>(
      (snapshot, step, i) => ({ ...convert(step, snapshot, version + i), version: version + i + 1 }),
      input,
    );
}

/** A conversion may throw if the snapshot is damaged. */
function convert(step: Conversion, snapshot: Snapshot, version: number): Snapshot {
  try {
    return step(snapshot);
  } catch {
    throw new RefusalError("INVALID_FIELD", `body: cannot be converted from version ${version} of the file format.`);
  }
}
