import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { parseSync } from "rolldown/utils";
import { type Docstring, parseDocstring } from "./docstring.ts";

/** A name that a package exports. */
export interface Export {
  readonly name: string;
  readonly kind: "function" | "class" | "constant" | "type";
  readonly doc: Docstring;
  /** How it is called or built, as TypeScript; undefined for a type. */
  readonly signature: string | undefined;
  /** The members of an interface or a class that have a docstring. */
  readonly members: readonly { readonly name: string; readonly doc: Docstring }[];
}

const packages = join(import.meta.dirname, "../../packages");

type Statement = ReturnType<typeof parseSync>["program"]["body"][number];

/** The files that were parsed. */
const parsed = new Map<string, ReturnType<typeof parse>>();

function parse(file: string) {
  const text = readFileSync(file, "utf8");
  const { program, comments, errors } = parseSync(file, text);
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  return { file, text, statements: program.body, comments };
}

type Source = ReturnType<typeof parse>;

function open(file: string): Source {
  const source = parsed.get(file) ?? parse(file);
  parsed.set(file, source);
  return source;
}

/** The source of each entry of a package, by the name to import it by. */
export function entriesOf(folder: string): readonly (readonly [name: string, file: string])[] {
  const manifest = JSON.parse(readFileSync(join(packages, folder, "package.json"), "utf8"));
  const entries: Record<string, { readonly "@journey-kit/source"?: string }> = manifest.exports;
  return Object.entries(entries).flatMap(([entry, { "@journey-kit/source": file }]) =>
    file === undefined ? [] : [[posix.join(manifest.name, entry), join(packages, folder, file)] as const],
  );
}

/** Finds the source of an import such as `./a.ts` or `@journey-kit/schemas/control`. */
function resolve(specifier: string, from: string): string {
  if (specifier.startsWith(".")) return join(dirname(from), specifier);
  const [, folder = ""] = specifier.split("/");
  const found = entriesOf(folder).find(([name]) => name === specifier);
  if (found === undefined) throw new Error(`${from} exports from ${specifier}, which is no package of ours.`);
  return found[1];
}

/** The exports of a file, in its order. */
export const exportsOf = (file: string): readonly Export[] =>
  open(file).statements.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration") return [];
    if (statement.declaration !== null) return namesIn(statement).map((name) => describe(open(file), name));
    return statement.specifiers.map(({ local, exported }) => ({
      ...find(statement.source === null ? file : resolve(statement.source.value, file), nameOf(local)),
      name: nameOf(exported),
    }));
  });

const nameOf = (node: { type: string; name?: string; value?: unknown }): string => node.name ?? String(node.value);

/** Follows the re-exports of a file to the declaration of a name. */
function find(file: string, name: string): Export {
  const source = open(file);
  if (source.statements.some((statement) => namesIn(statement).includes(name))) return describe(source, name);
  for (const statement of source.statements) {
    if (statement.type === "ExportNamedDeclaration" && statement.source !== null) {
      const specifier = statement.specifiers.find(({ exported }) => nameOf(exported) === name);
      if (specifier !== undefined) return find(resolve(statement.source.value, file), nameOf(specifier.local));
    }
  }
  throw new Error(`${file} does not export ${name}.`);
}

const declarationIn = (statement: Statement) =>
  statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;

/** The names that a statement declares. */
function namesIn(statement: Statement): readonly string[] {
  const declaration = declarationIn(statement);
  switch (declaration?.type) {
    case "FunctionDeclaration":
    case "ClassDeclaration":
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
      return declaration.id === null ? [] : [declaration.id.name];
    case "VariableDeclaration":
      return declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
    default:
      return [];
  }
}

/** The docstring that ends directly before a position. */
function docBefore({ text, comments }: Source, start: number): Docstring {
  const comment = comments.findLast(({ end }) => end <= start);
  const isNext =
    comment?.type === "Block" && comment.value.startsWith("*") && text.slice(comment.end, start).trim() === "";
  return parseDocstring(isNext ? comment.value : "");
}

function describe(source: Source, name: string): Export {
  const statements = source.statements.filter((statement) => namesIn(statement).includes(name));
  // A schema shares its name and its docstring with its type.
  const [statement] = statements;
  const declaration = statement && declarationIn(statement);
  const documented = statements.find(({ start }) => docBefore(source, start).text !== "") ?? statement;
  const common = { name, doc: docBefore(source, documented?.start ?? 0), members: [], signature: undefined };
  const slice = ({ start, end }: { start: number; end: number }) => source.text.slice(start, end);
  switch (declaration?.type) {
    case "FunctionDeclaration": {
      const end = declaration.body?.start ?? declaration.end;
      const signature = slice({ start: declaration.start, end })
        .replace(/^(async )?function /, "")
        .trim();
      return { ...common, kind: "function", signature };
    }
    case "ClassDeclaration":
    case "TSInterfaceDeclaration": {
      const members = declaration.body.body.flatMap((member) => {
        if (!("key" in member) || member.key.type !== "Identifier") return [];
        const doc = docBefore(source, member.start);
        return doc.text === "" ? [] : [{ name: member.key.name, doc }];
      });
      return { ...common, kind: declaration.type === "ClassDeclaration" ? "class" : "type", members };
    }
    case "VariableDeclaration": {
      const [variable] = declaration.declarations;
      const value = variable?.init;
      const type = variable?.id.type === "Identifier" ? variable.id.typeAnnotation : null;
      if (type) return { ...common, kind: "constant", signature: `${name}${slice(type)}` };
      if (value?.type === "ArrowFunctionExpression") {
        const end = value.returnType?.end ?? value.body.start;
        const signature = `${name}${slice({ start: value.start, end })}`.replace(/\s*=>\s*$/, "");
        return { ...common, kind: "function", signature };
      }
      return { ...common, kind: "constant" };
    }
    default:
      return { ...common, kind: "type" };
  }
}
