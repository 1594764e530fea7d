import type { NodePath } from "@babel/traverse";
import type { Node } from "@babel/types";
import type { Match } from "./finding.ts";
import { findInText } from "./pattern.ts";
import { hole, type Piece, piecesOf } from "./text.ts";

/** Whether a text may be an address: not the name of a module, which may well be called `./journey/task/list`. */
export function isAddress(path: NodePath): boolean {
  const { parentPath: parent } = path;
  if (parent === null) return true;
  if (parent.isModuleDeclaration() || parent.isImportExpression() || parent.isTSImportType()) return false;
  if (parent.isTSExternalModuleReference()) return false;
  return !(parent.isCallExpression() && parent.get("callee").isIdentifier({ name: "require" }));
}

/** A match, and the piece of text where it begins. */
export interface PlacedMatch {
  readonly node: Node;
  readonly match: Match;
}

/**
 * Finds v1 in a text, whole as the program puts it together. What is read is marked in `read`, so that its pieces are not
 * read again; what a constant holds is found where the constant is written.
 */
export function findInPieces(path: NodePath, read: WeakSet<Node>): readonly PlacedMatch[] {
  if (read.has(path.node)) return [];
  const pieces = path.isRegExpLiteral() ? [patternPiece(path.node)] : piecesOf(path);
  markRead(pieces, path, read);
  return findInText(pieces.map(({ text }) => text).join("")).flatMap(({ start, end, match }) => {
    const own = overlapping(pieces, start, end).find(({ isOwn }) => isOwn);
    return own === undefined ? [] : [{ node: own.node, match }];
  });
}

const patternPiece = (node: Extract<Node, { type: "RegExpLiteral" }>): Piece => ({
  text: node.pattern.replaceAll(/\\(.)/g, "$1"),
  node,
  isOwn: true,
});

/** The pieces, and everything between them and the expression that they make up, have been read with it. */
function markRead(pieces: readonly Piece[], path: NodePath, read: WeakSet<Node>): void {
  const own = new Set(pieces.filter(({ isOwn, text }) => isOwn && text !== hole).map(({ node }) => node));
  if (own.size === 0) return; // every call comes by here, and most of them hold no text
  path.traverse({
    enter(inner) {
      if (!own.has(inner.node)) return;
      for (let one: NodePath | null = inner; one !== null && one !== path; one = one.parentPath) read.add(one.node);
    },
  });
}

function overlapping(pieces: readonly Piece[], start: number, end: number): readonly Piece[] {
  let at = 0;
  return pieces.filter(({ text }) => {
    const from = at;
    at += text.length;
    return from < end && at > start;
  });
}
