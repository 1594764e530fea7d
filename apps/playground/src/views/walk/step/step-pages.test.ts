import { expect, test } from "vitest";
import { groupByPage } from "./step-pages.ts";

const states = ["FullName", "SSN", "Selfie"].map((element) => ({ element }));
const [name, ssn, selfie] = states;

test("lists each element once, grouped by page in page order", () => {
  const pages = [
    { label: "Numbers", elements: ["SSN"] },
    { label: "You", elements: ["FullName", "SSN"] },
    { label: "Nothing", elements: [] },
  ];
  expect(groupByPage(states, pages)).toEqual([
    { label: "Numbers", states: [ssn] },
    { label: "You", states: [name] },
    { label: "Other data", states: [selfie] },
  ]);
});

test("gives a single group no heading", () => {
  expect(groupByPage(states, [{ label: "You", elements: ["FullName", "SSN", "Selfie"] }])).toEqual([
    { label: "", states },
  ]);
  expect(groupByPage(states, [])).toEqual([{ label: "", states }]);
});
