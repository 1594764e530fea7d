import { readProfile, type Terminal } from "@journey-kit/schemas/cli";
import { type DocumentName, documentOf } from "@journey-kit/schemas/openapi";

/** Prints the OpenAPI document of a part of the interface under a profile. */
export async function printOpenApi(
  name: DocumentName,
  { profile }: { readonly profile: string },
  { out }: Terminal,
): Promise<void> {
  out.write(`${JSON.stringify(documentOf(name, await readProfile(profile)), null, 2)}\n`);
}
