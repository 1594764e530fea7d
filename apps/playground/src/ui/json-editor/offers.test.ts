import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { describeAt, offersAt } from "./offers.ts";
import type { JsonSchema } from "./schema.ts";

const read = (file: string): object =>
  JSON.parse(readFileSync(new URL(`../../../../../packages/schemas/json/${file}`, import.meta.url), "utf8"));
const submit: JsonSchema = { ...read("bundle.json"), $ref: "#/definitions/InteractionSubmitRequest" };
const task: JsonSchema = { ...read("bundle.json"), $ref: "#/definitions/TaskUpdateRequest" };
const scenario: JsonSchema = read("Scenario.json");
const fault: JsonSchema = read("FaultAction.json");

/** Lists the offers at `|` in a text. */
function at(marked: string, schema: JsonSchema): readonly string[] {
  const cursor = marked.indexOf("|");
  return offersAt(marked.replace("|", ""), cursor, schema).offers.map(({ label }) => label);
}

/** The text after an offer is taken. */
function take(marked: string, label: string, schema: JsonSchema): string | undefined {
  const cursor = marked.indexOf("|");
  const text = marked.replace("|", "");
  const { from, to, offers } = offersAt(text, cursor, schema);
  const offer = offers.find((each) => each.label === label);
  return offer && text.slice(0, from) + offer.insert + text.slice(to);
}

test("at the top level, offers only the top-level properties of the document", () => {
  expect(at("{ | }", submit)).toEqual(["instanceId", "interactionId", "participants", "context"]);
});

test("offers no property that the object already has, before or after the cursor", () => {
  expect(at('{ "instanceId": "a", |, "context": {} }', submit)).toEqual(["interactionId", "participants"]);
});

test("completes a property name that has no quotes", () => {
  expect(take("{ inst| }", "instanceId", submit)).toBe('{ "instanceId":  }');
});

test("completes a property name whose closing quote is missing", () => {
  expect(take('{ "inst|\n}', "instanceId", submit)).toBe('{ "instanceId": \n}');
});

test("replaces the whole property name around the cursor and keeps its colon", () => {
  expect(take('{ "inst|ance": 1 }', "instanceId", submit)).toBe('{ "instanceId": 1 }');
});

test("offers the properties of nested objects, through schema references and arrays", () => {
  expect(at('{ "participants": [{ | }] }', submit)).toContain("domainElementId");
  expect(at('{ "context": { "subject": { "identity": { | } } } }', submit)).toEqual(
    expect.arrayContaining(["firstName", "lastNames", "dateOfBirth", "currentAddress"]),
  );
});

test("offers properties in unfinished JSON", () => {
  expect(at('{ "context": { "subject": { "identity": { "firstName": "Ada", |', submit)).toContain("lastNames");
});

test("offers the values of an enum before a quote is typed", () => {
  expect(at('{ "rules": [{ "when": { "apiVersion": | } }] }', scenario)).toEqual(["v1", "v2"]);
  expect(take('{ "rules": [{ "when": { "apiVersion": | } }] }', "v2", scenario)).toBe(
    '{ "rules": [{ "when": { "apiVersion": "v2" } }] }',
  );
});

test("a chosen value replaces the whole quoted value at the cursor", () => {
  const text = '{ "rules": [{ "then": { "ends": "|fail" } }] }';
  expect(take(text, "never", scenario)).toBe('{ "rules": [{ "then": { "ends": "never" } }] }');
});

test("offers true and false for a boolean", () => {
  const schema: JsonSchema = { type: "object", properties: { async: { type: "boolean" } } };
  expect(at('{ "async": | }', schema)).toEqual(["true", "false"]);
  expect(at('{ "async": t| }', schema)).toEqual(["true", "false"]);
});

test("offers only strings inside quotes", () => {
  const schema: JsonSchema = { enum: ["on", true, null] };
  expect(at('"|"', schema)).toEqual(["on"]);
  expect(at("|", schema)).toEqual(["on", "true", "null"]);
});

test("offers the constants and types from every alternative of a union", () => {
  expect(at('{ "rules": [{ "then": { "latency": | } }] }', scenario)).toEqual(["{}"]);
  expect(at('{ "rules": [{ "then": { "outcome": | } }] }', scenario)).toEqual(
    expect.arrayContaining(['""', "{}", "Medium Risk", "reject"]),
  );
});

test("offers the properties of every alternative until a property determines which one applies", () => {
  expect(at("{ | }", fault)).toEqual(expect.arrayContaining(["type", "status", "characters"]));
  expect(at('{ "type": | }', fault)).toEqual(expect.arrayContaining(["status", "dropResponse"]));
  expect(at('{ "type": "truncate", | }', fault)).toEqual(["characters"]);
});

test("offers the allowed entries of an array", () => {
  const schema: JsonSchema = { type: "array", items: { enum: ["a", "b"] } };
  expect(at("[|]", schema)).toEqual(["a", "b"]);
  expect(at('["a", |]', schema)).toEqual(["a", "b"]);
});

test("offers the only allowed value of a property", () => {
  expect(at('{ "intent": | }', task)).toEqual(["Complete"]);
});

test("offers nothing where a colon or a comma belongs", () => {
  expect(at('{ "instanceId" | }', submit)).toEqual([]);
  expect(at('{ "instanceId": "a" | }', submit)).toEqual([]);
});

test("lists required properties first", () => {
  const { offers } = offersAt("{ }", 2, submit);
  expect(offers.filter(({ isRequired }) => isRequired).map(({ label }) => label)).toEqual([
    "instanceId",
    "interactionId",
    "participants",
  ]);
});

test("describes a property if the cursor is in its name or its value", () => {
  const text = '{ "context": { "subject": { "identity": { "dateOfBirth": "1985-12-10" } } } }';
  const description = "In the form `YYYY-MM-DD`. An empty string means no date.";
  expect(describeAt(text, text.indexOf("dateOf") + 2, submit)?.text).toBe(description);
  expect(describeAt(text, text.indexOf("1985") + 2, submit)?.text).toBe(description);
  expect(describeAt(text, 0, submit)).toBeUndefined();
});
