import type { Author } from "@journey-kit/schemas";
import { isClientId } from "@journey-kit/schemas/calls";
import { createSampleValues, type Draw, idForm, isWord, testPersons, tokenForm } from "@journey-kit/schemas/personal";
import { createImageSamples, isBase64 } from "./images.ts";
import { isSpecified } from "./vocabulary.ts";

/** What replaces the values of persons, tokens, secrets and images: always the same for the same value. */
export type Pseudonyms = ReturnType<typeof createPseudonyms>;

const testNames: ReadonlySet<string> = new Set(testPersons.map(({ lastName }) => lastName.toLowerCase()));

/** Length of a text above which it is replaced as a whole. */
const maxLength = 1_000;

/** Length of a text from which it is recognised inside other texts. */
const minKnown = 4;

/** A service chooses its own form of ids. */
const idOfService = /^[\w.:@-]{1,128}$/;

const runs = new RegExp(`${idForm.source}|[\\p{L}\\p{M}]+|\\p{N}+`, "giu");

/** Creates the replacements of one recording. `now` returns the time of the current exchange. */
export function createPseudonyms(draw: Draw, now: () => number) {
  const firstSeen = new Map<string, number>();
  const sampleOf = createSampleValues(testNames, (date) => [firstSeen.get(date) ?? now(), now()], draw);
  const image = createImageSamples();
  const tokens = createNames("token-");
  const secret = createNames("secret-");
  const client = createNames("client-");
  const longText = createNames("sample text ");
  const issued = new Set<string>();
  /** A client may send an id as a token. Elsewhere it stays an id. */
  const token = { ...tokens, has: (text: string): boolean => tokens.has(text) && !issued.has(text) };
  const replaced = new Set<string>();
  const personal = createTextIndex();
  /** Texts of the service at public places. */
  const published = new Set<string>();
  /** Words of the ids of journeys, in lower case. */
  const journeyWords = new Set<string>();
  const isKnown = (word: string): boolean =>
    /^\p{N}{1,5}$/u.test(word) || isSpecified(word) || journeyWords.has(word.toLowerCase());

  /** Replaces a value that may be personal. A value of the service may also be one of its words. */
  const value = (text: string, author: Author = "caller"): string => {
    if (text.trim() === "" || testNames.has(text.toLowerCase())) return text;
    if (token.has(text)) return token.of(text);
    if (text.length > maxLength) return isBase64(text) ? image(text) : longText.of(text);
    if (!firstSeen.has(text)) firstSeen.set(text, now());
    if (author === "caller" ? !published.has(text) : !text.match(runs)?.every(isKnown)) personal.add(text);
    replaced.add(text);
    return sampleOf(text);
  };
  const number = (of: number, author: Author): number => {
    const sample = Number(value(String(of), author));
    return Number.isNaN(sample) ? Math.sign(of) * (1 + draw(1_000_000)) : sample; // an exponent contains a letter
  };
  /** Whether a text is an id that the service issued, or the form of an id that programs make. */
  const isId = (text: string): boolean => (issued.has(text) && !replaced.has(text)) || isWord(text);
  /** Notes an id in a response. */
  const issue = (text: string): void => {
    const isForm = isWord(text) || idOfService.test(text);
    if (isForm && !tokenForm.test(text) && !token.has(text) && !personal.has(text)) issued.add(text);
  };
  /** Keeps the words of the specification and of programs in a text of the service, and replaces all others. */
  const phrase = (text: string): string => {
    if (issued.has(text)) return text;
    if (tokenForm.test(text)) return token.of(text);
    if (text.length > maxLength || personal.occursIn(text) || /@[^@\s]*\.[a-z]/i.test(text))
      return value(text, "service");
    const digits = text.replaceAll(idForm, "").replaceAll(/\P{N}/gu, "").length;
    return text.replaceAll(runs, (run) => {
      if (isWord(run) || (/\p{N}/u.test(run) ? digits <= 5 : isKnown(run))) return run;
      return value(run, "service");
    });
  };
  return {
    client: (text: string) => clientOf(client.of, text),
    image,
    isId,
    issue,
    /** Notes the id of a journey, whose words can occur in the journey's name. */
    noteJourney: (id: string): void => {
      for (const word of id.toLowerCase().match(/\p{L}+/gu) ?? []) journeyWords.add(word);
    },
    number,
    personal,
    phrase,
    isPublished: (text: string): boolean => published.has(text),
    /** Notes a text that is kept. */
    publish: (text: string): string => {
      published.add(text);
      return text;
    },
    secret,
    token,
    value,
  };
}

/** An id that the service cannot accept is replaced with one that it cannot accept. */
const clientOf = (nameOf: (text: string) => string, text: string): string =>
  isClientId(text) && !tokenForm.test(text) ? nameOf(text) : text === "" ? "" : "..";

/** Numbers texts from 1, in the order in which they occur. An empty text stays empty. */
function createNames(prefix: string) {
  const names = new Map<string, string>();
  return {
    has: (text: string): boolean => names.has(text),
    of: (text: string): string => {
      if (text === "") return text;
      const name = names.get(text) ?? `${prefix}${names.size + 1}`;
      names.set(text, name);
      return name;
    },
  };
}

/** Remembers texts, and finds them inside other texts, ignoring case. */
function createTextIndex() {
  const byFirstRun = new Map<string, string[]>();
  const all = new Set<string>();
  const findRuns = (text: string) => [...text.matchAll(/[\p{L}\p{M}]+|\p{N}+/gu)];
  return {
    has: (text: string): boolean => all.has(text.toLowerCase()),
    add: (text: string): void => {
      const key = text.toLowerCase();
      if (all.has(key) || key.length < minKnown) return;
      all.add(key);
      const [first] = findRuns(key);
      if (first === undefined) return;
      const [run, known] = [first[0], key.slice(first.index)];
      if (known.length >= minKnown) byFirstRun.set(run, [...(byFirstRun.get(run) ?? []), known]);
    },
    occursIn: (text: string): boolean => {
      const lower = text.toLowerCase();
      return findRuns(lower).some(({ 0: run, index }) =>
        (byFirstRun.get(run) ?? []).some((known) => lower.startsWith(known, index)),
      );
    },
  };
}
