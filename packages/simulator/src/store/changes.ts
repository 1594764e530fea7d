import { UnavailableError } from "../database/database.ts";

/** The content of a row, and the version that a change replaces. */
export interface Versioned<Content> {
  readonly version: string;
  readonly content: Content;
}

/** Creates a version. It is never used again, so a restored row cannot be mistaken for the one that a change read. */
export const makeVersion = (): string => crypto.randomUUID();

/** Maximum number of attempts to store a change if other changes are stored first. */
const maxAttempts = 100;

/** Repeats a change until it is stored. `change` returns undefined if another change was stored first. */
export async function retry<Result>(change: () => Promise<Result | undefined>): Promise<Result> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const result = await change();
    if (result !== undefined) return result;
    if (attempt > 3) await new Promise((resolve) => setTimeout(resolve, Math.random() * attempt));
  }
  throw new UnavailableError("Other changes were stored first too often.");
}

/** Runs the tasks of a key one after another, so that the tasks in one process do not compete. */
export function createTurns(): <Result>(key: string, task: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, task) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(task, task);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
