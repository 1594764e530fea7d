/**
 * Hashes `words` to a number in [0, 1). Unlike a stream of random numbers, the same words give the same number in every
 * process and in any order of calls.
 */
export function draw(...words: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const word of words) {
    const text = `${word}\u0000`;
    for (let i = 0; i < text.length; i += 1) {
      const code = text.codePointAt(i) ?? 0;
      if (code > 0xffff) i += 1;
      hash = Math.imul(hash ^ code, 0x01000193);
    }
  }
  return mix(hash) / 0x1_0000_0000;
}

/** Spreads differences in the low bits over all bits. */
function mix(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
