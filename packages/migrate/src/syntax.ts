import type { NodePath } from "@babel/traverse";
import type { Node } from "@babel/types";

/** Takes what says nothing about a value off an expression: parentheses, types and `await`. */
export function unwrap(path: NodePath): NodePath {
  if (path.isAwaitExpression()) return unwrap(path.get("argument"));
  if (
    path.isTSNonNullExpression() ||
    path.isTSAsExpression() ||
    path.isTSSatisfiesExpression() ||
    path.isTSTypeAssertion() ||
    path.isTypeCastExpression() ||
    path.isParenthesizedExpression()
  )
    return unwrap(path.get("expression"));
  return path;
}

/** The name of a member as it is written: `a.b`, `a["b"]`, `{ b }`, `{ "b": … }`; undefined where it is computed. */
export function literalKey(key: Node, isComputed: boolean): string | undefined {
  if (key.type === "Identifier" && !isComputed) return key.name;
  return key.type === "StringLiteral" ? key.value : undefined;
}
