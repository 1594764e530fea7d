import { parseImage } from "../machine/image.ts";
import { findFault } from "./json-fault.ts";

const known = Array.from({ length: 256 }, (_, length) => `‹string ${length}›`);

/** Stands for a value: its type and, where it has one, its length. */
export function toPlaceholder(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value === "string") return known[value.length] ?? `‹string ${value.length}›`;
  if (Array.isArray(value)) return `‹array ${value.length}›`;
  return typeof value === "object" ? `‹object ${Object.keys(value).length}›` : `‹${typeof value}›`;
}

const digestForm = /^[0-9a-f]{64,128}$/;

/** Stands for an image: its length in bytes and its digest, or its length as a text where nothing was digested. */
export function toImagePlaceholder(text: string): string {
  const image = text.length < 200 ? parseImage(text) : undefined;
  if (image?.encoding === undefined || image.encoding === "none") return `‹image of ${text.length} characters›`;
  return digestForm.test(image.digest) && Number.isSafeInteger(image.bytes)
    ? `‹image of ${image.bytes} bytes, digest ${image.digest}›`
    : `‹image of ${text.length} characters›`;
}

const tokenForm = /sim_[\w-]{24,}\.[\w-]{40,}|^eyJ[\w-]*\./;
const wordForm = /^[\w@:./$#-]{1,128}$/;

/** Whether a text that a caller chose looks like a name: no sentence, no token, nothing longer than names are. */
export const isWord = (text: string): boolean => wordForm.test(text) && !tokenForm.test(text);

/** Whether a text of our own carries no token. */
export const isTokenFree = (text: string): boolean => !tokenForm.test(text);

/** A text of the caller as it may be shown: as it is where it looks like a name. */
export const toWord = (text: string): string => (isWord(text) ? text : (toPlaceholder(text) ?? ""));

/** Stands for a text that is no JSON: its length and the place of the fault. */
export function toTextPlaceholder(text: string): string {
  const position = findFault(text);
  return `‹malformed text of ${text.length} characters${position === undefined ? "" : `, wrong at ${position}`}›`;
}
