import { ErrorBody, schemaFor, TokenError, V1ErrorBody } from "@journey-kit/schemas";
import { type EndpointName, endpointFor, endpointNames, endpointOf } from "@journey-kit/schemas/endpoints";
import type { Profile } from "@journey-kit/schemas/tables";
import { gapIds, gapOf, regions, ruleIds } from "@journey-kit/schemas/tables";
import type * as z from "zod";
import { secret } from "./bodies.ts";

/** A request and its response, with the body as text. */
export interface HttpExchange {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const readings = gapIds.flatMap((id) => Object.keys(gapOf(id).options).map((reading) => `${id}=${reading}`));
const known: ReadonlySet<string> = new Set([...ruleIds, ...readings]);

const withoutRegion = (path: string): string => {
  const region = regions.find((one) => path.startsWith(`/${one}/`));
  return region === undefined ? path : path.slice(region.length + 1);
};

/** Finds the endpoint that has a path under any reading. */
const rowAt = (path: string): EndpointName | undefined =>
  /^\/journey\/[^/]+$/.test(path)
    ? "hosted.showPage"
    : endpointNames.find((name) => {
        const row = endpointOf(name).path;
        return typeof row === "string" ? row === path : Object.values(row.by).includes(path as `/${string}`);
      });

/** Returns the problem with a response, or undefined if the response is valid. Spec 7. */
export function problemOf({ method, path, status, headers, text }: HttpExchange, profile: Profile): string | undefined {
  if (status >= 500) return "a 5xx status";
  if (!/^[\w.-]{1,128}$/.test(headers.get("x-request-id") ?? "")) return "no X-Request-ID";
  const strange = (headers.get("x-sim-basis") ?? "").split(", ").find((one) => !known.has(one));
  if (strange !== undefined) return `an unknown basis: ${strange}`;
  if (method === "HEAD") return undefined;
  const bare = withoutRegion(path);
  const row = rowAt(bare);
  // A hosted form repeats what was entered. The tests of hosted pages check its content.
  if (row === "hosted.showPage" && headers.get("content-type")?.startsWith("text/html")) return undefined;
  if (status < 400) return formProblem(row && endpointFor(row, profile).response, text);
  if (text.includes(secret) || [...headers].some(([, value]) => value.includes(secret))) return "a quoted secret";
  return formProblem(errorSchema(bare, row, method, profile), text);
}

function formProblem(schema: z.ZodType | undefined, text: string): string | undefined {
  if (schema === undefined) return "a success without an endpoint";
  return schema.safeParse(JSON.parse(text)).error?.message;
}

function errorSchema(path: string, row: EndpointName | undefined, method: string, profile: Profile): z.ZodType {
  if (row === "token.requestToken" && method === "POST" && profile["token-error-body"] === "oauth") return TokenError;
  return path.startsWith("/captain/api") && profile["v1-error-body"] === "older"
    ? V1ErrorBody
    : schemaFor(profile, ErrorBody);
}
