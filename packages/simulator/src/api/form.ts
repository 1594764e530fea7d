import { RefusalError } from "../engine/refusal-error.ts";

const maxFields = 1_000;

/** Maximum number of characters in the headers of one field. */
const maxHeaders = 8 * 1_024;

/** A parameter of a content type: a token, or quoted text without escapes. */
const parameter = /;[ \t]*([\w-]+)=(?:"([ !\x23-\x5b\x5d-\x7e]*)"|([!\x23-\x3a\x3c-\x5b\x5d-\x7e]+))[ \t]*/g;

/**
 * Returns the boundary that every parser reads. Parsers disagree about a boundary that is repeated or escaped, so the
 * fields counted here might not be the ones that are parsed.
 *
 * @throws {RefusalError} `MALFORMED_REQUEST`.
 */
function boundaryOf(contentType: string): string {
  const parameters = [...contentType.matchAll(parameter)];
  const boundaries = parameters.filter(([, name]) => name?.toLowerCase() === "boundary");
  const [, , quoted, token] = boundaries[0] ?? [];
  const isUnderstood = contentType.replaceAll(parameter, "").trim().toLowerCase() === "multipart/form-data";
  const boundary = quoted ?? token;
  if (isUnderstood && boundaries.length === 1 && boundary !== undefined && boundary !== "") return boundary;
  throw new RefusalError("MALFORMED_REQUEST", "The content type must contain one boundary, without escapes.");
}

/**
 * Checks the number of fields in a form and the size of their headers before parsing the form, because parsing can take
 * quadratic time.
 *
 * @throws {RefusalError} `BODY_TOO_COMPLEX`, or `MALFORMED_REQUEST` if the content type is malformed.
 */
export function checkForm(contentType: string, text: string): void {
  const isMultipart = /^multipart\//i.test(contentType);
  const [separator, maxParts] = isMultipart ? [`--${boundaryOf(contentType)}`, maxFields + 2] : ["&", maxFields];
  const parts = text.split(separator, maxParts + 1);
  if (parts.length > maxParts) {
    throw new RefusalError("BODY_TOO_COMPLEX", `The form has more than ${maxFields} fields.`);
  }
  if (isMultipart && parts.slice(1).some((part) => part.length > maxHeaders && !hasShortHeaders(part))) {
    throw new RefusalError("BODY_TOO_COMPLEX", `The headers of a field exceed ${maxHeaders / 1_024} KiB.`);
  }
}

/** An empty line ends the headers of a field. */
const hasShortHeaders = (part: string): boolean => part.slice(0, maxHeaders).includes("\r\n\r\n");
