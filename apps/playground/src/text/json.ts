/** Parses JSON; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the body of a message: a JSON value or, if it is not JSON, the text. */
export function parseBody(text: string): unknown {
  const value = parseJson(text);
  return value === undefined ? text : value;
}

export const toFileText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
