/** A value with the rule that other values are held to instead, in the form that every Pact library reads. */
export interface Rule<Value = unknown> {
  /** Name of the rule, or rules that all must hold. */
  readonly "pact:matcher:type": string | readonly object[];
  readonly value: Value;
  readonly [member: string]: unknown;
}

/** A value with one rule, as headers and forms take them. */
export interface SingleRule<Value = unknown> extends Rule<Value> {
  readonly "pact:matcher:type": string;
}

/** Whether a value is a rule: one of these, or one that Pact's own `Matchers` made. */
export const isRule = (value: unknown): value is Rule =>
  typeof value === "object" && value !== null && "pact:matcher:type" in value && "value" in value;

/** Any value of the same type. */
export const sameType = (value: unknown): Rule => ({ "pact:matcher:type": "type", value });

/** This value and no other. */
export const exactly = (value: unknown): SingleRule => ({ "pact:matcher:type": "equality", value });

/** Texts that match an expression, and everything that matches it once it is written as a text. */
export const matching = (regex: string, value: string): SingleRule<string> => ({
  "pact:matcher:type": "regex",
  regex,
  value,
});

/** Texts that match an expression, and nothing but texts. */
export const textMatching = (regex: string, value: string): Rule<string> => ({
  "pact:matcher:type": [{ "pact:matcher:type": "regex", regex }, { "pact:matcher:type": "type" }],
  value,
});

/** One of some words; the first is shown. */
export function oneOf(...words: readonly string[]): Rule<string> {
  const quoted = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return textMatching(`^(${quoted.join("|")})$`, words[0] ?? "");
}

/** Arrays of at least `min` entries that are each like the one shown. */
export const each = (entry: unknown, min: number): Rule => ({ "pact:matcher:type": "type", value: [entry], min });

/**
 * Has the verifier put the value that the provider's state calls `name` in place of the one shown, behind `prefix`. The
 * service makes ids and tokens itself, so that no file can know them beforehand.
 */
export const fromState = <Held extends Rule>(name: string, rule: Held, prefix = ""): Held => ({
  ...rule,
  "pact:generator:type": "ProviderState",
  expression: `${prefix}\${${name}}`,
});

/** The value that rules stand for, with every rule in it replaced by what it shows. */
export function toShown(value: unknown): unknown {
  if (isRule(value)) return toShown(value.value);
  if (Array.isArray(value)) return value.map(toShown);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toShown(member)]));
}
