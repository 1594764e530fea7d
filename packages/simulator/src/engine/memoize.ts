/** Caches a derived value for each key, such as a journey definition, as long as the key lives. */
export function memoize<Key extends object, Value extends object>(derive: (key: Key) => Value): (key: Key) => Value {
  const cache = new WeakMap<Key, Value>();
  return (key) => {
    const value = cache.get(key) ?? derive(key);
    cache.set(key, value);
    return value;
  };
}
