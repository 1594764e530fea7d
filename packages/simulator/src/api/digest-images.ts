import { isRecord } from "@journey-kit/schemas/subject-path";
import { countBytes, type Digest } from "../context/digest.ts";
import { biometricImages, documentImages, type Image, toImageText } from "../engine/subject.ts";

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
      if (typeof text === "string" && text !== "") Reflect.set(entry, leaf, toImageText(inspect(text, digest)));
    }
  }
}

const dataUrl = /^data:[a-z0-9.+-]{1,64}\/[a-z0-9.+-]{1,64};base64,/i;

function inspect(text: string, digestOf: Digest): Image {
  const head = dataUrl.exec(text.slice(0, 200))?.[0] ?? "";
  const content = text.slice(head.length);
  const digest = digestOf(content);
  if (digest === undefined) return { encoding: "none", length: text.length };
  return { encoding: head === "" ? "base64" : "data-url", digest, bytes: countBytes(content) };
}
