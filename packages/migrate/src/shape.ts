import type { NodePath } from "@babel/traverse";
import type { Node } from "@babel/types";
import { chainsOf } from "./chain.ts";
import type { Match } from "./finding.ts";
import type { PlacedMatch } from "./string.ts";
import { literalKey, unwrap } from "./syntax.ts";
import { constantOf, propertyOf, textOf } from "./text.ts";

const intentMatch: Match = {
  kind: "shape",
  found: "intent",
  replacement: "none: interaction/submit takes participants, see toInteractionSubmit",
  deprecated: true,
  spec: "2.10",
};

const asyncMatch: Match = {
  kind: "shape",
  found: "config.async",
  replacement: "config.delivery, see toV2Start",
  deprecated: false,
  spec: "2.7",
};

type Property = NodePath<Extract<Node, { type: "ObjectProperty" }>>;
type Assignment = NodePath<Extract<Node, { type: "AssignmentExpression" }>>;

/** Finds the intent of a task update and `async` in the configuration of a start. Spec 2.7, 2.10, 9. */
export function matchProperty(path: Property): readonly PlacedMatch[] {
  if (!path.parentPath.isObjectExpression()) return [];
  const key = literalKey(path.node.key, path.node.computed);
  const value = path.get("value");
  if (key === "intent" && isIntent(textOf(value), propertyOf(path.parentPath, "taskId") !== undefined))
    return [{ node: path.node, match: intentMatch }];
  if (key !== "config") return [];
  const config = unwrap(constantOf(value) ?? value);
  const async = propertyOf(config, "async");
  return async !== undefined && mayBeBoolean(async) ? [{ node: async.parent, match: asyncMatch }] : [];
}

/** Finds the same where a body is put together member by member. */
export function matchAssignment(path: Assignment): readonly Match[] {
  const [last, owner] = (chainsOf(path.get("left"))[0] ?? []).toReversed();
  const right = path.get("right");
  if (last === "intent" && isIntent(textOf(right), false)) return [intentMatch];
  return last === "async" && owner === "config" && mayBeBoolean(right) ? [asyncMatch] : [];
}

/** `Save` and `Validate` say something only beside a task. Gap `v1-intent-values`. */
const isIntent = (text: string | undefined, hasTask: boolean): boolean =>
  text === "Complete" || (hasTask && (text === "Save" || text === "Validate"));

/** Other libraries configure functions, texts and objects under the same name. */
const mayBeBoolean = (path: NodePath): boolean =>
  !path.isFunction() && !path.isStringLiteral() && !path.isNumericLiteral() && !path.isObjectExpression();
