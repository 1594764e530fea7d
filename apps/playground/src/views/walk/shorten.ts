const longest = 120;

/** Shortens the long texts of a body, such as images, so that the rest can be read. */
export function shorten(value: unknown): unknown {
  if (typeof value === "string")
    return value.length > longest ? `${value.slice(0, 24)}… (${value.length.toLocaleString("en")} characters)` : value;
  if (Array.isArray(value)) return value.map(shorten);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shorten(member)]));
}
