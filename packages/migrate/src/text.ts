import type { NodePath } from "@babel/traverse";
import type { Node } from "@babel/types";
import { literalKey, unwrap } from "./syntax.ts";

/** A piece of a text that a program puts together. */
export interface Piece {
  /** {@link hole} where nobody can see it. */
  readonly text: string;
  /** Where it is written. */
  readonly node: Node;
  /** Written here, and not merely named here. */
  readonly isOwn: boolean;
}

/** Stands for a text that nobody can see. */
export const hole = "\u0000";
/** Constants made of constants made of constants; what is deeper is no address. */
const maxDepth = 6;

/** Takes apart the text that an expression gives: literals, templates, `+`, `concat`, `join`, and constants by name. */
export function piecesOf(path: NodePath, depth = 0): readonly Piece[] {
  const inner = unwrap(path);
  const { node } = inner;
  const next = (one: NodePath) => piecesOf(one, depth);
  if (inner.isStringLiteral()) return [{ text: inner.node.value, node, isOwn: true }];
  if (inner.isTemplateLiteral()) return templatePieces(inner, next);
  if (inner.isBinaryExpression({ operator: "+" })) return [...next(inner.get("left")), ...next(inner.get("right"))];
  if (inner.isCallExpression()) return joined(inner, next) ?? [{ text: hole, node, isOwn: true }];
  const constant = depth < maxDepth ? constantOf(inner) : undefined;
  if (constant === undefined) return [{ text: hole, node, isOwn: true }];
  return piecesOf(constant, depth + 1).map((piece) => ({ ...piece, node, isOwn: false }));
}

type Next = (path: NodePath) => readonly Piece[];

function templatePieces(path: NodePath<Extract<Node, { type: "TemplateLiteral" }>>, next: Next): readonly Piece[] {
  const expressions = path.get("expressions");
  return path.node.quasis.flatMap((quasi, i) => {
    const expression = expressions[i];
    const text = { text: quasi.value.cooked ?? quasi.value.raw, node: quasi, isOwn: true };
    return expression === undefined ? [text] : [text, ...next(expression)];
  });
}

/** `"a".concat(b)` and `["a", b].join("/")`; undefined for any other call. */
function joined(path: NodePath<Extract<Node, { type: "CallExpression" }>>, next: Next): readonly Piece[] | undefined {
  const callee = path.get("callee");
  if (!callee.isMemberExpression()) return undefined;
  const owner = unwrap(callee.get("object"));
  const name = literalKey(callee.node.property, callee.node.computed);
  const given = path.get("arguments");
  if (name === "concat" && isTextual(owner)) return [owner, ...given].flatMap(next);
  if (name !== "join" || !owner.isArrayExpression()) return undefined;
  const [separator] = given;
  const between = separator === undefined ? [{ text: ",", node: path.node, isOwn: true }] : next(separator);
  return owner.get("elements").flatMap((element, i) => [...(i === 0 ? [] : between), ...next(element as NodePath)]); // a missing element folds to a hole
}

const isTextual = (path: NodePath): boolean =>
  path.isStringLiteral() || path.isTemplateLiteral() || constantOf(path) !== undefined;

/** What a name stands for that is declared once and never assigned: `base`, or `config.base`. */
export function constantOf(path: NodePath): NodePath | undefined {
  const inner = unwrap(path);
  if (inner.isMemberExpression()) {
    const owner = constantOf(inner.get("object"));
    const key = literalKey(inner.node.property, inner.node.computed);
    return owner && key !== undefined ? propertyOf(unwrap(owner), key) : undefined;
  }
  if (!inner.isIdentifier()) return undefined;
  const binding = inner.scope.getBinding(inner.node.name);
  if (binding?.constant !== true || !binding.path.isVariableDeclarator()) return undefined;
  const init = binding.path.get("init");
  return binding.path.node.id.type === "Identifier" && init.node ? (init as NodePath) : undefined; // there is a node, as just checked
}

/** The value that an object literal gives a key. */
export function propertyOf(path: NodePath, key: string): NodePath | undefined {
  if (!path.isObjectExpression()) return undefined;
  for (const property of path.get("properties")) {
    if (!property.isObjectProperty()) continue;
    if (literalKey(property.node.key, property.node.computed) === key) return property.get("value");
  }
  return undefined;
}

/** The whole text of an expression; undefined where any of it cannot be seen. */
export function textOf(path: NodePath): string | undefined {
  const text = piecesOf(path)
    .map((piece) => piece.text)
    .join("");
  return text.includes(hole) ? undefined : text;
}
