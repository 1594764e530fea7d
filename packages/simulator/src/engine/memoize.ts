/** Derives a value once for each key, such as a journey definition, and remembers it while the key lives. */
export function memoize<Key extends object, Value extends object>(derive: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const derived = derive(key);
    known.set(key, derived);
    return derived;
  };
}
