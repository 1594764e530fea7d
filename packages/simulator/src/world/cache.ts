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
