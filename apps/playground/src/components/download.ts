import { toFileText } from "../text/json.ts";

/** Saves a text as a file of the user. `type` is its media type. */
export function downloadText(name: string, text: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Saves a value as a JSON file of the user. */
export const downloadJson = (name: string, value: unknown): void =>
  downloadText(name, toFileText(value), "application/json");
