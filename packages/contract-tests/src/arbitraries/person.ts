import fc from "fast-check";

/** First and last names, one row for each script or region. The simplest come first, because names shrink to them. */
const namesByScript = [
  { first: ["Ada", "Grace", "Alan"], last: ["Lovelace", "Hopper", "Turing"] },
  {
    first: ["Zoë", "José", "Łukasz", "Þórdís", "Anne-Marie"],
    last: ["Núñez", "Dvořák", "Ó Briain", "van der Meer"],
  },
  { first: ["Nguyễn", "Ayşe", "X Æ"], last: ["Trần", "Yılmaz", "D’Angelo"] },
  { first: ["Ольга", "Дмитрий", "Ђорђе"], last: ["Иванова", "Шевченко", "Петровић"] },
  { first: ["Ελένη", "Γιώργος"], last: ["Παπαδοπούλου", "Νικολάου"] },
  { first: ["فاطمة", "محمد"], last: ["العلي", "حداد"] },
  { first: ["נועה", "דוד"], last: ["כהן", "בן־דוד"] },
  { first: ["प्रिया", "अर्जुन"], last: ["शर्मा", "पटेल"] },
  { first: ["伟", "美玲"], last: ["王", "欧阳"] },
  { first: ["さくら", "健太"], last: ["佐藤", "𠮷田"] },
  { first: ["민준", "서연"], last: ["김", "남궁"] },
  { first: ["สมชาย"], last: ["ใจดี"] },
  { first: ["ሰላም"], last: ["ተስፋዬ"] },
];

/** Generates a person's name, with all parts in one script. Shrinks to Ada Lovelace. Spec 2.8. */
export const personName = fc.oneof(
  { withCrossShrink: true },
  ...namesByScript.map(({ first, last }) =>
    fc.record(
      {
        firstName: fc.constantFrom(...first),
        middleNames: fc.array(fc.constantFrom(...first), { maxLength: 2 }),
        lastNames: fc.array(fc.constantFrom(...last), { minLength: 1, maxLength: 2 }),
      },
      { requiredKeys: ["firstName", "lastNames"], noNullPrototype: true },
    ),
  ),
);

/** Realistic addresses. The simplest comes first. */
const places = [
  { lines: ["1 High Street"], locality: "London", postalCode: "SW1Y 4JH", country: "GBR" },
  {
    lines: ["350 Fifth Avenue", "Floor 21"],
    locality: "New York",
    administrativeArea: "NY",
    postalCode: "10118",
    country: "USA",
  },
  {
    lines: ["Unit 3/42 Wattle Street"],
    locality: "Ultimo",
    administrativeArea: "NSW",
    postalCode: "2007",
    country: "AUS",
  },
  { lines: ["Straße des 17. Juni 135"], locality: "Berlin", postalCode: "10623", country: "DEU" },
  { lines: ["14, rue de l’Église"], locality: "Saint-Étienne", postalCode: "42000", country: "FRA" },
  { lines: ["ul. Świętego Ducha 7 m. 2"], locality: "Gdańsk", postalCode: "80-834", country: "POL" },
  { lines: ["вул. Хрещатик, 22"], locality: "Київ", postalCode: "01001", country: "UKR" },
  { lines: ["千代田1-1"], locality: "東京都千代田区", postalCode: "100-8111", country: "JPN" },
  { lines: ["12 شارع طلعت حرب"], locality: "القاهرة", postalCode: "11511", country: "EGY" },
  { lines: ["4, एम जी रोड"], locality: "बेंगलुरु", administrativeArea: "Karnataka", postalCode: "560001", country: "IND" },
  { lines: ["Apartado 0823"], locality: "Panamá", country: "PAN" },
] as const;

const countries: readonly string[] = places.map(({ country }) => country);

/** Generates a realistic postal address. Shrinks to 1 High Street. Spec 2.8. */
export const postalAddress = fc.constantFrom(...places).map((place) => ({ ...place, lines: [...place.lines] }));

/** The size of an image in bytes, before base64 encoding. */
export interface ImageSize {
  /** At least 8, the length of the signature. */
  readonly min: number;
  readonly max: number;
}

const signature = "\u0089PNG\r\n\u001a\n";

/** Creates a base64 image of a given size in bytes: a PNG signature followed by fixed bytes. Spec 2.8. */
export function imageOf(bytes: number): string {
  const head = signature.slice(0, bytes);
  let [noise, state] = ["", 1];
  for (let length = Math.min(bytes - head.length, 3_072); length > 0; length -= 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    noise += String.fromCharCode((state >> 16) & 255);
  }
  return btoa((head + noise.repeat(Math.ceil(bytes / Math.max(1, noise.length)))).slice(0, bytes));
}

/** Generates a base64 image. Shrinks to the smallest size. Spec 2.8. */
export const image = ({ min, max }: ImageSize = { min: 8, max: 64 }): fc.Arbitrary<string> =>
  fc.integer({ min, max }).map(imageOf);

const pad = (number: number): string => `${number}`.padStart(2, "0");

/** Generates a date as `YYYY-MM-DD`; by default the birth date of an adult. Spec 2.8. */
export const day = (min = 1940, max = 2000): fc.Arbitrary<string> =>
  fc
    .tuple(fc.integer({ min, max }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
    .map(([year, month, date]) => `${year}-${pad(month)}-${pad(date)}`);

const digits = (length: number): fc.Arbitrary<string> =>
  fc.array(fc.nat(9), { minLength: length, maxLength: length }).map((all) => all.join(""));

/** Strings by member name. The first match applies. */
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

const plainWords = fc.constantFrom("plain", "two words", "Größe", "O’Hara", "שלום", "数字");

/** Generates a realistic string for a member with this name. Spec 2.8. */
export const textFor = (name: string): fc.Arbitrary<string> =>
  texts.find(([pattern]) => pattern.test(name))?.[1] ?? plainWords;
