import { expect, test } from "vitest";
import { createSampleValues } from "./sample-values.ts";

const draw = (below: number) => Math.floor(Math.random() * below);
const create = (ageTests: (date: string) => readonly number[] = () => []) =>
  createSampleValues(new Set(["testreject"]), ageTests, draw);

test("a value has the form of its text: letters of any script, digits of any script, case and punctuation", () => {
  const toSample = create();
  expect(toSample("+44 7700-900123")).toMatch(/^\+\d{2} \d{4}-\d{6}$/);
  expect(toSample("٠١٢٣٤")).toMatch(/^\d{5}$/);
  expect(toSample("प्रिया शर्मा")).toMatch(/^[a-z]+ [a-z]+$/);
  expect(toSample("Ó Briain")).toMatch(/^[A-Z] [A-Z][a-z]+$/);
  expect(toSample("LOVELACE")).toMatch(/^[A-Z]{4,}$/);
  expect(toSample("GB")).toMatch(/^[A-Z]{2}$/);
  expect([toSample(""), toSample(" "), toSample("Testreject")]).toEqual(["", " ", "Testreject"]);
});

test("a longer text contains the values of its words", () => {
  const toSample = create();
  const [first, last] = [toSample("Ada"), toSample("Lovelace")];
  expect(toSample("Ada Lovelace")).toBe(`${first} ${last}`);
  expect(toSample("LOVELACE<<ADA")).toBe(`${last}<<${first}`.toUpperCase());
});

test("different texts get different values, even more than there are names, and never their own", () => {
  const toSample = create();
  const texts = Array.from({ length: 3_000 }, (_, i) => `Person${String.fromCharCode(97 + (i % 26))}-${i}`);
  const emails = texts.map((text) => `${text}@example.org`);
  const all = [...texts, ...emails, "alder", "amber", "🎉🎉"];
  const values = all.map(toSample);
  expect(new Set(values).size).toBe(all.length);
  expect(values.filter((value, i) => value === all[i])).toEqual([]);
});

test("an address stays valid or invalid, and so does a date", () => {
  const toSample = create();
  expect(toSample("o'neil+kyc@example.co.uk")).toMatch(/^[a-z]+\.[a-z]+@example\.org$/);
  expect(toSample("ada@münchen.de")).toMatch(/ @/);
  for (const date of ["1990-12-10", "2024-02-29"]) expect(toSample(date)).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  for (const text of ["1990-13-10", "2023-02-29", "10.12.1990"]) {
    expect(Number.isNaN(Date.parse(`${toSample(text)}T00:00:00Z`)) || toSample(text).endsWith("02-29")).toBe(true);
    expect(toSample(text)).not.toBe(text);
  }
});

test("a date gets another value when a later age test requires it, and keeps it from then on", () => {
  const tests = [Date.UTC(2026, 4, 17)];
  const toSample = create(() => tests);
  const [minor, adult] = [toSample("2008-05-20"), toSample("1990-01-01")];
  tests.push(Date.UTC(2026, 4, 21));
  const grown = toSample("2008-05-20");
  expect(minor).not.toBe(grown);
  expect(grown).toBe("2008-05-21");
  tests.push(Date.UTC(2027, 0, 1));
  expect([toSample("2008-05-20"), toSample("1990-01-01")]).toEqual([grown, adult]);
});
