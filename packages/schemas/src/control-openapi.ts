import * as z from "zod";
import { type ControlRouteName, controlRouteNames } from "./control/route.ts";
import { type ControlEndpoint, controlEndpoints } from "./control.ts";
import { controlSchemas, emitControlSchemas } from "./control-schema.ts";
import { emitSchemas, type JsonSchema, tidy } from "./json-schema.ts";
import { type Json, toComponentRef } from "./openapi-body.ts";
import { headOf, schemasFor } from "./openapi-part.ts";

type Method = "get" | "post" | "put" | "patch" | "delete";

/** An OpenAPI 3.1 document of the control plane as plain data. */
export interface ControlOpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: Json;
  readonly servers: readonly Json[];
  readonly tags: readonly Json[];
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<Method, Json>>>>>;
  readonly components: Json;
}

const tags: Readonly<Record<string, string>> = {
  clock: "How time passes in a world.",
  fault: "What goes wrong on the way to a world and back.",
  instance: "Where an instance is, and what a tester does to it.",
  journal: "What was called, why it was answered so, and what was never met.",
  scenario: "What modules find.",
  simulator: "The simulator itself.",
  world: "Everything that belongs to one client id.",
};

const securitySchemes = {
  controlToken: {
    type: "http",
    scheme: "bearer",
    description: "The simulator's control token; not needed on its own machine.",
  },
};

/** Describes the control plane of a simulator as an OpenAPI 3.1 document. */
export function toControlOpenApi(): ControlOpenApiDocument {
  const paths: Record<string, Partial<Record<Method, Json>>> = {};
  for (const name of controlRouteNames) {
    const { path, method } = controlEndpoints[name];
    const place = path.replaceAll(/:(\w+)/g, "{$1}");
    paths[place] = { ...paths[place], [method.toLowerCase()]: toOperation(name) };
  }
  const all = {
    ...emitSchemas("draft-2020-12", toComponentRef),
    ...emitControlSchemas("draft-2020-12", toComponentRef),
  };
  return {
    ...headOf("Journey simulator, control plane", "", "Address of the simulator."),
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: { securitySchemes, schemas: schemasFor(paths, all) },
  };
}

const refused = (description: string): Json => ({
  description,
  content: { "application/json": { schema: { $ref: toComponentRef("ErrorBody") } } },
});

function toOperation(name: ControlRouteName): Json {
  const { summary, path, status, request, query }: ControlEndpoint = controlEndpoints[name];
  const isAsked = request !== undefined || query !== undefined;
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, part = ""]) => ({
    name: part,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  return {
    operationId: name,
    summary: summary.replace(/\.$/, ""),
    description: summary,
    tags: [tagOf(name, path)],
    security: [{}, { controlToken: [] }],
    parameters: [...parameters, ...queryParameters(query)],
    ...(request !== undefined && { requestBody: { required: true, content: jsonOf(request) } }),
    responses: {
      [`${status}`]: { description: "Done.", content: contentOf(name) },
      ...(isAsked && { 400: refused("The request has the wrong shape or cannot be meant; nothing has changed.") }),
      403: refused("The host, the origin or the token of the caller is not one that is let in."),
      ...(path.includes(":") && { 404: refused("There is nothing of that name.") }),
      default: refused("Any other refusal, for example of another method."),
    },
  };
}

function tagOf(name: ControlRouteName, path: string): string {
  if (/exchange|coverage/i.test(name)) return "journal";
  const part = /\/worlds\/:world\/(clock|fault|instance|scenario|arm)/.exec(path)?.[1];
  if (part === undefined) return path.startsWith("/_sim/worlds") ? "world" : "simulator";
  return part === "arm" ? "scenario" : part;
}

/** Members of the query, each as a parameter. */
function queryParameters(query: z.ZodType | undefined): readonly Json[] {
  if (query === undefined) return [];
  const { properties = {} } = emit(query);
  return Object.entries(properties).map(([name, schema]) => ({ name, in: "query", required: false, schema }));
}

/** Most answers are JSON; a stream is of events, and a coverage has three forms. */
function contentOf(name: ControlRouteName): Json {
  const json = jsonOf(controlEndpoints[name].response);
  if (name === "streamExchanges") return { "text/event-stream": { schema: { type: "string" } } };
  if (name !== "readCoverage") return json;
  return { ...json, "text/plain": { schema: { type: "string" } }, "application/xml": { schema: { type: "string" } } };
}

const names = new Map([...controlSchemas].map(([name, schema]) => [schema, name]));

function jsonOf(schema: z.ZodType): Json {
  const name = names.get(schema);
  return { "application/json": { schema: name === undefined ? emit(schema) : { $ref: toComponentRef(name) } } };
}

function emit(schema: z.ZodType): JsonSchema {
  const target = "draft-2020-12";
  const emitted = z.toJSONSchema(schema, {
    target,
    io: "input",
    override: ({ jsonSchema }) => tidy(jsonSchema, target),
  });
  const { $schema: _dialect, ...rest } = emitted;
  return rest;
}
