import { UnavailableError } from "../database/database.ts";
import { RefusalError } from "../engine/refusal-error.ts";
import { renderError } from "../render/error.ts";
import { type ApiRequest, type RecordedResponse, toRecordedResponse } from "./request.ts";

/** Refuses a request because the store cannot be used, and says why, if known. The caller may try again after a second. */
export function createStoreRefusal(error?: unknown): RefusalError {
  const reason = error instanceof UnavailableError ? error.reason : undefined;
  const problem = reason === undefined ? "The store does not respond." : `The store cannot be used: ${reason}.`;
  return new RefusalError("STORE_UNAVAILABLE", problem, { headers: { "retry-after": "1" } });
}

/** The parts of a request that are needed to render an error. */
export type ErrorRequest = Pick<ApiRequest, "id" | "citations" | "apiVersion" | "outcome" | "control">;

/**
 * Renders a refusal as a response, with the headers of its endpoint. Every error body of the service comes from this
 * function. Spec 7, 9.
 */
export function renderErrorResponse(
  { id, citations, apiVersion, control }: ErrorRequest,
  { refusal, details: { headers: own, record } }: RefusalError,
  headers: Readonly<Record<string, string>> = {},
): RecordedResponse {
  const { status, body } = renderError(citations, refusal, apiVersion, { hasPaths: control !== undefined });
  return toRecordedResponse({ id, citations }, { status, body, refusal, record, headers: { ...headers, ...own } });
}
