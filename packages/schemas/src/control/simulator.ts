import * as z from "zod";
import { doc } from "../meta.ts";

/** Reports that the simulator process is running. */
export const Health = doc(z.strictObject({ status: z.literal("alive") }), {
  id: "Health",
  description: "The simulator process is running. It may still be loading or have no connection to its database.",
  examples: [{ status: "alive" }],
});
export type Health = z.infer<typeof Health>;

/** Reports that the simulator can serve requests. */
export const Readiness = doc(z.strictObject({ status: z.literal("ready") }), {
  id: "Readiness",
  description: "The simulator can serve requests.",
  examples: [{ status: "ready" }],
});
export type Readiness = z.infer<typeof Readiness>;

const plainText = z.string();

/** Metrics in the Prometheus text format. */
export const Metrics = doc(z.string(), {
  id: "Metrics",
  description: "Metrics in the Prometheus text format.",
  examples: ["# TYPE journey_sim_worlds gauge\njourney_sim_worlds 3\n"],
});
export type Metrics = z.infer<typeof Metrics>;

/** A message of the Model Context Protocol. */
export const ToolMessage = doc(
  z.strictObject({
    jsonrpc: z.literal("2.0"),
    id: doc(z.union([z.string(), z.int()]), {
      description: "Chosen by the caller; the response has the same. Omitted in a notification.",
    }).optional(),
    method: doc(z.string(), { description: "Omitted in a response." }).optional(),
    params: doc(z.unknown(), { description: "What the method needs." }).optional(),
    result: doc(z.unknown(), { description: "In a response that succeeded." }).optional(),
    error: doc(z.unknown(), { description: "In a response that failed." }).optional(),
  }),
  {
    id: "ToolMessage",
    description: "A JSON-RPC message of the Model Context Protocol, as its transport Streamable HTTP defines it.",
    examples: [{ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "listWorlds", arguments: {} } }],
  },
);

/** Every gap with its readings, by id. */
export const GapRegister = doc(
  z.object({}).catchall(
    z.looseObject({
      spec: doc(plainText, { description: "Section of the specification." }),
      question: plainText,
      kind: doc(z.enum(["engine", "wire", "client"]), {
        description:
          "`engine`: the reading is fixed when an instance starts. `wire`: a new reading applies from the next request. `client`: the reading affects only the client.",
      }),
      options: doc(z.object({}).catchall(plainText), {
        description: "The readings, each with its answer to the question.",
      }),
      specified: doc(plainText, { description: "The reading of the profile `specified`." }),
      observed: doc(plainText, { description: "The reading of the profile `observed`." }),
    }),
  ),
  {
    id: "GapRegister",
    description: "Every question that the specification leaves open, with its readings, by id.",
    examples: [
      {
        "submit-status": {
          spec: "4.2",
          question: "Which status does a successful submit return?",
          kind: "wire",
          options: { ok: "Returns 200.", created: "Returns 201." },
          specified: "ok",
          observed: "ok",
        },
      },
    ],
  },
);
export type GapRegister = z.infer<typeof GapRegister>;

/** The JSON Schema (draft-07) of a file that users write. */
export const FileSchema = doc(
  z.looseObject({ $schema: plainText, $id: plainText, title: plainText, description: plainText }),
  {
    id: "FileSchema",
    description: "The JSON Schema (draft-07) for a file that you write, such as a scenario.",
    examples: [
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        $id: "Scenario.json",
        title: "Scenario",
        description: "Scripted module outcomes.",
      },
    ],
  },
);
export type FileSchema = z.infer<typeof FileSchema>;

/** Selects the readings that an OpenAPI document follows. */
export const OpenApiQuery = doc(
  z.strictObject({
    world: doc(z.string(), {
      description:
        "Client id of the world whose readings the document follows. If omitted, the document follows the profile of the simulator.",
    }).optional(),
  }),
  {
    id: "OpenApiQuery",
    description: "Selects the readings for the OpenAPI document.",
    examples: [{ world: "acme" }],
  },
);
export type OpenApiQuery = z.infer<typeof OpenApiQuery>;

/** An OpenAPI 3.1 document. */
export const OpenApi = doc(z.looseObject({ openapi: plainText, info: z.looseObject({}), paths: z.looseObject({}) }), {
  id: "OpenApi",
  description: "An OpenAPI 3.1 document.",
  examples: [{ openapi: "3.1.0", info: {}, paths: {} }],
});
export type OpenApi = z.infer<typeof OpenApi>;
