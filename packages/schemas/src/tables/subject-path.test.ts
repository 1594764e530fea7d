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

test("parses members, types and indexes of up to four digits, and distinguishes upper and lower case", () => {
  expect(parsePath("identity.idNumbers[type=us-ssn_1].idNumber")).toEqual([
    { kind: "member", name: "identity" },
    { kind: "member", name: "idNumbers" },
    { kind: "type", type: "us-ssn_1" },
    { kind: "member", name: "idNumber" },
  ]);
  expect(parsePath("a_1[9999]")).toEqual([
    { kind: "member", name: "a_1" },
    { kind: "index", index: 9_999 },
  ]);
  expect(parsePath("a[12345]")).toBeUndefined();
  expect([parsePath("firstname"), parsePath("firstName")]).toEqual(
    ["firstname", "firstName"].map((name) => [{ kind: "member", name }]),
  );
});

test("keeps at most the steps of a thousand paths, so that a caller cannot fill the memory", () => {
  for (let n = 0; n < 1_000; n += 1) parsePath(`path${n}`);
  expect(parsePath("later.path")).toEqual(parsePath("later.path"));
  expect(parsePath("later.path")).not.toBe(parsePath("later.path"));
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
  const nested = { context: { copies: { subject: { documents: [] } }, subjects: { documents: [] } } };
  expect(findMisplaced({ ...nested, data: { subject: { biometrics: [] } } })).toEqual([
    ["context", "copies", "subject", "documents"],
    ["context", "subjects", "documents"],
    ["data", "subject", "biometrics"],
  ]);
  expect(findMisplaced("documents")).toEqual([]);
  expect(findMisplaced([{ documents: [{ biometrics: 1 }] }])).toEqual([[0, "documents"]]);
});
