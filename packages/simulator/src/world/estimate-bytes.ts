import { isRecord } from "@journey-kit/schemas/calls";

/**
 * Estimates the bytes of a JSON value in memory. Writing the value as JSON to measure it would take longer than
 * responding to a request.
 */
export function estimateBytes(value: unknown): number {
  if (typeof value === "string") return 16 + 2 * value.length;
  let bytes = 32;
  if (Array.isArray(value)) {
    for (const item of value) bytes += estimateBytes(item);
    return bytes;
  }
  if (!isRecord(value)) return 8;
  for (const name in value) bytes += 2 * name.length + estimateBytes(value[name]); // `Object.entries` would copy each member
  return bytes;
}
