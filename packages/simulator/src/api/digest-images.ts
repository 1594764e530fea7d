import { isRecord } from "@journey-kit/schemas/subject-path";
import { type Digest, readImage } from "../context/digest.ts";
import { biometricImages, documentImages, toImageText } from "../engine/subject.ts";

/** Replaces every image of a subject with its digest and length, in place, to free the bytes immediately. Spec 2.8. */
export function digestImages(subject: unknown, digest: Digest): void {
  if (!isRecord(subject)) return;
  replaceIn(subject.documents, documentImages, digest);
  replaceIn(subject.biometrics, biometricImages, digest);
}

function replaceIn(entries: unknown, leaves: readonly string[], digest: Digest): void {
  for (const entry of Array.isArray(entries) ? entries : []) {
    if (typeof entry !== "object" || entry === null) continue;
    for (const leaf of leaves) {
      const text: unknown = Object.hasOwn(entry, leaf) ? Reflect.get(entry, leaf) : undefined;
      if (typeof text === "string" && text !== "") Reflect.set(entry, leaf, toImageText(readImage(text, digest)));
    }
  }
}
