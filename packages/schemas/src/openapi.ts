import { emitSchemas, type JsonSchema } from "./json-schema.ts";
import { type Json, toComponentRef } from "./openapi-body.ts";
import { type Operation, toOperation } from "./openapi-operation.ts";
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
    openapi: "3.1.0",
    info: {
      title: titles[part],
      version: "1.0.0",
      description:
        "Emitted from the endpoint table of @journey-kit/schemas; a section number refers to the specification.",
      contact: { name: "journey-kit" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [serverOf(part)],
    tags: used.map((name) => ({ name, description: tags[name] })),
    paths,
    components: {
      securitySchemes: only(securitySchemes, schemes),
      headers: only(headers, refsIn(paths, "#/components/headers/")),
      schemas: schemasFor(paths),
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

function serverOf(part: Part): Json {
  const description = part === "token" ? "Address of the token service." : "Regional address of the service.";
  return { url: "{address}", description, variables: { address: { default: "http://127.0.0.1:4010", description } } };
}

/** The schemas that the paths refer to, and those that these refer to. */
function schemasFor(paths: OpenApiDocument["paths"]): Readonly<Record<string, JsonSchema>> {
  const all = emitSchemas("draft-2020-12", toComponentRef);
  const needed = new Set(refsIn(paths, toComponentRef("")));
  for (const name of needed) for (const other of refsIn(all[name], toComponentRef(""))) needed.add(other); // grows as it goes
  return only(all, [...needed]);
}

function refsIn(value: unknown, prefix: string): string[] {
  const found = JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g);
  return [...found].flatMap(([, ref = ""]) => (ref.startsWith(prefix) ? [ref.slice(prefix.length)] : []));
}

const only = <T>(table: Readonly<Record<string, T>>, names: readonly string[]): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(table).filter(([name]) => names.includes(name)));
