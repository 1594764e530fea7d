/** Limits on the size and structure of a JSON body. */
export interface BodyLimits {
  readonly bytes: number;
  /** Number of nested objects and arrays. */
  readonly depth: number;
  /** Number of members and array entries, at any depth. */
  readonly values: number;
}

const [quote, backslash, comma] = [34, 92, 44];
const [openArray, closeArray, openObject, closeObject] = [91, 93, 123, 125];
const space = 32;

/**
 * Describes why JSON text is too complex to parse; undefined if it is not. Stops at the first value that exceeds a
 * limit, so it never takes longer than parsing the text up to that value. In malformed text, the counts may be wrong.
 */
export function findExcess(text: string, { depth, values }: Pick<BodyLimits, "depth" | "values">): string | undefined {
  if (text.length < 2 * Math.min(depth, values)) return undefined; // too short to exceed either limit
  let open = 0;
  let count = 0;
  let isFirst = false; // whether the next value is the first of its object or array
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= space) continue;
    if (code === closeArray || code === closeObject) {
      open -= 1;
      isFirst = false;
      continue;
    }
    if (code === comma || isFirst) count += 1;
    isFirst = false;
    if (code === quote) at = findEnd(text, at + 1);
    else if (code === openArray || code === openObject) {
      open += 1;
      isFirst = true;
      if (open > depth) return `The body nests deeper than ${depth} levels.`;
    }
    if (count > values) return `The body contains more than ${values} values.`;
  }
  return undefined;
}

/** The index of the quote that ends a string. An image is skipped by `indexOf`, which is much faster than a loop. */
function findEnd(text: string, from: number): number {
  const end = text.indexOf('"', from);
  if (end === -1) return text.length;
  if (text.charCodeAt(end - 1) !== backslash) return end;
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === quote) break;
  }
  return at;
}
