const token =
  /[ \t\n\r]*(?:("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([[\]{}:,]))/y;
const longest = 100_000;

type Wanted = "value" | "first-entry" | "key" | "first-key" | "colon" | "next";

/**
 * Finds the place at which a text stops being JSON, as a number of characters; undefined where it is too long to look
 * or is JSON after all. The parser's own message is no help: it quotes the text.
 */
export function findFault(text: string): number | undefined {
  if (text.length > longest) return undefined;
  const open: ("{" | "[")[] = [];
  let wanted: Wanted = "value";
  token.lastIndex = 0;
  for (;;) {
    const from = token.lastIndex;
    if (wanted === "next" && open.length === 0) return findRest(text, from);
    const found = token.exec(text);
    const next: Wanted | undefined = found === null ? undefined : step(wanted, open, found);
    if (next === undefined) return findRest(text, from) ?? text.length;
    wanted = next;
  }
}

/** The first character from a place on that is no white space. */
function findRest(text: string, from: number): number | undefined {
  const rest = text.slice(from).search(/[^ \t\n\r]/);
  return rest === -1 ? undefined : from + rest;
}

/** What may follow a token; undefined where the token itself may not stand here. */
function step(wanted: Wanted, open: ("{" | "[")[], [, text, scalar, mark]: RegExpExecArray): Wanted | undefined {
  const inObject = open.at(-1) === "{";
  const takesValue = wanted === "value" || wanted === "first-entry";
  if (text !== undefined && (wanted === "key" || wanted === "first-key")) return "colon";
  if (text !== undefined || scalar !== undefined) return takesValue ? "next" : undefined;
  if (mark === "{" || mark === "[") {
    if (!takesValue) return undefined;
    open.push(mark);
    return mark === "{" ? "first-key" : "first-entry";
  }
  if (mark === ":") return wanted === "colon" ? "value" : undefined;
  if (mark === ",") return wanted === "next" ? (inObject ? "key" : "value") : undefined;
  const isClosable = wanted === "next" || wanted === (inObject ? "first-key" : "first-entry");
  if (!isClosable || (mark === "}") !== inObject) return undefined;
  open.pop();
  return "next";
}
