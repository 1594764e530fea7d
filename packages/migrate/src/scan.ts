import traverse, { type NodePath } from "@babel/traverse";
import type { Node } from "@babel/types";
import { matchChains } from "./call.ts";
import { chainsOf, takenBy } from "./chain.ts";
import type { Finding, Match, Scan } from "./finding.ts";
import { matchAssignment, matchProperty } from "./shape.ts";
import { parseSource, toProblem } from "./source.ts";
import { findInPieces, isAddress } from "./string.ts";

type Report = (node: Node, match: Match) => void;

/**
 * Finds v1 in a source: paths of endpoints, methods of our client, and members that v2 does not have. Spec 9.
 *
 * @returns Findings in the order of the source; a problem where it cannot be read.
 * @example
 * const { findings } = scanSource("a.ts", 'fetch(`${base}/captain/api/journey/task/list`)');
 */
export function scanSource(file: string, text: string): Scan {
  const parsed = parseSource(file, text);
  if ("problem" in parsed) return { findings: [], problems: [parsed.problem] };
  const findings = new Map<string, Finding>();
  const report: Report = ({ loc }, match) => {
    const { line = 1, column = 0 } = loc?.start ?? {};
    findings.set(`${line}:${column}:${match.found}`, { file, line, column: column + 1, ...match });
  };
  try {
    walk(parsed.ast, report);
  } catch (error) {
    // Names that are declared twice cannot be followed; the parser, which let them pass, knows where they are.
    return { findings: inOrder(findings), problems: [toProblem(file, parsed.ast.errors?.[0] ?? error)] };
  }
  return { findings: inOrder(findings), problems: [] };
}

const inOrder = (findings: ReadonlyMap<string, Finding>): readonly Finding[] =>
  [...findings.values()].sort((a, b) => a.line - b.line || a.column - b.column);

function walk(ast: Parameters<typeof traverse>[0], report: Report): void {
  const read = new WeakSet<Node>();
  const readMember = (path: NodePath) => {
    for (const match of matchChains(chainsOf(path))) report(path.node, match);
  };
  traverse(ast, {
    "StringLiteral|TemplateLiteral|BinaryExpression|CallExpression|OptionalCallExpression|RegExpLiteral"(
      path: NodePath,
    ) {
      if (!isAddress(path)) return;
      for (const { node, match } of findInPieces(path, read)) report(node, match);
    },
    MemberExpression: readMember,
    OptionalMemberExpression: readMember,
    ObjectPattern(path) {
      for (const { node, chains } of takenBy(path.node, outerChains(path.parentPath)))
        for (const match of matchChains(chains)) report(node, match);
    },
    ObjectProperty(path) {
      for (const { node, match } of matchProperty(path)) report(node, match);
    },
    AssignmentExpression(path) {
      for (const match of matchAssignment(path)) report(path.node, match);
    },
  });
}

/** The ways to what a pattern takes apart. A pattern within another has been read with that one; again does no harm. */
function outerChains(parent: NodePath): ReturnType<typeof chainsOf> {
  if (parent.isAssignmentExpression()) return chainsOf(parent.get("right"));
  const init = parent.isVariableDeclarator() ? parent.get("init") : undefined;
  return init?.node ? chainsOf(init as NodePath) : [[]]; // there is a node, as just checked
}
