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
