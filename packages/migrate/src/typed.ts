import type { Binding } from "@babel/traverse";
import type { Node } from "@babel/types";

const client = "@journey-kit/client";

/** Whether a variable is said to be the v1 half of our client: `V1`, or `JourneyClient["v1"]`. */
export function isTyped({ identifier, scope }: Binding): boolean {
  const annotation = identifier.type === "Identifier" ? identifier.typeAnnotation : undefined;
  if (annotation?.type !== "TSTypeAnnotation") return false;
  const type = annotation.typeAnnotation;
  if (type.type === "TSIndexedAccessType") return isV1Literal(type.indexType);
  if (type.type !== "TSTypeReference" || type.typeName.type !== "Identifier") return false;
  const declared = scope.getBinding(type.typeName.name)?.path;
  return (
    declared?.isImportSpecifier() === true &&
    nameOf(declared.node.imported) === "V1" &&
    declared.parent.type === "ImportDeclaration" &&
    declared.parent.source.value === client
  );
}

const isV1Literal = (type: Node): boolean =>
  type.type === "TSLiteralType" && type.literal.type === "StringLiteral" && type.literal.value === "v1";

const nameOf = (imported: Node): string =>
  imported.type === "Identifier" ? imported.name : imported.type === "StringLiteral" ? imported.value : "";
