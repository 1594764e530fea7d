import { type DocumentName, documentOf } from "@journey-kit/schemas/openapi";
import { readProfile } from "./load-files.ts";
import type { Terminal } from "./terminal.ts";

/** Prints the OpenAPI document of a part of the interface under a profile. */
export async function printOpenApi(
  name: DocumentName,
  { profile }: { readonly profile: string },
  { out }: Terminal,
): Promise<void> {
  out.write(`${JSON.stringify(documentOf(name, await readProfile(profile)), null, 2)}\n`);
}
