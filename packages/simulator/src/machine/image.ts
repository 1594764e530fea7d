/**
 * What is kept of an image, as text in the place of the image: how it was encoded, its digest and its length in bytes.
 * The bytes themselves never reach the machine.
 */
export type Image =
  | { readonly encoding: "base64" | "data-url"; readonly digest: string; readonly bytes: number }
  | { readonly encoding: "none"; readonly length: number };

/** The leaves of `documents[]` that hold images. Spec 2.8. */
export const documentImages = [
  "side1Image",
  "side2Image",
  "photo",
  "photoCompressed",
  "signature",
  "signatureCompressed",
] as const;

/** The leaves of `biometrics[]` that hold images. Spec 2.8. */
export const biometricImages = ["selfieImage", "face1Image", "face2Image"] as const;

/** Writes what is kept of an image as text. */
export const toImageText = (image: Image): string =>
  image.encoding === "none" ? `none:${image.length}` : `${image.encoding}:${image.digest}:${image.bytes}`;

/** Reads what {@link toImageText} wrote; undefined for the empty text, which stands for no image. */
export function parseImage(text: string): Image | undefined {
  const [encoding, middle, bytes] = text.split(":");
  if (encoding === "none") return { encoding, length: Number(middle) };
  if (encoding !== "base64" && encoding !== "data-url") return undefined;
  return { encoding, digest: middle ?? "", bytes: Number(bytes) };
}
