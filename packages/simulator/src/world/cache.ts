/** Keeps only the values that were set last, so that no caller can fill the memory. */
export interface Cache<Cached> {
  get(key: string): Cached | undefined;
  set(key: string, value: Cached): void;
}

/** Creates a cache of at most `size` values. */
export function createCache<Cached>(size: number): Cache<Cached> {
  const values = new Map<string, Cached>();
  return {
    get: (key) => values.get(key),
    set: (key, value) => {
      values.delete(key);
      const oldest = values.size >= size ? values.keys().next().value : undefined;
      if (oldest !== undefined) values.delete(oldest);
      values.set(key, value);
    },
  };
}

/** Memoizes a function of one object, such as a journey definition or a profile, for as long as the object lives. */
export function memoize<Key extends object, Value extends object>(derive: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = derive(key);
    known.set(key, value);
    return value;
  };
}

const maxTexts = 1_000;
const maxLength = 200;

/**
 * Memoizes a function of a text. It remembers at most a thousand short texts, so that no caller can fill the memory. The
 * same text as in the last call is only compared, because looking up a text hashes it.
 */
export function memoizeText<Value extends object | string | boolean>(
  derive: (text: string) => Value,
): (text: string) => Value {
  const known = createCache<Value>(maxTexts);
  let lastText: string | undefined;
  let lastValue: Value | undefined;
  return (text) => {
    if (text === lastText && lastValue !== undefined) return lastValue;
    const found = known.get(text);
    const value = found ?? derive(text);
    if (text.length > maxLength) return value;
    if (found === undefined) known.set(text, value);
    lastText = text;
    lastValue = value;
    return value;
  };
}
