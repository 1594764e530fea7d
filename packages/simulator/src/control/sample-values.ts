import { ageAt, type Millis, parseDate } from "../world/time.ts";

const ageOfMajority = 18;

const names =
  "alder amber arden aster auden baxter beech birch brook calder cedar clove coral corin dale delta elder ellis ember everly fable fern finch flint garnet glade grove hadley haven hazel heron holly ivory jasper juniper kestrel larch laurel linden lyric maple marlow meadow merlin moss nettle nova oakley olive onyx opal orchid pebble pine quill raven river robin rowan russet saffron sage sequoia shale silver slate sorrel sparrow sterling tamsin teal thistle thorne umber vale wren willow yarrow zephyr".split(
    " ",
  );

/** How often a value is drawn again before it gets longer. */
const maxTries = 30;

const emailForm = /^[^@\s]+@[^@\s]+\.[a-z]{2,}$/;
const dateForm = /^\d{4}-\d{2}-\d{2}$/;

/** Returns a whole number from 0 up to and without its argument. */
export type Draw = (below: number) => number;

/**
 * Creates a function that replaces texts with sample values of the same form: a name with a name, a date with a date.
 * Equal texts get equal values and different texts different ones, ignoring case. Values are drawn, so that nobody can
 * calculate a text from its value.
 *
 * @param kept Texts in lower case that are no personal data. They are not replaced.
 * @param ageTests For each date, the times at which an instance tested the age of a person born on that date. At these
 * times, its value has the same result.
 */
export function createSampleValues(
  kept: ReadonlySet<string>,
  ageTests: ReadonlyMap<string, readonly Millis[]>,
  draw: Draw,
): (text: string) => string {
  const values = new Map<string, string>();
  const used = new Set(kept);
  const add = (text: string): string => {
    let value: string;
    let tries = 0;
    do {
      value = drawLike(text, ageTests.get(text), draw);
      if (tries >= maxTries && !dateForm.test(text)) value += drawDigits(tries / maxTries, draw);
      tries += 1;
    } while (isDate(value) !== isDate(text) || ((used.has(value) || value === text) && !isLastDate(text, tries)));
    values.set(text, value);
    used.add(value);
    return value;
  };
  return (text) => {
    const key = text.toLowerCase();
    if (text.trim() === "" || kept.has(key)) return text;
    return withCaseOf(text, values.get(key) ?? add(key));
  };
}

function drawLike(text: string, ageTests: readonly Millis[] | undefined, draw: Draw): string {
  if (dateForm.test(text)) return drawDate(text, ageTests ?? [], draw);
  if (emailForm.test(text)) return `${drawName(draw)}.${drawName(draw)}@example.org`;
  return text.replaceAll(/\p{L}+|\d+/gu, (part) => {
    if (/\d/.test(part)) return drawDigits(part.length, draw);
    return part.length > 3 ? drawName(draw) : Array.from(part, () => drawLetter(draw)).join("");
  });
}

const drawName = (draw: Draw): string => names[draw(names.length)] ?? "";
const drawLetter = (draw: Draw): string => String.fromCharCode(97 + draw(26));

/** Draws digits. The first of several is not 0, so that a number keeps its length. */
const drawDigits = (length: number, draw: Draw): string =>
  Array.from({ length }, (_, i) => (i === 0 && length > 1 ? 1 + draw(9) : draw(10))).join("");

/** Whether a date keeps a value that another date has: few dates pass the same age tests. */
const isLastDate = (text: string, tries: number): boolean => tries > maxTries && dateForm.test(text);

const isDate = (text: string): boolean =>
  dateForm.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/** Draws a date near another one. It exists only if the other one does. */
function drawDate(text: string, ageTests: readonly Millis[], draw: Draw): string {
  const born = parseDate(text);
  const adult = ageTests.filter((at) => born !== undefined && ageAt(born, at) >= ageOfMajority);
  const minor = ageTests.filter((at) => !adult.includes(at));
  const rest = isDate(text) ? `-${pad(1 + draw(12), 2)}-${pad(1 + draw(28), 2)}` : text.slice(4);
  if (adult.length > 0 && minor.length > 0) return birthdayOf(Math.min(...adult)); // the person came of age in between
  if (adult.length > 0) return pad(yearOf(Math.min(...adult)) - ageOfMajority - 1 - draw(50), 4) + rest;
  if (minor.length > 0) return pad(yearOf(Math.max(...minor)) - 1 - draw(ageOfMajority - 2), 4) + rest;
  return pad(Math.min(9_999, Math.max(1, Number(text.slice(0, 4)) + draw(21) - 10)), 4) + rest;
}

const pad = (value: number, length: number): string => `${Math.max(0, value)}`.padStart(length, "0");
const yearOf = (at: Millis): number => new Date(at).getUTCFullYear();

/** The date of birth of a person who comes of age on the day of an instant. */
const birthdayOf = (at: Millis): string => {
  const date = new Date(at).toISOString().slice(4, 10);
  return pad(yearOf(at) - ageOfMajority, 4) + (date === "-02-29" ? "-03-01" : date);
};

/** Gives a value in lower case the case of a text. */
function withCaseOf(text: string, value: string): string {
  if (text === text.toLowerCase()) return value;
  if (text === text.toUpperCase()) return value.toUpperCase();
  return value.replaceAll(/\p{L}+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1));
}
