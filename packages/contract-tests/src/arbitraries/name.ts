import fc from "fast-check";

/** Names as people have them, by the script they are written in; the plainest come first, for shrinking ends there. */
const namesByScript: readonly {
  readonly script: string;
  readonly first: readonly string[];
  readonly last: readonly string[];
}[] = [
  { script: "Latin", first: ["Ada", "Grace", "Alan"], last: ["Lovelace", "Hopper", "Turing"] },
  {
    script: "Latin",
    first: ["Zoë", "José", "Łukasz", "Þórdís", "Anne-Marie"],
    last: ["Núñez", "Dvořák", "Ó Briain", "van der Meer"],
  },
  { script: "Latin", first: ["Nguyễn", "Ayşe", "X Æ"], last: ["Trần", "Yılmaz", "D’Angelo"] },
  { script: "Cyrillic", first: ["Ольга", "Дмитрий", "Ђорђе"], last: ["Иванова", "Шевченко", "Петровић"] },
  { script: "Greek", first: ["Ελένη", "Γιώργος"], last: ["Παπαδοπούλου", "Νικολάου"] },
  { script: "Arabic", first: ["فاطمة", "محمد"], last: ["العلي", "حداد"] },
  { script: "Hebrew", first: ["נועה", "דוד"], last: ["כהן", "בן־דוד"] },
  { script: "Devanagari", first: ["प्रिया", "अर्जुन"], last: ["शर्मा", "पटेल"] },
  { script: "Han", first: ["伟", "美玲"], last: ["王", "欧阳"] },
  { script: "Japanese", first: ["さくら", "健太"], last: ["佐藤", "𠮷田"] },
  { script: "Hangul", first: ["민준", "서연"], last: ["김", "남궁"] },
  { script: "Thai", first: ["สมชาย"], last: ["ใจดี"] },
  { script: "Ethiopic", first: ["ሰላም"], last: ["ተስፋዬ"] },
];

/** The scripts in which names are written. */
export const scripts: readonly string[] = [...new Set(namesByScript.map(({ script }) => script))];

/** What a person is called: the parts of one name are of one script. Shrinks to Ada Lovelace. Spec 2.8. */
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
