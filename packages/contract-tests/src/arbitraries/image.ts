import fc from "fast-check";

/** How many bytes an image has, before it is base64. */
export interface ImageSize {
  /** At least 8, the length of the signature. */
  readonly min: number;
  readonly max: number;
}

const signature = "\u0089PNG\r\n\u001a\n";

/** An image of a size in bytes, as base64: the signature of a PNG, then noise that is always the same. Spec 2.8. */
export function imageOf(bytes: number): string {
  const head = signature.slice(0, bytes);
  let [noise, state] = ["", 1];
  for (let length = Math.min(bytes - head.length, 3_072); length > 0; length -= 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    noise += String.fromCharCode((state >> 16) & 255);
  }
  return btoa((head + noise.repeat(Math.ceil(bytes / Math.max(1, noise.length)))).slice(0, bytes));
}

/** An image as base64. Shrinks to the smallest. Spec 2.8. */
export const image = ({ min, max }: ImageSize = { min: 8, max: 64 }): fc.Arbitrary<string> =>
  fc.integer({ min, max }).map(imageOf);
