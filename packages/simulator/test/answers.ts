import { type Database, type Statement, UnavailableError } from "../src/database/database.ts";

/** A database in which something happens once before a write. */
export function createTroubled(database: Database) {
  let happen: (() => Promise<void>) | undefined;
  let left = 0;
  const meet = async ([first]: readonly Statement[]): Promise<void> => {
    if (happen === undefined || /^\s*select/.test(first?.text ?? "")) return;
    left -= 1;
    if (left >= 0) return;
    const met = happen;
    happen = undefined;
    await met();
  };
  return {
    database: {
      ...database,
      query: async (statement: Statement) => {
        await meet([statement]);
        return database.query(statement);
      },
      commit: async (statements: Parameters<Database["commit"]>[0]) => {
        await meet(statements);
        return database.commit(statements);
      },
    },
    /** Sets what happens, and how many writes are stored before. */
    prepare: (next: (() => Promise<void>) | undefined, writes = 0) => {
      happen = next;
      left = writes;
    },
  };
}

/** Returns the answer, or the error instead. */
export const answer = (call: () => Promise<unknown>): Promise<unknown> =>
  call().catch((error: unknown) => ({ thrown: `${error}`, ...(error instanceof Error && error) }));

/**
 * Converts an answer to text. Differences that are allowed do not show: members that are undefined, the order of the
 * entries of maps and sets, and members of rows that only the store in memory uses.
 */
export const toText = (value: unknown): string =>
  JSON.stringify(value, (name, part: unknown) => {
    if (name === "terms" || name === "profile") return toSharedText(part);
    if (part instanceof Map || part instanceof Set) return [...part].map((entry) => JSON.stringify(entry)).toSorted();
    if (typeof part !== "object" || part === null || !("record" in part) || !("log" in part)) return part;
    return { record: part.record, log: part.log };
  }) ?? "undefined";

const sharedTexts = new WeakMap<object, string>();

/** The text of an object that many answers share, which takes long to create. */
function toSharedText(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const text = sharedTexts.get(value) ?? JSON.stringify(value);
  sharedTexts.set(value, text);
  return text;
}

/** Repeats a call that failed because the database was down. */
export async function untilAvailable(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    return answer(error instanceof UnavailableError ? call : () => Promise.reject(error));
  }
}
