import { elements } from "@journey-kit/schemas/elements";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findMisplaced, parsePath, readPath } from "./subject-path.ts";

const read = (value: unknown, path: string) => readPath(value, parsePath(path) ?? []);

test("reads object members, array entries by index, and array entries by type regardless of case", () => {
  const subject = {
    identity: { idNumbers: [{ type: "nino" }, { type: "SSN", idNumber: "1" }] },
    documents: [{ id: "a" }, { id: "b" }],
  };
  expect(read(subject, "identity.idNumbers[type=ssn].idNumber")).toBe("1");
  expect(read(subject, "documents[1].id")).toBe("b");
  expect(read(subject, "documents[2].id")).toBeUndefined();
  expect(read(subject, "identity.toString")).toBeUndefined();
});

test("every element in the table has a valid path", () => {
  for (const { path } of Object.values(elements)) expect(parsePath(path)).toBeDefined();
});

test("returns undefined for an invalid path", () => {
  for (const text of ["", ".", "a..b", "a[", "a[b]", "a[-1]", "1a", "a.b[type=]"])
    expect(parsePath(text)).toBeUndefined();
});

test("reads any value without throwing", () => {
  fc.assert(
    fc.property(
      fc.anything(),
      fc.constantFrom("a", "a.b", "a[0].b", "length"),
      (value, path) => void read(value, path),
    ),
  );
});

test("skips entries whose `type` is not a string", () => {
  const types = [{ toString: 1 }, Object.create(null), Symbol("type"), null, undefined, ["b"], 7];
  const entries = [...types.map((type) => ({ type })), { type: "B", id: "found" }];
  expect(read({ a: entries }, "a[type=b].id")).toBe("found");
});

test("finds documents and biometrics at any depth outside `context.subject` (spec 4.2, rule 4)", () => {
  const context = { subject: { documents: [], sessions: [{ biometrics: [] }] }, data: { biometrics: [] } };
  const participants = [{ domainElementId: "Selfie" }, { documents: null }];
  expect(findMisplaced({ context, participants, subject: { documents: [] }, biometrics: "" })).toEqual([
    ["context", "data", "biometrics"],
    ["participants", 1, "documents"],
    ["subject", "documents"],
    ["biometrics"],
  ]);
  expect(findMisplaced({ context: { subject: context } })).toEqual([]);
  expect(findMisplaced("documents")).toEqual([]);
});
