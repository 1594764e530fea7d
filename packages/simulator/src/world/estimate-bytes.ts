/** Estimates the bytes of a JSON value in memory. Writing it as JSON to measure it would take longer than a response. */
export function estimateBytes(value: unknown): number {
  if (typeof value === "string") return 16 + 2 * value.length;
  if (typeof value !== "object" || value === null) return 8;
  let bytes = 32;
  if (Array.isArray(value)) for (const item of value) bytes += estimateBytes(item);
  else for (const [name, member] of Object.entries(value)) bytes += 2 * name.length + estimateBytes(member);
  return bytes;
}
