import { type FileSchemaName, toSchemaPath } from "@journey-kit/schemas/tables";
import { toFileText } from "../text/json.ts";

/** Downloads a text as a file. `type` is its media type. */
export function downloadText(name: string, text: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export const downloadJson = (name: string, value: unknown): void =>
  downloadText(name, toFileText(value), "application/json");

/**
 * Downloads a file that the user can edit. With the `$schema` in the file, an editor can complete and check the text.
 */
export const downloadFile = (name: string, schema: FileSchemaName, value: object): void =>
  downloadJson(name, { $schema: toSchemaPath(schema), ...value });
