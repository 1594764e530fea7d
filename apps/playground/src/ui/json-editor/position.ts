/** An object or a list around the cursor. */
interface Frame {
  /** The member or entry that contains the cursor; undefined while the user types the name of a member. */
  readonly key: string | number | undefined;
  /** Members of the object by name, before and after the cursor. Objects and lists have the value `undefined`. */
  readonly members: ReadonlyMap<string, unknown>;
}

/** Where the cursor is in a JSON text, which may be incomplete. */
export interface Position {
  readonly expects: "name" | "value" | "nothing";
  /** The objects and lists around the cursor, outermost first. */
  readonly frames: readonly Frame[];
  /** The token that the cursor is in, or an empty range. */
  readonly token: { readonly from: number; readonly to: number; readonly text: string };
}

interface OpenFrame {
  readonly isList: boolean;
  state: "name" | "colon" | "value" | "comma";
  key: string | number | undefined;
  readonly members: Map<string, unknown>;
}

const tokens = /"(?:\\.|[^"\\\n])*"?|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/** Finds the position of the cursor. A cursor directly after a closing quote is outside the string. */
export function readPosition(text: string, cursor: number): Position {
  const outer: OpenFrame = { isList: false, state: "value", key: undefined, members: new Map() };
  let frames: OpenFrame[] = [];
  const current = () => frames.at(-1) ?? outer;
  const snapshot = (token: Position["token"]): Position => ({
    expects: { name: "name", value: "value", colon: "nothing", comma: "nothing" }[
      current().state
    ] as Position["expects"], // the table has only these values
    frames: frames.map(({ key, members }) => ({ key, members })),
    token,
  });
  let found: Position | undefined;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const end = index + token.length;
    if (found === undefined && cursor <= end && (cursor < end || !isClosed(token))) {
      const isInside = index < cursor && !isPunctuation(token);
      found = snapshot(isInside ? { from: index, to: end, text: token } : { from: cursor, to: cursor, text: "" });
    }
    const frame = current();
    if (token === "{" || token === "[") {
      if (frame.state === "value" && typeof frame.key === "string") frame.members.set(frame.key, undefined);
      const isList = token === "[";
      frames = [
        ...frames,
        { isList, state: isList ? "value" : "name", key: isList ? 0 : undefined, members: new Map() },
      ];
    } else if (token === "}" || token === "]") {
      frames = frames.slice(0, -1);
      current().state = "comma";
    } else if (token === ":") {
      if (!frame.isList) frame.state = "value";
    } else if (token === ",") {
      frame.state = frame.isList ? "value" : "name";
      frame.key = typeof frame.key === "number" ? frame.key + 1 : undefined;
    } else if (frame.state === "name") {
      frame.key = nameOf(token);
      frame.state = "colon";
    } else if (frame.state === "value") {
      if (typeof frame.key === "string") frame.members.set(frame.key, parseToken(token));
      frame.state = "comma";
    }
  }
  return found ?? snapshot({ from: cursor, to: cursor, text: "" });
}

const isPunctuation = (token: string) => /^[{}[\]:,]$/.test(token);

const isClosed = (token: string) => isPunctuation(token) || /^"(?:\\.|[^"\\])*"$/.test(token);

const nameOf = (token: string): string => {
  const value = parseToken(token);
  return typeof value === "string" ? value : token.replaceAll('"', "");
};

function parseToken(token: string): unknown {
  try {
    return JSON.parse(token);
  } catch {
    return undefined;
  }
}
