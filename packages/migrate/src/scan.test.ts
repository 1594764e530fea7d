import { expect, test } from "vitest";
import { scanSource } from "./scan.ts";

/** What is found in a source, each with its line. */
const found = (text: string, file = "a.ts") => {
  const { findings, problems } = scanSource(file, text);
  expect(problems).toEqual([]);
  return findings.map(({ line, found: what }) => `${line} ${what}`);
};

const list = "/captain/api/journey/task/list";

test.each([
  ["a literal", `fetch("https://eu.example${list}")`],
  ["a template", `fetch(\`\${base}${list}?x=\${x}\`)`],
  ["a sum", `fetch(base + "/captain/api" + "/journey" + "/task/list")`],
  ["a concat", `fetch("/captain".concat("/api/journey", "/task/list"))`],
  ["a join", `fetch(["", "captain", "api", "journey", "task", "list"].join("/"))`],
  ["a template in a sum", `fetch(\`\${base}/captain/api\` + "/journey/task/list")`],
  ["no leading slash", `ky.post("captain/api/journey/task/list")`],
  ["a trailing slash", `ky.post("${list}/")`],
  ["an expression", "app.post(/^\\/captain\\/api\\/journey\\/task\\/list$/)"],
  ["a type", `type Path = "${list}"`],
  ["a key", `const handlers = { "${list}": handle }`],
  ["an enum", `enum Path { list = "${list}" }`],
  ["types around it", `fetch(("${list}" as const)! satisfies string)`],
])("finds a path in %s (spec 4.3)", (_, text) => {
  expect(found(text)).toEqual([`1 ${list}`]);
});

test("finds a path in an attribute of JSX and within a hole (spec 4.3)", () => {
  expect(found(`<Form action="${list}" />`, "a.tsx")).toEqual([`1 ${list}`]);
  expect(found(`fetch(\`\${pick("${list}")}/x\`)`)).toEqual([`1 ${list}`]);
});

test("finds what only v1 has where the base cannot be seen, and leaves alone what v2 has as well (spec 4.2, 4.3)", () => {
  expect(found(`call(\`\${base}/journey/task/update\`)`)).toEqual(["1 /journey/task/update"]);
  expect(found('call("/journey/task/list/schema")')).toEqual(["1 /journey/task/list/schema"]);
  expect(found(`call(\`\${base}/journey/start\`); call(\`\${base}/journey/state/fetch\`)`)).toEqual([]);
});

test("follows constants to a base, and tells of each text once (spec 4.3)", () => {
  const text = `const prefix = "/captain/api";
const settings = { base: \`https://eu.example\${prefix}\` };
fetch(prefix + "/journey/start");
fetch(\`\${settings.base}/journey/state/fetch\`);
const path = "${list}";
fetch(base + path);`;
  expect(found(text)).toEqual([
    "1 /captain/api",
    "3 /captain/api/journey/start",
    "4 /captain/api/journey/state/fetch",
    `5 ${list}`,
  ]);
});

test("takes a variable of an inner scope for what it is (spec 4.3)", () => {
  const text = `const prefix = "/v2/captain";
function call(prefix: string) { return fetch(prefix + "/journey/start"); }
{ const prefix = "/captain/api"; fetch(prefix + "/journey/start"); }
fetch(prefix + "/journey/start");`;
  expect(found(text)).toEqual(["3 /captain/api", "3 /captain/api/journey/start"]);
});

test.each([
  'import list from "./journey/task/list"',
  'export * from "../journey/task/update.ts"',
  'const list = require("./journey/task/list")',
  'const list = import("./journey/task/list")',
  'type List = import("./journey/task/list").List',
  'fetch("/v2/captain/journey/interaction/fetch")',
  'fetch("/journey/task/listing")',
  'read("src/journey/task/list.ts")',
  'fetch("/xcaptain/apis/journey/start")',
  "// /captain/api/journey/task/list",
  'stripe.v1.customers.list(); other.v1.listTask(); v1["listTasksOf"]()',
  "client.v2.startJourney({ context: { config: { delivery: 'api' } } })",
  "const listTasks = () => 1; listTasks()",
  'const form = { intent: "buy" }; const save = { intent: "Save" }',
  "build({ config: { async() {} } }); load({ config: { async: './a.ts' } }); ({ async: true })",
  "state.data.process.flows; state.process.flow; process.flow",
  'import type { V1 } from "cluster-client"; const read = (api: V1) => api.listTasks({})',
  'import type { V2 as V1 } from "@journey-kit/client"; const read = (api: V1) => api.listTasks({})',
  'let base = "/captain"; base = "/v2"; fetch(base + "/api/journey/start")',
])("finds nothing in %s", (text) => {
  expect(found(text)).toEqual([]);
});

test.each([
  "client.v1.listTasks({ instanceId })",
  "client?.v1?.listTasks?.({ instanceId })",
  'client["v1"]["listTasks"]({ instanceId })',
  "(client as Client).v1!.listTasks({ instanceId })",
  "(await connect()).v1.listTasks({ instanceId })",
  "this.client.v1.listTasks({ instanceId })",
  "const { v1 } = client; v1.listTasks({})",
  "const { v1: old } = client; old.listTasks({})",
  "const { v1: { listTasks } } = client; listTasks({})",
  "const { listTasks: list = stub } = client.v1; list({})",
  "const { v2, ...rest } = client; rest.v1.listTasks({})",
  "const api = client.v1; const same = api; same.listTasks({})",
  "let api; api = client.v1; api.listTasks({})",
  "let v; ({ v1: v } = client); v.listTasks({})",
  "let list; ({ v1: { listTasks: list } } = client)",
  "function read({ v1 }: JourneyClient) { return v1.listTasks({}); }",
  "const read = ({ v1: { listTasks } }: JourneyClient) => listTasks({})",
  "const read = ({ v1 } = client) => v1.listTasks({})",
  "for (const { v1 } of clients) v1.listTasks({})",
  'import type { V1 } from "@journey-kit/client"; const read = (api: V1) => api.listTasks({})',
  'import type { V1 as Old } from "@journey-kit/client"; const read = (api: Old) => api.listTasks({})',
  'const read = (api: JourneyClient["v1"]) => api.listTasks({})',
  "const list = client.v1.listTasks.bind(client.v1)",
])("finds the method in %s (spec 4.3)", (text) => {
  expect(found(text)).toEqual(["1 v1.listTasks"]);
});

test("finds every method of v1, and the deprecated one of v2 (spec 4.2, 4.3)", () => {
  const text = `v1.startJourney(); v1.fetchState();
v1.fetchTaskSchema(); v1.listTaskSchemas(); v1.updateTask();
v2.listTaskSchemas(); v2.startJourney();`;
  const { findings } = scanSource("a.ts", text);
  expect(
    findings.map(({ line, column, found: what, replacement, deprecated }) => [
      line,
      column,
      what,
      replacement,
      deprecated,
    ]),
  ).toEqual([
    [1, 1, "v1.startJourney", "v2.startJourney", false],
    [1, 20, "v1.fetchState", "v2.fetchState", false],
    [2, 1, "v1.fetchTaskSchema", "v2.fetchInteraction", true],
    [2, 23, "v1.listTaskSchemas", "v2.fetchInteraction", true],
    [2, 45, "v1.updateTask", "v2.submitInteraction", true],
    [3, 1, "v2.listTaskSchemas", "v2.fetchInteraction", true],
  ]);
});

test.each([
  ["intent", 'call({ intent: "Complete", taskId })'],
  ["intent", 'const done = "Complete"; call({ intent: done })'],
  ["intent", 'call({ intent: "Save", taskId })'],
  ["intent", 'body.intent = "Complete"'],
  ["config.async", "call({ context: { config: { async: true } } })"],
  ["config.async", "const config = { async: !prefilled }; call({ context: { config } })"],
  ["config.async", "body.context.config.async = true"],
  ["data.process.flow", "state.data.process.flow[id]"],
  ["data.process.flow", "state?.data?.process?.flow"],
  ["data.process.flow", 'state["data"]["context"]["process"]["flow"]'],
  ["data.process.flow", "const { data } = state; data.process.flow[id]"],
  ["data.process.flow", "const { flow } = state.data.process"],
  ["data.process.flow", "const { data: { process: { flow = {} } = {} } = {} } = state"],
  ["data.process.flow", "const data = await answer.json(); Object.keys(data.process.flow)"],
  ["data.process.flow", 'get(state, "data.process.flow")'],
])("finds the shape %s in %s (spec 2.7, 2.10, 9)", (shape, text) => {
  expect(found(text)).toEqual([`1 ${shape}`]);
});

test.each([
  ["a.tsx", "const a = <T,>(b: T) => <p>{b as string}</p>;"],
  ["a.ts", "const a = <string>b; abstract class C { @field() accessor d = 1; constructor(@inject() private e: E) {} }"],
  ["a.mts", "await using a = b; export {};"],
  ["a.cts", 'import fs = require("node:fs"); export = fs;'],
  ["a.js", "// @flow\nconst a = (b: ?string): number => <p/>; return 1;"],
  ["a.jsx", "#!/usr/bin/env node\nconst a = <>{...b}</>; with (c) d;"],
  ["a.mjs", "import a from './a.json' with { type: 'json' }; await a;"],
  ["a.ts", "const a = 1; type a = 2; enum B {} namespace B {} function c(): void; function c() {} namespace c {}"],
  ["a.ts", "interface D {} class D {} declare global { var e: 1; interface Window {} } namespace D {}"],
  ["a.ts", "@a @b.c(1) export class D<const T> { constructor(@d() e?: T) { super.f(); } }"],
  ["a.ts", "@(a ?? b) class D { @c accessor d; }"],
  ["a.cjs", "var a = 010; return; var a; function a() {}"],
])("reads %s as what it is", (file, text) => {
  expect(found(`${text}\nclient.v1.listTasks()`, file)).toEqual([`${text.split("\n").length + 1} v1.listTasks`]);
});

test("says where a source cannot be read", () => {
  const { findings, problems } = scanSource("a.ts", 'const a = "secret";\nconst = client.v1.listTasks();');
  expect(findings).toEqual([]);
  expect(problems).toEqual([{ file: "a.ts", line: 2, column: 7, message: "Unexpected token" }]);
  const twice = scanSource("a.ts", "const a = 1;\nlet a = client.v1.listTasks();");
  expect(twice.problems).toEqual([
    { file: "a.ts", line: 2, column: 5, message: "Identifier 'a' has already been declared." },
  ]);
  expect(scanSource("a.ts", "a \u0007 b").problems[0]?.message).toBe("Unexpected character '?'.");
});

test("shows the specification's words and nothing of the source around them", () => {
  const text = `fetch("https://me:hush@eu.example${list}?token=hush")`;
  expect(JSON.stringify(scanSource("a.ts", text))).not.toContain("hush");
});

test("reads a long source of tangled names before the test runs out of time", () => {
  const tangle = Array.from({ length: 400 }, (_, i) => `a = b.x; b = a.y; c${i} = a + b + "x" + c${i}(a, b(c${i}));`);
  const text = `let a, b;\n${tangle.join("\n")}\nfetch("/captain" + ${'"" + '.repeat(500)}"/api")`;
  expect(found(text, "a.js")).toEqual(["402 /captain/api"]);
});
