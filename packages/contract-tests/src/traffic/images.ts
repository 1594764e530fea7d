import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** The smallest images of each kind, as base64, by the first characters of every image of this kind. */
const samples: readonly (readonly [start: string, image: string])[] = [
  ["iVBORw0KGg", "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="],
  [
    "/9j/",
    "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=",
  ],
  ["R0lGOD", "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"],
  ["UklGR", "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA"],
  ["JVBER", btoa("%PDF-1.4\n%%EOF\n")],
];

const dataUrl = /^data:[a-z0-9.+-]{1,64}\/[a-z0-9.+-]{1,64};base64,/i;
const imageTypes = /^data:(image\/(png|jpe?g|gif|webp|heic|bmp|tiff)|application\/pdf);base64,$/i;
const base64Form = /^[A-Za-z0-9+/]+={0,2}$/;

/** Whether a text is padded base64, as the text of an image must be. Spec 2.8. */
export const isBase64 = (text: string): boolean => text.length % 4 === 0 && base64Form.test(text);

/** Creates an image of the same kind as another one. Each number gives another image. */
export function sampleImage(like: string, number: number): string {
  const image = samples.find(([start]) => like.startsWith(start))?.[1] ?? "";
  return btoa(`${atob(image)}sample ${number}`);
}

/**
 * Creates a function that replaces images with small ones of the same kind and encoding. Different images are replaced
 * with different ones. A text that is no image is replaced with a text that is none. Gap `image-encoding`.
 */
export function createImageSamples(): (text: string) => string {
  const numbers = new Map<string, number>();
  const numberOf = (content: string): number => {
    const digest = bytesToHex(sha256(utf8ToBytes(content)));
    const number = numbers.get(digest) ?? numbers.size + 1;
    numbers.set(digest, number);
    return number;
  };
  return (text) => {
    if (text.trim() === "") return text;
    const head = dataUrl.exec(text.slice(0, 200))?.[0] ?? "";
    const content = text.slice(head.length);
    if (!isBase64(content)) return `not an image ${numberOf(text)}`;
    const start = imageTypes.test(head) || head === "" ? head : "data:image/png;base64,";
    return start + sampleImage(content, numberOf(content));
  };
}
