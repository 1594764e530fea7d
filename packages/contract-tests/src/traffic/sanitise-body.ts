import { type Author, ErrorBody, isPublic, type Shape, shapeOf, TokenError, V1ErrorBody } from "@journey-kit/schemas";
import { type EndpointName, endpointOf } from "@journey-kit/schemas/endpoints";
import { isWord } from "@journey-kit/schemas/personal";
import * as z from "zod";
import { leftOut } from "./placeholders.ts";
import type { Pseudonyms } from "./pseudonyms.ts";
import { sanitiseAddress } from "./sanitise-address.ts";
import { entryTypes, isListed, isMemberName } from "./vocabulary.ts";

const unknown = shapeOf(z.unknown());
const anyError = shapeOf(z.union([ErrorBody, V1ErrorBody, TokenError]));

/** Replaces a body that is not JSON. */
const noJson = "not JSON";

/** Deeper values are cut off. The service refuses a body before it is as deep. */
const maxDepth = 200;

/** Replaces the personal and secret values in the body of a request. */
export function sanitiseRequestBody(
  pseudonyms: Pseudonyms,
  name: EndpointName | undefined,
  text: string,
  contentType: string,
): string {
  const shape = name === undefined ? unknown : shapeOf(endpointOf(name).request);
  const copier = createCopier(pseudonyms, "caller");
  if (/^multipart\//i.test(contentType)) return "";
  if (/^application\/x-www-form-urlencoded/i.test(contentType)) {
    const fields = [...new URLSearchParams(text)].map(([field, value]): [string, string] => [
      copier.copyName(shape, field),
      copier.copyField(shape, field, value),
    ]);
    return new URLSearchParams(fields).toString();
  }
  const parsed = parseJson(text);
  return parsed === undefined ? maskMalformed(text) : JSON.stringify(copier.copy(shape, parsed.value, place));
}

/** Replaces the personal and secret values in the body of a response. */
export function sanitiseResponseBody(
  pseudonyms: Pseudonyms,
  name: EndpointName | undefined,
  status: number,
  text: string,
): string {
  const parsed = parseJson(text);
  if (parsed === undefined) return text.trim() === "" ? text : noJson;
  const success = name === undefined ? unknown : shapeOf(endpointOf(name).response);
  const copier = createCopier(pseudonyms, "service");
  const isSchema = name?.endsWith("fetchTaskSchema") === true && status < 400;
  return JSON.stringify(copier.copy(status < 400 ? success : anyError, parsed.value, { ...place, isSchema }));
}

/** Members whose values the service chooses. */
const idNames = /^(instanceId|interactionId|taskId|correlationId|grId)$/;

/** Notes the ids in a response, before anything of its exchange is replaced. */
export function noteIds(pseudonyms: Pseudonyms, text: string | undefined): void {
  const note = (value: unknown, depth: number): void => {
    if (typeof value !== "object" || value === null || depth > maxDepth) return;
    for (const [name, member] of Object.entries(value)) {
      if (name === "subject") continue; // its ids are those of the caller's systems
      if (typeof member === "string" && idNames.test(name)) pseudonyms.issue(member);
      else note(member, depth + 1);
    }
  };
  note(text === undefined ? undefined : parseJson(text)?.value, 0);
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Keeps only the punctuation of malformed JSON, so that the service refuses it for the same reason. */
function maskMalformed(text: string): string {
  const mask = text.replaceAll(/\\./gs, "x").replaceAll(/[^"{}[\]:,]+/g, (part) => (part.trim() === "" ? part : "x"));
  return parseJson(mask) === undefined ? mask : `${mask}x`;
}

interface Place {
  readonly name: string;
  readonly depth: number;
  /** Whether the value is inside of a JSON Schema, which describes data and contains none. */
  readonly isSchema: boolean;
}

const place: Place = { name: "", depth: 0, isSchema: false };

/** Leaves that are images although the schema calls them text. Spec 2.8. */
const imageNames = /^(side[12]Image|photo(Compressed)?|signature(Compressed)?|selfieImage|face[12]Image)$/;
const tokenNames = /token$/i;
const secretNames = /secret|password/i;
const clientNames = /^(client_id|clientId)$/;
const schemaWords = /^(pattern|format|type|\$ref|\$schema|const|description|title)$/;

/** A name that programs use. A person's name does not begin with a small letter. */
const camelCase = /^[a-z]+(?:[A-Z][a-z]*)*\d{0,4}$/;

const timestamp = z.iso.datetime({ offset: true });

function createCopier(pseudonyms: Pseudonyms, author: Author) {
  const copy = (shape: Shape, value: unknown, at: Place): unknown => {
    const below = (name: string): Place => ({
      name,
      depth: at.depth + 1,
      isSchema: at.isSchema || (author === "service" && at.depth === 0 && name === "schemas"),
    });
    if (typeof value === "string") return copyText(shape, value, at);
    if (typeof value === "number") return copyNumber(shape, value, at);
    if (typeof value !== "object" || value === null) return value;
    if (at.depth > maxDepth) return [];
    if (Array.isArray(value)) return value.map((entry) => copy(shape.entry ?? unknown, entry, below(at.name)));
    const members = Object.entries(value).map(([name, member]) => {
      if (name === leftOut && /^‹\d{1,5} more›$/.test(String(member))) return [name, member];
      const known = shape.members?.get(name) ?? shape.rest ?? unknown;
      return [copyName(shape, name), copy(known, member, below(name))];
    });
    return Object.fromEntries(members);
  };

  const copyName = ({ members }: Shape, name: string): string => {
    if (members?.has(name) || isMemberName(name)) return name;
    const isName = isWord(name) || camelCase.test(name);
    return isName && !pseudonyms.personal.has(name) ? name : pseudonyms.value(name, author);
  };

  const copyText = (shape: Shape, text: string, { name, isSchema }: Place): string => {
    if (text.trim() === "") return text;
    if (pseudonyms.token.has(text) || (tokenNames.test(name) && !isPublic(shape, text, author)))
      return pseudonyms.token.of(text);
    if (secretNames.test(name)) return pseudonyms.secret.of(text);
    if (clientNames.test(name)) return pseudonyms.client(text);
    if (shape.isImage || imageNames.test(name)) return pseudonyms.image(text);
    if (isSchema) return copySchemaText(text, name);
    if (isPublicPlace(shape)) return copyPublicText(shape, text, name);
    if (name === "type" && isType(text)) return pseudonyms.publish(text);
    if (name === "instanceUrl") return sanitiseAddress(pseudonyms, text);
    if (isNameOrId(text, name)) return text;
    return author === "service" && name === "message" ? pseudonyms.phrase(text) : pseudonyms.value(text, author);
  };

  /** Whether a text is an id in a member that the endpoint does not have, or the service names a member. */
  const isNameOrId = (text: string, name: string): boolean => {
    if (pseudonyms.personal.has(text)) return false;
    return idNames.test(name) ? pseudonyms.isId(text) : author === "service" && isMemberName(text);
  };

  /** Whether a `type` selects an entry of a list, or is a word that programs use. A text keeps its first meaning. */
  const isType = (text: string): boolean => {
    if (entryTypes.has(text.toLowerCase())) return true;
    return author === "caller" ? isWord(text) && !pseudonyms.personal.has(text) : pseudonyms.isPublished(text);
  };

  const copyPublicText = (shape: Shape, text: string, name: string): string => {
    if (author === "caller") {
      const isJourney = name === "resourceId" && resourceForm.test(text) && !pseudonyms.personal.occursIn(text);
      if (isJourney) pseudonyms.noteJourney(text);
      const isWordOfService = isListed(text) && !pseudonyms.personal.has(text);
      const isKept = isJourney || isWordOfService || pseudonyms.isId(text) || isPublic(shape, text, author);
      return isKept ? text : pseudonyms.value(text);
    }
    const isOfSchema = !acceptsAnyWord(shape) && isPublic(shape, text, author);
    if (isOfSchema || timestamp.safeParse(text).success) return text;
    const isKept = pseudonyms.isId(text) && !pseudonyms.personal.has(text);
    return pseudonyms.publish(isKept ? text : pseudonyms.phrase(text));
  };

  const copySchemaText = (text: string, name: string): string =>
    schemaWords.test(name) && !pseudonyms.personal.occursIn(text) ? text : pseudonyms.phrase(text);

  const copyNumber = (shape: Shape, value: number, { isSchema }: Place): number => {
    const isShort = Math.abs(value) < 100_000;
    if (isPublic(shape, value, author) || (isShort && (isSchema || isPublicPlace(shape)))) return value;
    return pseudonyms.number(value, author);
  };

  /** Copies a field of a form. Long base64 text is an image, which a hosted page sends as a field. */
  const copyField = (shape: Shape, name: string, text: string): string => {
    if (name === "scope" && text.split(" ").every(isWord)) return text;
    return copyText(shape.members?.get(name) ?? shape.rest ?? unknown, text, { ...place, name });
  };
  return { copy, copyName, copyField };
}

/** The id of a journey with its version. Spec 2.1. */
const resourceForm = /^[\w.:-]+@(latest|\d{1,4}(\.\d{1,4})*)$/;

const isPublicPlace = ({ open, isMixed }: Shape): boolean => open.length > 0 && !isMixed;

/** Whether a place of the service is for any word, and not for one of several listed words. */
const acceptsAnyWord = (shape: Shape): boolean => isPublic(shape, "any-other-word-1", "caller");
