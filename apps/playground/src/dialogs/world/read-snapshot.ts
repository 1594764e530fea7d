import { memberOf } from "@journey-kit/schemas/calls";

/** A file that may be a snapshot. The simulator decides whether it is one. */
export interface SnapshotFile {
  readonly content: unknown;
  /** The client id whose world was saved, if the file has one. */
  readonly world: string | undefined;
  /** When the world was saved, as ISO text. */
  readonly savedAt: string | undefined;
  readonly instances: number | undefined;
  readonly requests: number | undefined;
}

/**
 * Reads the details of a snapshot file that the page shows before it opens the snapshot.
 *
 * @throws {SyntaxError} If the file is not JSON.
 */
export function readSnapshot(text: string): SnapshotFile {
  const content: unknown = JSON.parse(text);
  const textOf = (name: string) => {
    const value = memberOf(content, name);
    return typeof value === "string" ? value : undefined;
  };
  const countOf = (name: string) => {
    const value = memberOf(content, name);
    return Array.isArray(value) ? value.length : undefined;
  };
  return {
    content,
    world: textOf("world"),
    savedAt: textOf("savedAt"),
    instances: countOf("instances"),
    requests: countOf("requests"),
  };
}
