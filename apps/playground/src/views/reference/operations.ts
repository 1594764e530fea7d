import { type EndpointName, endpointNames, endpointOf } from "@journey-kit/schemas/endpoints";
import { type GapId, gapIds } from "@journey-kit/schemas/tables";
import { matchesWords } from "../../text/matches-words.ts";
import type { SchemaObject } from "../../ui/json-editor/schema.ts";

/** The OpenAPI documents of a simulator, in the order in which the page lists them. */
export const documentNames = ["v2", "v1", "token", "control"] as const;

export type DocumentName = (typeof documentNames)[number];

/** The parts of an OpenAPI document that the page reads. */
export interface OpenApiDocument {
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, SchemaObject>> };
}

interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

/** A parameter of a path or a query. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly description?: string;
  readonly schema?: SchemaObject;
}

interface ResponseObject {
  readonly description: string;
  readonly content?: Contents;
}

type Contents = Readonly<Record<string, Content>>;

interface Content {
  readonly schema?: SchemaObject;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** A body of a request or a response. Its schema includes the `components` that it refers to. */
export interface Body {
  /** The media type, such as `application/json`. */
  readonly type: string;
  readonly schema: SchemaObject;
  readonly example?: unknown;
  /** Further examples by name, such as the errors of a status. */
  readonly examples: Readonly<Record<string, unknown>>;
}

export interface ResponseSpec {
  readonly status: string;
  readonly description: string;
  readonly body?: Body;
}

/** An endpoint of the service or of the control API. */
export interface Operation {
  readonly id: string;
  readonly document: DocumentName;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly isDeprecated: boolean;
  /** The endpoint to use instead. */
  readonly replacedBy?: string;
  /** Whether a request needs an access token. */
  readonly needsToken: boolean;
  /** Section of the specification. */
  readonly spec?: string;
  /** The gaps that the endpoint and its bodies depend on. */
  readonly gaps: readonly GapId[];
  readonly parameters: readonly Parameter[];
  readonly body?: Body;
  readonly responses: readonly ResponseSpec[];
}

/** Lists the operations of a document, in its order. */
export const toOperations = (name: DocumentName, document: OpenApiDocument): readonly Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => toOperation(name, document, path, method, operation)),
  );

function toOperation(
  name: DocumentName,
  document: OpenApiDocument,
  path: string,
  method: string,
  operation: OperationObject,
): Operation {
  const { operationId: id, summary, tags, deprecated = false, security = [], parameters = [] } = operation;
  const body = toBody(document, operation.requestBody?.content);
  const responses = Object.entries(operation.responses).map(([status, { description, content }]) => {
    const responseBody = toBody(document, content);
    return { status, description, ...(responseBody && { body: responseBody }) };
  });
  const route = isEndpointName(id) ? endpointOf(id) : undefined;
  const bodies = [body, ...responses.map((response) => response.body)];
  const comments = bodies.flatMap((one) => one?.schema.$comment ?? []);
  return {
    id,
    document: name,
    method: method.toUpperCase(),
    path,
    summary,
    tag: tags?.[0] ?? name,
    isDeprecated: deprecated,
    ...(route?.replacedBy !== undefined && { replacedBy: route.replacedBy }),
    needsToken: security.length > 0 && security.every((one) => "customerToken" in one || "interactionToken" in one),
    ...(route !== undefined && { spec: route.spec }),
    gaps: findGaps(`${JSON.stringify(route)} gap ${comments.join(" gap ")}`),
    parameters,
    ...(body && { body }),
    responses,
  };
}

function toBody({ components }: OpenApiDocument, content: Contents | undefined): Body | undefined {
  const [first] = Object.entries(content ?? {});
  if (first === undefined) return undefined;
  const [type, { schema = {}, example, examples = {} }] = first;
  const named = Object.entries(examples).map(([name, { value }]) => [name, value]);
  const own = components?.schemas?.[schema.$ref?.split("/").at(-1) ?? ""];
  const $comment = schema.$comment ?? own?.$comment;
  return {
    type,
    schema: { ...schema, ...($comment !== undefined && { $comment }), ...{ components } },
    ...(example !== undefined && { example }),
    examples: Object.fromEntries(named),
  };
}

/** Finds the gaps that a text names, such as `Spec 2.7; gap start-subject-omitted`. */
export function findGaps(text: string): readonly GapId[] {
  const words = new Set(text.match(/[a-z0-9]+(?:-[a-z0-9]+)+/g));
  return gapIds.filter((gap) => words.has(gap));
}

const isEndpointName = (id: string): id is EndpointName => endpointNames.some((name) => name === id);

/** Operations under one heading of the list. */
export interface OperationGroup {
  readonly document: DocumentName;
  readonly tag: string;
  readonly operations: readonly Operation[];
}

/** Groups the operations that contain every word of a text in their name, path or summary. */
export function groupOperations(operations: readonly Operation[], text: string): readonly OperationGroup[] {
  const found = operations.filter(({ id, path, summary, method, responses }) => {
    const errors = responses.flatMap(({ body }) => Object.keys(body?.examples ?? {}));
    return matchesWords([id, method, path, summary, ...errors].join(" "), text);
  });
  const groups = Map.groupBy(found, ({ document, tag }) => `${document} ${tag}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ document: first.document, tag: first.tag, operations: group }];
  });
}
