import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Loads a module of the user, which is trusted like the rest of the user's project.
 *
 * @throws {Error} If it cannot be loaded.
 */
export const loadModule = (file: string) =>
  import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
    throw new Error(`${file} cannot be loaded: ${messageOf(error)}`);
  });
