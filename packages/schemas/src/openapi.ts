import { emitSchemas, type JsonSchema } from "./json-schema.ts";
import { type Json, toComponentRef } from "./openapi-body.ts";
import { type Operation, toOperation } from "./openapi-operation.ts";
import { headOf, only, refsIn, schemasFor } from "./openapi-part.ts";
import type { Profile } from "./profile.ts";
import { routeNames, routeOf, under } from "./routes.ts";

export type { Operation } from "./openapi-operation.ts";

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
    const path = under(profile, route.path);
    return route.generation === part && path !== undefined ? [[path, { post: toOperation(name, profile) }]] : [];
  });
  return Object.fromEntries(rows);
}
