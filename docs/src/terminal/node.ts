// What the program `journey` uses of Node, for a worker of a browser. The build resolves every module of Node to this file.

/** Waits, like `setTimeout` of `node:timers/promises`. */
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export { sleep as setTimeout };

export const join = (...names: readonly string[]): string => names.join("/");

/** Adds no style. */
export const styleText = (_: string, text: string): string => text;
export const stripVTControlCharacters = (text: string): string => text;

/** `process`, with the variables that `export` sets. */
const process: { readonly env: Record<string, string> } = { env: {} };
export default process;
