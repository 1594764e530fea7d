import { partsOf, safeParse, schemaFor, unwrap } from "@journey-kit/schemas";
import { elements, isRecord, parsePath } from "@journey-kit/schemas/calls";
import { endpointOf } from "@journey-kit/schemas/endpoints";
import { presets } from "@journey-kit/schemas/tables";
import type * as z from "zod";
import { parse } from "../service/target.ts";
import { sampleImage } from "./images.ts";
import { findTarget, type TrafficExchange } from "./traffic.ts";

const strict = { ...presets.specified, "required-fields": "strict" } as const;

/**
 * Replaces the placeholders in an exchange of a simulator's journal, such as `‹string 5›`, with sample values. A value is
 * valid if the schema accepts a value of the length that the placeholder names.
 */
export function fillPlaceholders(exchange: TrafficExchange): TrafficExchange {
  const target = findTarget(exchange);
  const { request, response } = target === undefined ? {} : endpointOf(target.name);
  const { requestHeaders, requestBody, responseBody, status } = exchange;
  return {
    ...exchange,
    requestHeaders: Object.fromEntries(
      Object.entries(requestHeaders).map(([name, value]) => [name, value.replaceAll(stringForm, fillString)]),
    ),
    requestBody: fillBody(request, requestBody, "caller", requestHeaders["content-type"]),
    responseBody: fillBody(status < 400 ? response : undefined, responseBody, "service"),
  };
}

/** The name of a member that stands for members that the journal left out, as in `"…": "‹2 more›"`. */
export const leftOut = "…";

const stringForm = /‹string (\d{1,7})›/g;
const fillString = (_: string, length: string): string => plainText(Number(length));

/** The journal has a form as an object of its fields. */
function fillBody(
  schema: z.ZodType | undefined,
  text: string | undefined,
  author: MemberPlace["author"],
  type = "",
): string | undefined {
  if (text === undefined || !text.includes("‹")) return text;
  if (text.startsWith("‹")) return "{"; // malformed text
  const body = fill(schema && schemaFor(strict, schema), parse(text), { name: "", list: "", author });
  if (!type.startsWith("application/x-www-form-urlencoded") || !isRecord(body)) return JSON.stringify(body);
  return new URLSearchParams(
    Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)])),
  ).toString();
}

/** The name of a member, and of the list that its object is an entry of. */
interface MemberPlace {
  readonly name: string;
  readonly list: string;
  /** Who wrote the body. Responses keep the mark of members that the journal left out. */
  readonly author: "caller" | "service";
}

function fill(schema: z.core.$ZodType | undefined, value: unknown, place: MemberPlace): unknown {
  const { members, entry, options } = schema === undefined ? {} : partsOf(unwrap(schema));
  if (Array.isArray(value)) {
    const below = { ...place, list: place.name };
    return value.flatMap((each, i) => {
      const more = typeof each === "string" ? /^‹(\d{1,5}) more›$/.exec(each) : null;
      if (more === null) return [fill(entry, each, below)];
      return Array.from({ length: Number(more[1]) }, () => fill(entry, value[i - 1], below));
    });
  }
  if (isRecord(value)) {
    const filled = Object.entries(value).map(([name, member]) => {
      if (name === leftOut) return place.author === "service" ? [name, member] : ["unknown", "sample"];
      return [name, fill(members?.get(name), member, { ...place, name })];
    });
    return Object.fromEntries(filled);
  }
  return typeof value === "string"
    ? fillText(options === undefined ? schema && unwrap(schema) : schema, value, place)
    : value;
}

function fillText(schema: z.core.$ZodType | undefined, text: string, place: MemberPlace): unknown {
  const [, kind, count] = /^‹(string|image of|number|boolean|array|object)(?: (\d{1,7}))?[^›]*›$/.exec(text) ?? [];
  switch (kind) {
    case "string":
      return sampleText(schema, Number(count), place);
    case "image of":
      return sampleImage("iVBORw0KGgo", numberOf(text));
    case "number":
      return 7;
    case "boolean":
      return true;
    case "array":
      return Array.from({ length: Number(count) }, () => "sample");
    case "object":
      return place.author === "service" && count !== "0" ? { [leftOut]: `‹${count} more›` } : {};
    default:
      return text;
  }
}

/** The number of a text, which is another one for nearly every text. */
const numberOf = (text: string): number =>
  Array.from(text).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7);

/** Creates a text of a length: the first that the schema accepts, or any text. */
function sampleText(schema: z.core.$ZodType | undefined, length: number, { name, list }: MemberPlace): string {
  if (length === 0) return "";
  const email = `${plainText(Math.max(1, length - 12))}@example.org`;
  const named = name === "type" ? typesOf(list) : name === "scope" ? ["service.token"] : [];
  const known = [...named, plainText(length), "1990-12-10", "GBR", "GB", email].filter((one) => one.length === length);
  const valid = schema === undefined ? undefined : known.find((one) => safeParse(schema, one)?.success === true);
  return valid ?? plainText(length);
}

const plainText = (length: number): string => "sample".repeat(Math.ceil(length / 6)).slice(0, length);

/** The types of entries that domain elements select, by list. Spec 2.6. */
const typesOf = (list: string): readonly string[] =>
  Object.values(elements)
    .map(({ path }) => parsePath(path) ?? [])
    .flatMap((steps) =>
      steps.flatMap((step, i) => (typeof step === "object" && steps[i - 1] === list ? [step.type] : [])),
    );
