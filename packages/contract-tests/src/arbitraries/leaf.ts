import fc from "fast-check";
import { countries } from "./address.ts";
import { image } from "./image.ts";

const pad = (number: number): string => `${number}`.padStart(2, "0");

/** A day as `YYYY-MM-DD`, of an adult's birth where the years are left out. Spec 2.8. */
export const day = (min = 1940, max = 2000): fc.Arbitrary<string> =>
  fc
    .tuple(fc.integer({ min, max }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
    .map(([year, month, date]) => `${year}-${pad(month)}-${pad(date)}`);

const digits = (length: number): fc.Arbitrary<string> =>
  fc.array(fc.nat(9), { minLength: length, maxLength: length }).map((all) => all.join(""));

/** Texts by what the name of their member says, the first that fits. */
const texts: readonly (readonly [RegExp, fc.Arbitrary<string>])[] = [
  [/Image$|^photo(Compressed)?$|^signature(Compressed)?$/, image()],
  [/Date$|^dateOfBirth$/, day(2000, 2030)],
  [/^country|CountryCode$|StateCode$|^nationalityCode$|^nationality$|^jurisdiction$/, fc.constantFrom(...countries)],
  [/^email$/, fc.constantFrom("ada@example.org", "o'neil+kyc@example.co.uk", "gruesse@example.de")],
  [/url$|Uri$/i, fc.constantFrom("https://example.org", "https://example.org/a?b=c#d")],
  [/^iban$/, fc.constantFrom("GB33BUKB20201555555555", "DE89370400440532013000")],
  [/^bic$/, fc.constantFrom("BUKBGB22", "COBADEFFXXX")],
  [/number$|Code$|^idNumber$|^identification$/i, digits(9)],
  [/^(latitude|longitude)$/, fc.constantFrom("51.5072", "-0.1276", "0")],
  [/^sex$|^gender$/, fc.constantFrom("F", "M", "X")],
  [/^mrz/, fc.constant("P<GBRLOVELACE<<ADA<<<<<<<<<<<<<<<<<<<<<<<<<<<")],
  [/native/i, fc.constantFrom("Αθήνα", "東京", "Москва")],
];

const words = fc.constantFrom("plain", "two words", "Größe", "O’Hara", "שלום", "数字");

/** A text that could stand in a member of that name. Spec 2.8. */
export const textFor = (name: string): fc.Arbitrary<string> =>
  texts.find(([pattern]) => pattern.test(name))?.[1] ?? words;
