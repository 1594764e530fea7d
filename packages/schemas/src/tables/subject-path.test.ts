import { elements } from "@journey-kit/schemas/calls";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  findMisplaced,
  formatPath,
  isRecord,
  parsePath,
  readPath,
  resolvePath,
  type Step,
  splitPath,
  writePath,
} from "./subject-path.ts";

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
    "identity",
    "idNumbers",
    { type: "us-ssn_1" },
    "idNumber",
  ]);
  expect(parsePath("a_1[9999]")).toEqual(["a_1", 9_999]);
  expect(parsePath("a[12345]")).toBeUndefined();
  expect([parsePath("firstname"), parsePath("firstName")]).toEqual([["firstname"], ["firstName"]]);
});

test("splits a path whose members have other names", () => {
  expect(splitPath("a-b.1.c[d]..e[type=f][0]")).toEqual(["a-b", "1", "c[d]", "", "e", { type: "f" }, 0]);
});

test("formats names and indexes, and parses them back", () => {
  const path = ["identity", "idNumbers", 0, "idNumber"];
  expect(formatPath(path)).toBe("identity.idNumbers[0].idNumber");
  expect(parsePath(formatPath(path))).toEqual(path);
  expect(formatPath([])).toBe("");
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

test("writes array entries by index and by type, and adds the entries that are missing", () => {
  const write = (value: unknown, path: string, written: unknown) => writePath(value, parsePath(path) ?? [], written);
  const documents = [{ type: "PRIMARY", id: "a" }, { id: "b" }];
  expect(write({ documents }, "documents[type=primary].id", "x")).toEqual({
    documents: [{ type: "PRIMARY", id: "x" }, { id: "b" }],
  });
  expect(write({ documents }, "documents[type=other]", { id: "x" })).toEqual({
    documents: [...documents, { type: "other", id: "x" }],
  });
  expect(write(undefined, "documents[1].id", "x")).toEqual({ documents: [{}, { id: "x" }] });
  expect(write({ documents }, "documents[0]", undefined)).toEqual({ documents: [{}, { id: "b" }] });
  expect(write({ documents }, "documents[type=primary].id", "")).toEqual({ documents: [{}, { id: "b" }] });
  expect(write({ uid: "u", documents }, "documents[1].id", undefined)).toEqual({ uid: "u", documents: [documents[0]] });
  expect(write({ identity: { gender: "x" } }, "identity.gender", undefined)).toBeUndefined();
});

const text = fc.string({ minLength: 1 });
const typed = fc.record({ type: fc.constantFrom("a", "B", "c"), id: text, back: text }, { requiredKeys: ["id"] });
const subject = fc.record(
  { identity: fc.record({ name: text, numbers: fc.array(typed) }, { requiredKeys: [] }), documents: fc.array(typed) },
  { requiredKeys: [] },
);
const path = fc.constantFrom(
  "identity.name",
  "identity.numbers[type=a].id",
  "documents[2].back",
  "documents[type=b].id",
);

/** The values in a subject that are not objects or lists, with their paths. */
const leavesOf = (value: unknown, at: readonly PropertyKey[] = []): readonly (readonly [string, unknown])[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...at, isRecord(value) ? name : Number(name)]))
    : [[formatPath(at), value]];

test("reads a value that was written, and writing changes nothing else but the type of a new entry", () => {
  fc.assert(
    fc.property(subject, path, text, (before, place, value) => {
      const steps = parsePath(place) ?? [];
      const after = writePath(before, steps, value);
      expect(readPath(after, steps)).toBe(value);
      const keyOf = (to: readonly Step[]) => formatPath(resolvePath(before, to));
      const typeStep = steps.find((step) => typeof step === "object");
      expect(Object.fromEntries(leavesOf(after))).toEqual({
        ...(typeStep && { [keyOf(steps.with(-1, "type"))]: typeStep.type }),
        ...Object.fromEntries(leavesOf(before)),
        [keyOf(steps)]: value,
      });
    }),
  );
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
