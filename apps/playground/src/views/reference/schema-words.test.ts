import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { type DocumentName, documentNames, groupOperations, toOperations } from "./operations.ts";
import { describeType, membersOf } from "./schema-words.ts";

const { fetch } = createSimulator();

async function readOperations(name: DocumentName) {
  const response = await fetch(new Request(`http://simulator.localhost/_sim/openapi/${name}.json`));
  return toOperations(name, await response.json());
}

async function bodyOf(name: DocumentName, id: string) {
  const body = (await readOperations(name)).find((operation) => operation.id === id)?.body;
  if (body === undefined) throw new Error(`${id} has no body.`);
  return body;
}

test("lists every endpoint in every OpenAPI document once", async () => {
  const ids = (await Promise.all(documentNames.map(readOperations))).flat().map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(["v2.startJourney", "v1.updateTask", "token.requestToken", "readClock"]));
  expect(new Set(ids).size).toBe(ids.length);
});

test("marks deprecated endpoints and names their replacements (spec 4.3)", async () => {
  const update = (await readOperations("v1")).find(({ id }) => id === "v1.updateTask");
  expect(update).toMatchObject({ isDeprecated: true, replacedBy: "v2.submitInteraction", needsToken: true });
});

test("collects the gaps of an endpoint from its route and its bodies", async () => {
  const start = (await readOperations("v2")).find(({ id }) => id === "v2.startJourney");
  expect(start?.gaps).toContain("start-subject-omitted");
  const submit = (await readOperations("v2")).find(({ id }) => id === "v2.submitInteraction");
  expect(submit?.gaps).toEqual(expect.arrayContaining(["submit-status", "participants-omitted"]));
});

test("the token endpoint needs no token (spec 4.1)", async () => {
  expect((await readOperations("token")).map(({ needsToken }) => needsToken)).toEqual([false]);
});

test("describes the members of a body: whether they are required, their allowed values and their nested members (spec 2.7)", async () => {
  const { schema } = await bodyOf("v2", "v2.startJourney");
  const { members } = membersOf(schema, schema);
  expect(members.map(({ name, isRequired, type }) => [name, isRequired, type])).toEqual([
    ["resourceId", true, "string"],
    ["context", true, "object"],
  ]);
  const context = membersOf(schema, members[1]?.schema ?? {}).members;
  const config = membersOf(schema, context.find(({ name }) => name === "config")?.schema ?? {}).members;
  expect(config.find(({ name }) => name === "delivery")).toMatchObject({ isRequired: true, values: ["api", "page"] });
  expect(context.find(({ name }) => name === "subject")?.type).toBe("Subject");
});

test("describes an array by the type of its entries, and shows the members of an entry (spec 2.8)", async () => {
  const { schema } = await bodyOf("v2", "v2.submitInteraction");
  const participants = membersOf(schema, schema).members.find(({ name }) => name === "participants");
  expect(participants).toMatchObject({ type: "array of Participant", limits: ["1 or more entries"] });
  const entry = membersOf(schema, participants?.schema ?? {}).members;
  expect(entry.map(({ name }) => name)).toEqual(["domainElementId", "instructions"]);
});

test("offers the alternatives of a body that has several forms (spec 2.5)", async () => {
  const fetchInteraction = (await readOperations("v2")).find(({ id }) => id === "v2.fetchInteraction");
  const schema = fetchInteraction?.responses.find(({ status }) => status === "200")?.body?.schema ?? {};
  const { alternatives } = membersOf(schema, schema);
  const names = alternatives.map((one) => membersOf(schema, one).members.map(({ name }) => name));
  expect(names).toEqual([expect.arrayContaining(["interactionId"]), expect.arrayContaining(["processing"])]);
});

test("lists all possible types of a simple value", () => {
  const schema = { anyOf: [{ type: "string" }, { type: "null" }, { type: "string" }] };
  expect(describeType(schema, schema)).toBe("string or null");
});

test("finds endpoints by path, summary and error name", async () => {
  const operations = (await Promise.all(documentNames.map(readOperations))).flat();
  const found = (text: string) => groupOperations(operations, text).flatMap((group) => group.operations);
  expect(found("interaction/submit").map(({ id }) => id)).toEqual(["v2.submitInteraction"]);
  expect(found("unavailable_region").map(({ id }) => id)).toEqual(["v2.startJourney", "v1.startJourney"]);
  expect(found("no such thing")).toEqual([]);
});
