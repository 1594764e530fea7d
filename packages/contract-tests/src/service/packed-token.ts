/** Thrown for an invalid replay token, or a token from another version of the kit. */
export class ReplayTokenError extends Error {
  override readonly name = "ReplayTokenError";
}

/**
 * Packs JSON into a token that is easy to paste: a prefix for the kind and version, then letters, digits, `-` and `_`.
 */
export async function packToken(mark: string, value: unknown): Promise<string> {
  const bytes = await squeeze(new Blob([JSON.stringify(value)]), new CompressionStream("deflate-raw"));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return mark + base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Unpacks and parses the JSON of a token.
 *
 * @throws {ReplayTokenError} When the prefix is missing, the token is incomplete, or `parse` throws.
 */
export async function unpackToken<T>(mark: string, token: string, parse: (value: unknown) => T): Promise<T> {
  if (!token.trim().startsWith(mark)) throw new ReplayTokenError(`A replay token begins with ${mark}`);
  try {
    const base64 = token.trim().slice(mark.length).replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const text = new TextDecoder().decode(await squeeze(new Blob([bytes]), new DecompressionStream("deflate-raw")));
    return parse(JSON.parse(text));
  } catch {
    throw new ReplayTokenError("The replay token is incomplete or comes from another version of the kit.");
  }
}

const squeeze = async (
  blob: Blob,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await new Response(blob.stream().pipeThrough(through)).arrayBuffer());
