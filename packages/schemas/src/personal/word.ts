import { elements } from "../tables/elements.ts";
import { memoizeText } from "../tables/memoize.ts";

/** Text that contains an opaque token, or the header of a JWT. */
export const tokenForm = /sim_[\w-]{40,}|eyJ[\w-]*\./;

const ownIdForm = /^sim_[\w-]{20}$/;

/** Ids that programs make: those of the simulator, UUIDs, and hexadecimal numbers. An account number has no letter. */
export const idForm =
  /(?<![a-z\d])(?:sim_[\w-]{20}(?![\w-])|(?=[\d-]*[a-f])(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{16,64})(?![a-z\d]))/gi;

/** A part of a name: `selfie`, `check2`, `ageCheck`, `PrimaryDocument` or `42`, but not `Ada`, `QWRh` or `LOVELACE`. */
const partForm = /^(?:[a-z]+(?:[A-Z][a-z]{2,})*|(?:[A-Z][a-z]{2,}){2,}|)\d*$/;

const separators = /[@:./$#_-]+/;

/** A name has fewer digits than a date, a phone number or the number of a document. */
const maxDigits = 5;

const looksLikeWord = memoizeText((text: string): boolean => {
  if (text === "" || text.length > 128 || tokenForm.test(text)) return false;
  const rest = text.replaceAll(idForm, "id");
  const isEmail = /@[^@]*\.[a-z]/i.test(rest);
  if (isEmail || rest.replaceAll(/\D/g, "").length > maxDigits) return false;
  return rest.split(separators).every((part) => partForm.test(part) || Object.hasOwn(elements, part));
});

/**
 * Whether text from a caller looks like a name that programs use, such as `age-check@latest` or `trace-7`, so that a
 * journal or a log may keep it. Personal data and secrets do not look like one: a person's name in capitals or with a
 * space, an email address, a date, a number of more than five digits, base64, or a token.
 */
export const isWord = (text: string): boolean => ownIdForm.test(text) || looksLikeWord(text);
