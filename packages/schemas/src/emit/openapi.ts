import * as z from "zod";
import { type ControlEndpoint, controlEndpoints } from "../control/index.ts";
import { type ControlRouteName, controlRouteNames } from "../tables/control-routes.ts";
import type { ErrorName } from "../tables/errors.ts";
import type { Profile } from "../tables/profile.ts";
import { refusalsOf } from "../tables/refusals.ts";
import { isDeprecated, type RouteName, resolveReading, routeNames, routeOf } from "../tables/routes.ts";
import { endpoints } from "../wire/endpoints.ts";
import { wire } from "../wire/meta.ts";
import { controlSchemas, emitControlSchemas, emitSchemas, type JsonSchema, tidy } from "./json-schema.ts";

/** A part of the interface that has a document of its own. */
export type Part = "v1" | "v2" | "token";

/** An OpenAPI 3.1 document as plain data. */
export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: Json;
  readonly servers: readonly Json[];
  readonly tags: readonly Json[];
  readonly paths: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: {
    readonly securitySchemes: Json;
    readonly headers: Json;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

const titles: Readonly<Record<Part, string>> = {
  v1: "Journey service, v1",
  v2: "Journey service, v2",
  token: "Journey service, access tokens",
};

const addresses: Readonly<Record<Part, string>> = {
  v1: "Regional address of the service.",
  v2: "Regional address of the service.",
  token: "Address of the token service.",
};

const tags: Readonly<Record<string, string>> = {
  device: "Handing an instance to a device of the end user.",
  interaction: "Collecting data, interaction by interaction.",
  journey: "Starting an instance and following it.",
  task: "Collecting data, task by task.",
  token: "Getting an access token.",
};

const securitySchemes: Readonly<Record<string, Json>> = {
  clientBasic: { type: "http", scheme: "basic", description: "Client id and client secret." },
  customerToken: { type: "http", scheme: "bearer", description: "An access token of the API client." },
  interactionToken: { type: "http", scheme: "bearer", description: "An end-user token, bound to one instance." },
};

const headers: Readonly<Record<string, Json>> = {
  "X-Request-ID": { description: "Identifies the request in server logs.", required: true, schema: { type: "string" } },
  Deprecation: {
    description: "Since when the endpoint is deprecated: an `@` and seconds since the Unix epoch.",
    schema: { type: "string", pattern: "^@[0-9]+$" },
  },
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer", minimum: 0 } },
  "WWW-Authenticate": { description: "What the endpoint asks for.", schema: { type: "string" } },
};

/**
 * Describes one part of the interface as an OpenAPI 3.1 document. Paths, statuses, error bodies, deprecations and token
 * rules are those of the profile; a successful answer is described in every reading. Part 4, 5, 7.
 */
export function toOpenApi(part: Part, profile: Profile): OpenApiDocument {
  const paths = pathsOf(part, profile);
  const operations = Object.values(paths).map(({ post }) => post);
  const used = [...new Set(operations.flatMap((operation) => operation.tags))].sort();
  const schemes = operations.flatMap(({ security }) => security.flatMap((scheme) => Object.keys(scheme)));
  return {
    ...headOf(titles[part], "; a section number refers to the specification", addresses[part]),
    tags: used.map((name) => ({ name, description: tags[name] })),
    paths,
    components: {
      securitySchemes: only(securitySchemes, schemes),
      headers: only(headers, refsIn(paths, "#/components/headers/")),
      schemas: schemasFor(paths, emitSchemas("draft-2020-12", toComponentRef)),
    },
  };
}

function pathsOf(part: Part, profile: Profile): OpenApiDocument["paths"] {
  const rows = routeNames.flatMap((name) => {
    const route = routeOf(name);
    const path = resolveReading(profile, route.path);
    return route.generation === part && path !== undefined ? [[path, { post: toOperation(name, profile) }]] : [];
  });
  return Object.fromEntries(rows);
}

/** A part of an OpenAPI document as plain data. */
export type Json = Readonly<Record<string, unknown>>;

/** Where a public schema stands in an OpenAPI document. */
export const toComponentRef = (name: string): string => `#/components/schemas/${name}`;

/** The body that an endpoint takes: a form at the token endpoint, else JSON. Part 4. */
export function requestBodyOf(name: RouteName): Json {
  const type = routeOf(name).generation === "token" ? "application/x-www-form-urlencoded" : "application/json";
  return { required: true, content: { [type]: { schema: refTo(endpoints[name].request) } } };
}

/** Every documented answer of an endpoint under a profile, by status. Part 4, 7. */
export function responsesOf(name: RouteName, profile: Profile): Readonly<Record<string, Json>> {
  const failure = { schema: { $ref: toComponentRef(errorBodyOf(name, profile)) } };
  const answer = (description: string, body: Json, ...headers: readonly string[]): Json => ({
    description,
    headers: headersOf(name, profile, headers),
    content: { "application/json": body },
  });
  const refusals = [...refusalsOf(name, profile)].map(([status, names]) => [
    `${status}`,
    answer(`Refused: ${wordsFor(names, name, profile)}.`, failure, ...(headersByStatus[status] ?? [])),
  ]);
  return {
    [`${resolveReading(profile, routeOf(name).status)}`]: answer("Done.", { schema: refTo(endpoints[name].response) }),
    ...Object.fromEntries(refusals),
    default: answer("Any other refusal, for example of a body that is too large.", failure),
  };
}

const headersByStatus: Readonly<Record<number, readonly string[]>> = {
  401: ["WWW-Authenticate"],
  429: ["Retry-After"],
};

function headersOf(name: RouteName, profile: Profile, more: readonly string[]): Json {
  const always = ["X-Request-ID", ...(isDeprecated(profile, routeOf(name)) ? ["Deprecation"] : [])];
  return Object.fromEntries([...always, ...more].map((header) => [header, { $ref: `#/components/headers/${header}` }]));
}

/** Spec 7; gaps `v1-error-body`, `token-error-body`. */
function errorBodyOf(name: RouteName, profile: Profile): "ErrorBody" | "V1ErrorBody" | "TokenError" {
  const { generation } = routeOf(name);
  if (generation === "token" && profile["token-error-body"] === "oauth") return "TokenError";
  return generation === "v1" && profile["v1-error-body"] === "older" ? "V1ErrorBody" : "ErrorBody";
}

/** RFC 6749 5.2 has names of its own. */
const oauthErrors: Partial<Record<ErrorName, string>> = {
  INVALID_TOKEN_REQUEST:
    "`invalid_request`, `invalid_grant`, `unauthorized_client`, `unsupported_grant_type`, `invalid_scope`",
  INVALID_CLIENT: "`invalid_client`",
};

function wordsFor(names: readonly ErrorName[], name: RouteName, profile: Profile): string {
  const isOauth = errorBodyOf(name, profile) === "TokenError";
  return names.map((refusal) => (isOauth ? oauthErrors[refusal] : undefined) ?? `\`${refusal}\``).join(", ");
}

function refTo(schema: z.ZodType): Json {
  const meta = wire.get(schema);
  if (meta === undefined) throw new Error("A body that is described must have a public name.");
  return { $ref: toComponentRef(meta.id) };
}

/** One endpoint in an OpenAPI document. */
export interface Operation {
  readonly operationId: RouteName;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly requestBody: Json;
  readonly responses: Readonly<Record<string, Json>>;
}

/** Describes one endpoint under a profile. Part 4. */
export function toOperation(name: RouteName, profile: Profile): Operation {
  const route = routeOf(name);
  const isGoing = isDeprecated(profile, route);
  const notes = [
    route.summary,
    ...(isGoing ? [`Deprecated: replaced by \`${route.replacedBy}\`.`] : []),
    ...(route.extension === undefined ? [] : [`An extension. ${route.extension}`]),
    `Spec ${route.spec}.`,
  ];
  return {
    operationId: name,
    summary: route.summary.replace(/\.$/, ""),
    description: notes.join(" "),
    tags: [tagOf(name, profile)],
    ...(isGoing && { deprecated: true }),
    security: securityOf(name, profile),
    requestBody: requestBodyOf(name),
    responses: responsesOf(name, profile),
  };
}

function tagOf(name: RouteName, profile: Profile): string {
  const path = resolveReading(profile, routeOf(name).path) ?? "";
  return ["interaction", "task", "device", "token"].find((tag) => path.includes(`/${tag}`)) ?? "journey";
}

/** Spec 5; gaps `interaction-token`, `client-authentication`. */
function securityOf(name: RouteName, profile: Profile): Operation["security"] {
  const endUser = { interactionToken: [] };
  const customer = { customerToken: [] };
  switch (routeOf(name).security) {
    case "customer":
      return [customer];
    case "interaction":
      return profile["interaction-token"] === "end-user" ? [endUser] : [customer, endUser];
    case "none": {
      const mayUseBasic = name === "token.requestToken" && profile["client-authentication"] === "form-or-basic";
      return mayUseBasic ? [{}, { clientBasic: [] }] : [];
    }
  }
}

/** What every document begins with. `address` says whose address the server is. */
export const headOf = (title: string, notes: string, address: string) => ({
  openapi: "3.1.0" as const,
  info: {
    title,
    version: "1.0.0",
    description: `Emitted from the endpoint table of @journey-kit/schemas${notes}.`,
    contact: { name: "journey-kit" },
    license: { name: "MIT", identifier: "MIT" },
  },
  servers: [
    {
      url: "{address}",
      description: address,
      variables: { address: { default: "http://127.0.0.1:4010", description: address } },
    },
  ] as readonly Json[],
});

/** The schemas that some paths refer to, and those that these refer to. */
export function schemasFor(
  paths: object,
  all: Readonly<Record<string, JsonSchema>>,
): Readonly<Record<string, JsonSchema>> {
  const needed = new Set(refsIn(paths, toComponentRef("")));
  for (const name of needed) for (const other of refsIn(all[name], toComponentRef(""))) needed.add(other); // grows as it goes
  return only(all, [...needed]);
}

/** Names what a value refers to below a prefix such as `#/components/headers/`. */
export function refsIn(value: unknown, prefix: string): string[] {
  const found = JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g);
  return [...found].flatMap(([, ref = ""]) => (ref.startsWith(prefix) ? [ref.slice(prefix.length)] : []));
}

/** The rows of a table that are named. */
export const only = <T>(table: Readonly<Record<string, T>>, names: readonly string[]): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(table).filter(([name]) => names.includes(name)));

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

const controlTags: Readonly<Record<string, string>> = {
  clock: "How time passes in a world.",
  fault: "What goes wrong on the way to a world and back.",
  instance: "Where an instance is, and what a tester does to it.",
  journal: "What was called, why it was answered so, and what was never met.",
  scenario: "What modules find.",
  simulator: "The simulator itself.",
  world: "Everything that belongs to one client id.",
};

const controlSecuritySchemes = {
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
    paths[place] = { ...paths[place], [method.toLowerCase()]: toControlOperation(name) };
  }
  const all = {
    ...emitSchemas("draft-2020-12", toComponentRef),
    ...emitControlSchemas("draft-2020-12", toComponentRef),
  };
  return {
    ...headOf("Journey simulator, control plane", "", "Address of the simulator."),
    tags: Object.entries(controlTags).map(([name, description]) => ({ name, description })),
    paths,
    components: { securitySchemes: controlSecuritySchemes, schemas: schemasFor(paths, all) },
  };
}

const refused = (description: string): Json => ({
  description,
  content: { "application/json": { schema: { $ref: toComponentRef("ErrorBody") } } },
});

function toControlOperation(name: ControlRouteName): Json {
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
    tags: [controlTagOf(name, path)],
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

function controlTagOf(name: ControlRouteName, path: string): string {
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
