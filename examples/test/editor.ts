import { readFile } from "node:fs/promises";
import json from "vscode-json-languageservice"; // Node does not see the named exports of this CommonJS module

/** What an editor shows for a JSON file. */
export interface EditorView {
  /** The problems of the file, such as a misspelt member. */
  readonly problems: readonly string[];
  /** What the editor offers at the mark, with the documentation that it shows. */
  readonly offers: ReadonlyMap<string, string>;
}

/**
 * Opens a JSON file as an editor does: loads its `$schema`, checks the file, and completes it at the mark `|`.
 *
 * @param uri Address of the file, to which its `$schema` is relative.
 * @param load Loads a schema; by default from a file.
 */
export async function openInEditor(
  uri: string,
  marked: string,
  load = (address: string): Promise<string> => readFile(new URL(address), "utf8"),
): Promise<EditorView> {
  const service = json.getLanguageService({
    schemaRequestService: load,
    workspaceContext: { resolveRelativePath: (path, resource) => new URL(path, resource).href },
    clientCapabilities: { textDocument: { completion: { completionItem: { documentationFormat: ["plaintext"] } } } },
  });
  const document = json.TextDocument.create(uri, "json", 1, marked.replace("|", ""));
  const parsed = service.parseJSONDocument(document);
  const problems = await service.doValidation(document, parsed);
  const list = await service.doComplete(document, document.positionAt(marked.indexOf("|")), parsed);
  return {
    problems: problems.map(({ message }) => toText(message)),
    offers: new Map(list?.items.map(({ label, documentation }) => [label, toText(documentation)])),
  };
}

const toText = (text: string | { readonly value: string } = ""): string =>
  typeof text === "string" ? text : text.value;
