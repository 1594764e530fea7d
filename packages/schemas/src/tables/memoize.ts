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

/** Keeps only the values that were set last, so that no caller can fill the memory. */
interface Cache<Cached> {
  get(key: string): Cached | undefined;
  set(key: string, value: Cached): void;
}

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

const maxTexts = 1_000;
const maxLength = 200;

/** Memoizes a function of a text. It remembers at most a thousand short texts, so that no caller can fill the memory. */
export function memoizeText<Value extends object | string | boolean>(
  derive: (text: string) => Value,
): (text: string) => Value {
  const known = createCache<Value>(maxTexts);
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = derive(text);
    if (text.length <= maxLength) known.set(text, value);
    return value;
  };
}
