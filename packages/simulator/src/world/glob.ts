/** A pattern in which `*` matches any text and `?` any single character, in a form that is fast to match. */
export interface Glob {
  /** For each character of the pattern, the places at which it occurs. */
  readonly places: ReadonlyMap<string, Bits>;
  /** The places of `?`. */
  readonly anywhere: Bits;
  /** The places that a `*` precedes. */
  readonly stars: Bits;
  /** The place behind the last character. */
  readonly end: number;
}

type Bits = Uint32Array<ArrayBuffer>;

const wordSize = 32;
const addPlace = (bits: Bits, place: number): void => {
  bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31));
};
const has = (bits: Bits, place: number): boolean => ((bits[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0;

export function parseGlob(pattern: string): Glob {
  const end = pattern.length - (pattern.split("*").length - 1);
  const empty = (): Bits => new Uint32Array(Math.ceil((end + 1) / wordSize));
  const [anywhere, stars] = [empty(), empty()];
  const places = new Map<string, Bits>();
  let place = 0;
  for (let i = 0; i < pattern.length; i += 1) {
    const char = pattern.charAt(i);
    if (char === "*") addPlace(stars, place);
    else {
      if (char === "?") addPlace(anywhere, place);
      else {
        const own = places.get(char) ?? empty();
        addPlace(own, place);
        places.set(char, own);
      }
      place += 1;
    }
  }
  return { places, anywhere, stars, end };
}

/** The steps that matching takes for each character of a text. */
export const stepsPerCharacter = ({ stars }: Glob): number => stars.length;

/**
 * Whether a pattern matches a whole text. Keeps the set of all places that the text so far can have reached, so the time
 * is proportional to the length of the text.
 */
export function matchesGlob({ places, anywhere, stars, end }: Glob, text: string): boolean {
  const reached: Bits = new Uint32Array(stars.length);
  addPlace(reached, 0);
  for (let at = 0; at < text.length; at += 1) {
    const own = places.get(text.charAt(at));
    let carry = 0;
    let left = 0;
    for (let i = 0; i < reached.length; i += 1) {
      const before = reached[i] ?? 0;
      const passed = before & ((own?.[i] ?? 0) | (anywhere[i] ?? 0));
      const next = (passed << 1) | carry | (before & (stars[i] ?? 0));
      carry = passed >>> 31;
      reached[i] = next;
      left |= next;
    }
    if (left === 0) return false;
  }
  return has(reached, end);
}
