const tokenPattern =
  /[ \t\n\r]*(?:("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([[\]{}:,]))/y;
const maxChecked = 100_000;

type Expected = "value" | "first-entry" | "key" | "first-key" | "colon" | "next";

/**
 * Finds the index at which text stops being valid JSON; undefined if it is valid, or too long to check. The parser's
 * own message would quote the text.
 */
export function findSyntaxError(text: string): number | undefined {
  if (text.length > maxChecked) return undefined;
  const open: ("{" | "[")[] = [];
  let expected: Expected = "value";
  tokenPattern.lastIndex = 0;
  for (;;) {
    const from = tokenPattern.lastIndex;
    if (expected === "next" && open.length === 0) return findRest(text, from);
    const found = tokenPattern.exec(text);
    const next: Expected | undefined = found === null ? undefined : nextExpected(expected, open, found);
    if (next === undefined) return findRest(text, from) ?? text.length;
    expected = next;
  }
}

/** The index of the first character at or after `from` that is not white space. */
function findRest(text: string, from: number): number | undefined {
  const rest = text.slice(from).search(/[^ \t\n\r]/);
  return rest === -1 ? undefined : from + rest;
}

/** The kind of token expected after this one; undefined if this one is not allowed here. */
function nextExpected(
  expected: Expected,
  open: ("{" | "[")[],
  [, text, scalar, mark]: RegExpExecArray,
): Expected | undefined {
  const inObject = open.at(-1) === "{";
  const allowsValue = expected === "value" || expected === "first-entry";
  if (text !== undefined && (expected === "key" || expected === "first-key")) return "colon";
  if (text !== undefined || scalar !== undefined) return allowsValue ? "next" : undefined;
  if (mark === "{" || mark === "[") {
    if (!allowsValue) return undefined;
    open.push(mark);
    return mark === "{" ? "first-key" : "first-entry";
  }
  if (mark === ":") return expected === "colon" ? "value" : undefined;
  if (mark === ",") return expected === "next" ? (inObject ? "key" : "value") : undefined;
  const isClosable = expected === "next" || expected === (inObject ? "first-key" : "first-entry");
  if (!isClosable || (mark === "}") !== inObject) return undefined;
  open.pop();
  return "next";
}
