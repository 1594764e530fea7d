import * as z from "zod";
import {
  createDocument,
  type ZodOpenApiMediaTypeObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import { type ControlEndpoint, type ControlTag, controlEndpoints } from "../control/endpoints.ts";
import { ControlErrorBody } from "../control/error.ts";
import { refusalsOf } from "../endpoint.ts";
import {
  type EndpointName,
  endpointFor,
  endpointNames,
  endpointOf,
  isDeprecated,
  pathsUnder,
  resolveReading,
} from "../endpoints.ts";
import { schemaFor } from "../schema-for.ts";
import { type ControlRouteName, controlRouteNames } from "../tables/control-routes.ts";
import type { Profile } from "../tables/profile.ts";
import { partsOf, unwrap } from "../walk.ts";
import { ErrorBody, V1ErrorBody } from "../wire/error.ts";
import { TokenError } from "../wire/token.ts";
import { type ErrorForm, toErrorExamples } from "./error-examples.ts";
import { tidy } from "./json-schema.ts";

/** A part of the interface that has a separate OpenAPI document. */
export type ApiPart = "v1" | "v2" | "token";

/** Every part of the interface. */
export const openApiParts: readonly ApiPart[] = ["v1", "v2", "token"];

/** Name of a document: a part of the interface, or the control API of a simulator. */
type DocumentName = ApiPart | "control";

/** The name of every document. */
export const documentNames: readonly DocumentName[] = [...openApiParts, "control"];

/** Creates the OpenAPI document with the given name. The control API is the same under every profile. */
export const documentOf = (name: DocumentName, profile: Profile): OpenApiDocument =>
  name === "control" ? toControlOpenApi() : toOpenApi(name, profile);

/** An OpenAPI 3.1 document as plain data. */
export type OpenApiDocument = ReturnType<typeof createDocument>;

const titles: Readonly<Record<ApiPart, string>> = {
  v1: "Journey service, v1",
  v2: "Journey service, v2",
  token: "Journey service, access tokens",
};

const tags = {
  device: "Connect an end user's device to an instance.",
  interaction: "Collect data in interactions.",
  journey: "Start an instance and read its state.",
  task: "Collect data in tasks.",
  token: "Get an access token.",
};

const securitySchemes = {
  clientBasic: { type: "http", scheme: "basic", description: "Client id and client secret." },
  customerToken: { type: "http", scheme: "bearer", description: "An access token of the API client." },
  interactionToken: { type: "http", scheme: "bearer", description: "An end-user token that is bound to one instance." },
} as const;

const documentHeader = (id: string, schema: z.ZodType, description: string) =>
  schema.meta({ description, header: { id } });

const headers = {
  "X-Request-ID": documentHeader("X-Request-ID", z.string(), "Identifies the request in server logs."),
  Deprecation: documentHeader(
    "Deprecation",
    z
      .string()
      .regex(/^@[0-9]+$/)
      .optional(),
    "When the endpoint was deprecated: `@` and seconds since the Unix epoch.",
  ),
  "Retry-After": documentHeader("Retry-After", z.int().min(0).optional(), "Seconds to wait before the next request."),
  "WWW-Authenticate": documentHeader("WWW-Authenticate", z.string().optional(), "The authentication scheme to use."),
};

/**
 * Describes one part of the interface, with the extensions of the profile, as an OpenAPI 3.1 document. Paths, statuses,
 * error bodies, deprecations, security and schemas follow the profile. Spec 4, 5, 7.
 */
export function toOpenApi(part: ApiPart, profile: Profile): OpenApiDocument {
  const operations = endpointNames.flatMap((name) => {
    const route = endpointOf(name);
    if (route.apiVersion !== part) return [];
    return pathsUnder(profile, route).map((path, i) => ({
      path: formatTemplate(path),
      method: route.method,
      operation: renderOperation(name, profile, path, i === 0 ? name : `${name}.alias`),
    }));
  });
  const usedTags = new Set<string>(operations.flatMap(({ operation }) => operation.tags));
  const usedSchemes = new Set(operations.flatMap(({ operation }) => operation.security.flatMap(Object.keys)));
  return createDocument(
    {
      ...documentHead(titles[part], `Address of the ${part === "token" ? "token service" : "service in your region"}.`),
      tags: renderTags(tags).filter(({ name }) => usedTags.has(name)),
      paths: Object.fromEntries(
        operations.map(({ path, method, operation }) => [path, { [method === "GET" ? "get" : "post"]: operation }]),
      ),
      components: {
        securitySchemes: Object.fromEntries(Object.entries(securitySchemes).filter(([name]) => usedSchemes.has(name))),
      },
    },
    { override },
  );
}

/**
 * Adapts a schema to what tools understand. Omits examples that contain a JSON Schema or a `$ref`, because linters refuse
 * the first and try to resolve the second. Forbids members by name, because code generators treat a member that allows no value as one that allows any
 * value.
 */
function override(emitted: Parameters<typeof tidy>[0]): void {
  tidy(emitted);
  const { jsonSchema, zodSchema } = emitted;
  const examples = jsonSchema.examples?.filter((example) => !isMisread(example));
  if (examples?.length === 0) delete jsonSchema.examples;
  else if (examples !== undefined) jsonSchema.examples = examples;
  const forbidden = forbiddenIn(zodSchema);
  if (forbidden.length === 0) return;
  for (const name of forbidden) delete jsonSchema.properties?.[name];
  jsonSchema.propertyNames = { not: { enum: forbidden } };
}

const isMisread = (example: unknown): boolean => /"\$(ref|schema)":/.test(JSON.stringify(example));

/** The members of an object that allow no value. */
const forbiddenIn = (schema: z.core.$ZodType): string[] =>
  [...(partsOf(schema).members ?? [])].flatMap(([name, member]) =>
    unwrap(member) instanceof z.ZodNever ? [name] : [],
  );

/** Writes path parameters as OpenAPI does: `{realm}` instead of `:realm`. */
const formatTemplate = (path: string): string => path.replaceAll(/:(\w+)/g, "{$1}");

const parametersOf = (path: string) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, z.string()] as const);

function renderOperation(name: EndpointName, profile: Profile, path: string, operationId: string) {
  const route = endpointOf(name);
  const deprecated = isDeprecated(profile, route);
  const notes = [
    route.summary,
    ...(route.extension === undefined ? [] : [route.extension]),
    ...(deprecated ? [`Deprecated: use \`${route.replacedBy}\` instead.`] : []),
    `Spec ${route.spec}.`,
  ];
  const type = route.apiVersion === "token" ? "application/x-www-form-urlencoded" : "application/json";
  const parameters = parametersOf(path);
  return {
    operationId,
    summary: route.summary.replace(/\.$/, ""),
    description: notes.join(" "),
    tags: [route.tag],
    ...(deprecated && { deprecated }),
    security: securityOf(name, profile),
    ...(parameters.length > 0 && { requestParams: { path: z.object(Object.fromEntries(parameters)) } }),
    ...(route.method === "POST" && {
      requestBody: { required: true, content: { [type]: renderContent(endpointFor(name, profile).request) } },
    }),
    responses: renderResponses(name, profile),
  } satisfies ZodOpenApiOperationObject;
}

/** The security requirements of an endpoint. Spec 5; gaps `interaction-token`, `client-authentication`. */
function securityOf(name: EndpointName, profile: Profile): Record<string, string[]>[] {
  const endUser = { interactionToken: [] };
  const customer = { customerToken: [] };
  const { security, world } = endpointOf(name);
  switch (security) {
    case "customer":
      return [customer];
    case "interaction":
      return profile["interaction-token"] === "end-user" ? [endUser] : [customer, endUser];
    case "none": {
      const mayUseBasic = world === "credentials" && profile["client-authentication"] === "form-or-basic";
      return mayUseBasic ? [{}, { clientBasic: [] }] : [];
    }
  }
}

function renderResponses(name: EndpointName, profile: Profile) {
  const route = endpointOf(name);
  const form = errorFormOf(name, profile);
  const errorBody = schemaFor(profile, errorBodies[form]);
  const { "X-Request-ID": requestId, Deprecation } = headers;
  const common = { "X-Request-ID": requestId, ...(isDeprecated(profile, route) && { Deprecation }) };
  const toResponse = (description: string, content: ZodOpenApiMediaTypeObject, more: z.core.$ZodShape = {}) => ({
    description,
    headers: z.object({ ...common, ...more }),
    content: { "application/json": content },
  });
  const refusals = [...refusalsOf(route, profile)].map(([status, names]) => {
    const examples = toErrorExamples(form, status, names, profile);
    const words = Object.keys(examples).map((word) => `\`${word}\``);
    const content = { schema: errorBody, examples };
    return [`${status}`, toResponse(`Possible errors: ${words.join(", ")}.`, content, headersByStatus[status])];
  });
  const { response } = endpointFor(name, profile);
  return {
    [`${resolveReading(profile, route.status)}`]: toResponse("Success.", renderContent(response)),
    ...Object.fromEntries(refusals),
    default: toResponse(
      "An error that does not depend on the endpoint: a wrong method, or a malformed or unfinished HTTP request. A simulator whose limits are reached responds with 429 or 507, one without its database with 503, and one that fails with 500.",
      renderContent(errorBody),
    ),
  } as ZodOpenApiResponsesObject; // every key is a status, but the type of a computed key is wider
}

/** The OpenAPI content of a JSON body, with the first example of its schema that tools read correctly. */
function renderContent(schema: z.ZodType): ZodOpenApiMediaTypeObject {
  const example = [schema.meta()?.examples ?? []].flat().find((one) => !isMisread(one));
  return { schema, ...(example !== undefined && { example }) };
}

const headersByStatus: Readonly<Record<number, z.core.$ZodShape>> = {
  401: { "WWW-Authenticate": headers["WWW-Authenticate"] },
  429: { "Retry-After": headers["Retry-After"] },
};

const errorBodies: Readonly<Record<ErrorForm, z.ZodType>> = {
  errors: ErrorBody,
  older: V1ErrorBody,
  oauth: TokenError,
};

/** The form of an endpoint's error bodies. Gaps `v1-error-body`, `token-error-body`. */
function errorFormOf(name: EndpointName, profile: Profile): ErrorForm {
  const { apiVersion } = endpointOf(name);
  if (apiVersion === "token" && profile["token-error-body"] === "oauth") return "oauth";
  return apiVersion === "v1" && profile["v1-error-body"] === "older" ? "older" : "errors";
}

const documentHead = (title: string, address: string) => ({
  openapi: "3.1.0" as const,
  info: {
    title,
    version: "1.0.0",
    description: "Generated from the tables of @journey-kit/schemas. `Spec` refers to the interface specification.",
    contact: { name: "journey-kit" },
    license: { name: "MIT", identifier: "MIT" },
  },
  servers: [
    {
      url: "{address}",
      description: address,
      // One generator warns if a variable has a description.
      variables: { address: { default: "http://127.0.0.1:4010" } },
    },
  ],
});

const renderTags = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).map(([name, description]) => ({ name, description }));

const controlTags: Readonly<Record<ControlTag, string>> = {
  clock: "The clock of a world.",
  fault: "Faults, such as errors and lost responses, that a world applies to requests.",
  instance: "The state of instances, and actions that change that state.",
  journal:
    "Recorded requests with the reasons for their responses, and the parts of the specification that the requests cover.",
  scenario: "Scripted module outcomes.",
  simulator: "The health, metrics, journeys, gaps, OpenAPI documents and events of the simulator.",
  world: "Worlds, their settings and their checkpoints. A world is everything that belongs to one client id.",
};

const controlToken = {
  type: "http",
  scheme: "bearer",
  description: "The control token of the simulator. Local callers do not need it.",
} as const;

/** Describes the control API of a simulator as an OpenAPI 3.1 document. */
export function toControlOpenApi(): OpenApiDocument {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const name of controlRouteNames) {
    const { path, method } = controlEndpoints[name];
    const template = formatTemplate(path);
    paths[template] = { ...paths[template], [method.toLowerCase()]: renderControlOperation(name) };
  }
  return createDocument(
    {
      ...documentHead("Journey simulator, control API", "Address of the simulator."),
      tags: renderTags(controlTags),
      paths,
      components: { securitySchemes: { controlToken } },
    },
    { override },
  );
}

function renderControlOperation(name: ControlRouteName): ZodOpenApiOperationObject {
  const endpoint: ControlEndpoint = controlEndpoints[name];
  const { summary, tag, path, status, request, query, isStream, refusals = {} } = endpoint;
  const parameters = parametersOf(path);
  const refused = (description: string) => ({
    description,
    content: { "application/json": renderContent(ControlErrorBody) },
  });
  const refusedForNow = (description: string) => ({
    ...refused(description),
    headers: z.object({ "Retry-After": headers["Retry-After"] }),
  });
  return {
    operationId: name,
    summary: summary.replace(/\.$/, ""),
    description: summary,
    tags: [tag],
    security: [{}, { controlToken: [] }],
    requestParams: { path: z.object(Object.fromEntries(parameters)), ...(query && { query }) },
    ...(request && { requestBody: { required: true, content: { "application/json": renderContent(request) } } }),
    responses: {
      [`${status}`]: { description: "Success.", content: formatsOf(endpoint) },
      ...((request ?? query) && { 400: refused("The request is invalid. Nothing changed.") }),
      403: refused("The caller's host, origin or control token is not allowed."),
      ...(refusals[404] !== undefined && { 404: refused(refusals[404]) }),
      ...(parameters.length > 0 && { 404: refused("A resource in the path does not exist.") }),
      ...(request && { 413: refused("The body, or a part of it, is too large.") }),
      ...((request !== undefined || isStream) && {
        429: refusedForNow("Too many requests need the same resource at once."),
      }),
      503: refusedForNow(refusals[503] ?? "The simulator's database is unavailable."),
      ...(request && { 507: refused("The change would exceed a storage limit of the simulator. Nothing changed.") }),
      default: refused("Any other error, such as for a wrong method."),
    },
  };
}

/** Describes the formats of a successful response. */
function formatsOf({ response, isStream, formats = {} }: ControlEndpoint) {
  const texts = Object.entries(formats).map(([type, example]) => [type, { schema: z.string(), example }] as const);
  const type = response instanceof z.ZodString ? "text/plain" : "application/json";
  return { ...(!isStream && { [type]: renderContent(response) }), ...Object.fromEntries(texts) };
}
