const width = 100;

/** Writes a value as JavaScript, indented by `depth` levels. */
export function toLiteral(value: unknown, depth = 0): string {
  if (typeof value === "string") return toText(value);
  if (typeof value !== "object" || value === null) return String(value);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const entries = Array.isArray(value)
    ? value.map((entry) => toLiteral(entry, depth + 1))
    : Object.entries(value).map(([name, member]) => `${toName(name)}: ${toLiteral(member, depth + 1)}`);
  if (entries.length === 0) return open + close;
  const space = Array.isArray(value) ? "" : " ";
  const line = `${open}${space}${entries.join(", ")}${space}${close}`;
  if (!line.includes("\n") && line.length + depth * 2 < width) return line;
  const indent = "  ".repeat(depth);
  return [open, ...entries.map((entry) => `${indent}  ${entry},`), indent + close].join("\n");
}

const toName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/**
 * Values that replace the placeholders for numbers, booleans, arrays and objects, so that the code has the right types.
 */
const substitutes: readonly (readonly [placeholder: RegExp, value: string])[] = [
  [/^‹number›$/, "0"],
  [/^‹boolean›$/, "false"],
  [/^‹array \d+›$/, "[]"],
  [/^‹object \d+›$/, "{}"],
];

function toText(text: string): string {
  const substitute = substitutes.find(([placeholder]) => placeholder.test(text));
  return substitute === undefined ? JSON.stringify(text) : `${substitute[1]} /* ${text} */`;
}
