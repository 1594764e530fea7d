import { emailForm } from "../tables/email-form.ts";
import { ageAt, parseDate } from "./date.ts";

const ageOfMajority = 18;

const names =
  "alder amber arden aster auden baxter beech birch brook calder cedar clove coral corin dale delta elder ellis ember everly fable fern finch flint garnet glade grove hadley haven hazel heron holly ivory jasper juniper kestrel larch laurel linden lyric maple marlow meadow merlin moss nettle nova oakley olive onyx opal orchid pebble pine quill raven river robin rowan russet saffron sage sequoia shale silver slate sorrel sparrow sterling tamsin teal thistle thorne umber vale wren willow yarrow zephyr".split(
    " ",
  );

/** How often a value is drawn again before it gets longer. */
const maxTries = 30;

const dateForm = /^\d{4}-\d{2}-\d{2}$/;

/** Returns a whole number from 0 up to and without its argument. */
export type Draw = (below: number) => number;

/**
 * Creates a function that replaces texts with sample values of the same form: a name with a name, a date with a date.
 * Equal texts get equal values and different texts different ones, ignoring case, and so do the words of a longer text.
 * Values are drawn, so that nobody can calculate a text from its value.
 *
 * @param kept Texts in lower case that are no personal data. They are not replaced.
 * @param ageTests Returns the times, in milliseconds since the Unix epoch, at which an instance tested the age of a
 * person born on a date. At these times, the value of the date has the same result. A date gets another value if a later
 * test requires it.
 */
export function createSampleValues(
  kept: ReadonlySet<string>,
  ageTests: (date: string) => readonly number[],
  draw: Draw,
): (text: string) => string {
  const values = new Map<string, string>();
  const used = new Set(kept);
  const add = (text: string): string => {
    const tests = dateForm.test(text) ? ageTests(text) : [];
    let value: string;
    let tries = 0;
    do {
      value = drawLike(text, { tests, tries, draw, known: (part) => values.get(part) });
      tries += 1;
    } while (!hasFormOf(text, value) || value === text || (used.has(value) && !isLastDate(text, tries)));
    values.set(text, value);
    used.add(value);
    return value;
  };
  const find = (text: string): string | undefined => {
    const value = values.get(text);
    if (value === undefined || !dateForm.test(text)) return value;
    return ageTests(text).every((at) => isAdult(text, at) === isAdult(value, at)) ? value : undefined;
  };
  return (text) => {
    const key = text.toLowerCase();
    if (text.trim() === "" || kept.has(key)) return text;
    return withCaseOf(text, find(key) ?? add(key));
  };
}

interface Drawing {
  /** When the age of a person born on a date was tested. */
  readonly tests: readonly number[];
  /** How many values were drawn before. */
  readonly tries: number;
  readonly draw: Draw;
  /** The value that a part of the text has already. */
  readonly known: (part: string) => string | undefined;
}

function drawLike(text: string, { tests, tries, draw, known }: Drawing): string {
  if (dateForm.test(text)) return drawDate(text, tests, tries, draw);
  const more = tries < maxTries ? "" : drawDigits(tries / maxTries, draw);
  if (emailForm.test(text)) return `${drawName(draw)}.${drawName(draw)}${more}@example.org`;
  const value = text.replaceAll(/[\p{L}\p{M}]+|\p{N}+/gu, (part) => {
    const value = part === text ? undefined : known(part);
    if (value !== undefined) return value;
    if (/\p{N}/u.test(part)) return drawDigits(part.length, draw);
    return part.length > 3 ? drawName(draw) : Array.from(part, () => drawLetter(draw)).join("");
  });
  return (emailForm.test(value) ? value.replace("@", " @") : value) + more;
}

const drawName = (draw: Draw): string => names[draw(names.length)] ?? "";
const drawLetter = (draw: Draw): string => String.fromCharCode(97 + draw(26));

/** Draws digits. The first of several is not 0, so that a number keeps its length. */
const drawDigits = (length: number, draw: Draw): string =>
  Array.from({ length }, (_, i) => (i === 0 && length > 1 ? 1 + draw(9) : draw(10))).join("");

/** Whether a date keeps a value that another date has: few dates pass the same age tests. */
const isLastDate = (text: string, tries: number): boolean => tries > maxTries && dateForm.test(text);

/** Whether a value is a date or an email address exactly if the text is one. */
const hasFormOf = (text: string, value: string): boolean =>
  isDate(value) === isDate(text) && emailForm.test(value) === emailForm.test(text);

const isDate = (text: string): boolean =>
  dateForm.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

function isAdult(date: string, at: number): boolean {
  const born = parseDate(date);
  return born !== undefined && ageAt(born, at) >= ageOfMajority;
}

/** Draws a date near another one. It exists only if the other one does. */
function drawDate(text: string, tests: readonly number[], tries: number, draw: Draw): string {
  const adult = tests.filter((at) => isAdult(text, at));
  const minor = tests.filter((at) => !adult.includes(at));
  const rest = isDate(text) ? `-${pad(1 + draw(12), 2)}-${pad(1 + draw(28), 2)}` : text.slice(4);
  // The person came of age in between. If only the true date would show both, the first test shows another result.
  if (adult.length > 0 && minor.length > 0 && tries < maxTries) return birthdayOf(Math.min(...adult));
  if (adult.length > 0) return pad(yearOf(Math.min(...adult)) - ageOfMajority - 1 - draw(50), 4) + rest;
  if (minor.length > 0) return pad(yearOf(Math.max(...minor)) - 1 - draw(ageOfMajority - 2), 4) + rest;
  return pad(Math.min(9_999, Math.max(1, Number(text.slice(0, 4)) + draw(21) - 10)), 4) + rest;
}

const pad = (value: number, length: number): string => `${Math.max(0, value)}`.padStart(length, "0");
const yearOf = (at: number): number => new Date(at).getUTCFullYear();

/** The date of birth of a person who comes of age on the day of an instant. */
const birthdayOf = (at: number): string => {
  const date = new Date(at).toISOString().slice(4, 10);
  return pad(yearOf(at) - ageOfMajority, 4) + (date === "-02-29" ? "-03-01" : date);
};

/** Gives a value in lower case the case of a text. */
function withCaseOf(text: string, value: string): string {
  if (text === text.toLowerCase()) return value;
  if (text === text.toUpperCase()) return value.toUpperCase();
  return value.replaceAll(/\p{L}+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1));
}
