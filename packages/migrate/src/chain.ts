import type { Binding, NodePath } from "@babel/traverse";
import type { Identifier, Node } from "@babel/types";
import { literalKey, unwrap } from "./syntax.ts";
import { isTyped } from "./typed.ts";

/** The names that lead to a value, outermost last: `client.v1.listTasks` is `["client", "v1", "listTasks"]`. */
export type Chain = readonly string[];

/**
 * Names the ways that lead to an expression, with names of variables followed to what they stand for.
 *
 * @returns Several where a variable stands for several things; one empty chain where nothing is known.
 */
export function chainsOf(path: NodePath): readonly Chain[] {
  const inner = unwrap(path);
  if (inner.isIdentifier()) return [[inner.node.name], ...variableChains(inner)];
  if (inner.isThisExpression()) return [["this"]];
  if (!inner.isMemberExpression() && !inner.isOptionalMemberExpression()) return [[]];
  const key = literalKey(inner.node.property, inner.node.computed) ?? "*";
  return chainsOf(inner.get("object")).map((chain) => [...chain, key]);
}

/** A variable that is assigned everything leads nowhere in particular; more ways than these are not followed. */
const maxChains = 16;

const known = new WeakMap<Binding, readonly Chain[]>();

function variableChains(path: NodePath<Identifier>): readonly Chain[] {
  const binding = path.scope.getBinding(path.node.name);
  if (binding === undefined) return [];
  const kept = known.get(binding);
  if (kept !== undefined) return kept;
  known.set(binding, []); // a variable that stands for itself ends here
  const chains = declaredChains(binding).slice(0, maxChains);
  known.set(binding, chains);
  return chains;
}

/** What a variable stands for by its type, by its declaration and by what is assigned to it. */
function declaredChains(binding: Binding): readonly Chain[] {
  const { path, identifier, kind } = binding;
  const chains: Chain[] = isTyped(binding) ? [["v1"]] : [];
  if (path.isVariableDeclarator()) {
    const init = path.get("init");
    const outer = init.node ? chainsOf(init as NodePath) : [[]]; // there is a node, as just checked
    chains.push(...below(path.node.id, identifier, outer));
  } else if (kind === "param") chains.push(...below(path.node, identifier, [[]]));
  for (const assignment of binding.constantViolations) {
    if (!assignment.isAssignmentExpression()) continue;
    const target = assignment.getBindingIdentifiers()[identifier.name];
    if (target !== undefined) chains.push(...below(assignment.node.left, target, chainsOf(assignment.get("right"))));
  }
  return chains;
}

function below(pattern: Node, target: Identifier, outer: readonly Chain[]): readonly Chain[] {
  const keys = keysTo(pattern, target);
  return keys === undefined ? [] : outer.map((chain) => [...chain, ...keys]).filter((chain) => chain.length > 0);
}

/** The keys under which a pattern takes a value apart to reach a variable; undefined where it does not. */
function keysTo(pattern: Node, target: Identifier): Chain | undefined {
  if (pattern === target) return [];
  return membersOf(pattern)
    .map(({ key, value }) => {
      const keys = keysTo(value, target);
      return keys === undefined ? undefined : [...key, ...keys];
    })
    .find((keys) => keys !== undefined);
}

interface PatternMember {
  /** One key; none where the value is the whole. */
  readonly key: Chain;
  readonly value: Node;
}

function membersOf(pattern: Node): readonly PatternMember[] {
  switch (pattern.type) {
    case "AssignmentPattern":
      return [{ key: [], value: pattern.left }];
    case "TSParameterProperty":
      return [{ key: [], value: pattern.parameter }];
    case "ArrayPattern":
      return pattern.elements.flatMap((value) => (value === null ? [] : [{ key: ["*"], value }]));
    case "ObjectPattern":
      return pattern.properties.map((property) =>
        property.type === "RestElement"
          ? { key: [], value: property.argument }
          : { key: [literalKey(property.key, property.computed) ?? "*"], value: property.value },
      );
    default:
      return [];
  }
}

/** A member that a pattern takes out, and the ways that lead to it. */
export interface Taken {
  readonly node: Node;
  readonly chains: readonly Chain[];
}

/** Every member that a pattern takes out of a value, however deep. */
export function takenBy(pattern: Node, outer: readonly Chain[]): readonly Taken[] {
  return membersOf(pattern).flatMap(({ key, value }) => {
    const chains = outer.map((chain) => [...chain, ...key]);
    return [...(key.length === 0 ? [] : [{ node: value, chains }]), ...takenBy(value, chains)];
  });
}
