import { isUtf8 } from "node:buffer";
import { promisify } from "node:util";
import * as zlib from "node:zlib";

/** Collects a body while it passes. */
export interface BodyCopy {
  add(chunk: Uint8Array): void;
  /**
   * Decompresses the body.
   *
   * @param coding The `Content-Encoding` header.
   * @returns Undefined if the body is empty, too large or not text, or if its coding is unknown.
   */
  text(coding: string | undefined): Promise<string | undefined>;
}

/** Creates a copy that gives up a body of more than `most` bytes, compressed or not. */
export function createBodyCopy(most: number): BodyCopy {
  let chunks: Uint8Array[] = [];
  let size = 0;
  return {
    add: (chunk) => {
      size += chunk.length;
      if (size <= most) chunks.push(chunk);
      else chunks = [];
    },
    text: async (coding = "") => {
      if (size === 0 || size > most) return undefined;
      const body = await decode(Buffer.concat(chunks), coding, most);
      return body !== undefined && isUtf8(body) ? body.toString() : undefined;
    },
  };
}

type Decoder = (body: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const gunzip: Decoder = promisify(zlib.gunzip);

const decoders: Readonly<Record<string, Decoder | undefined>> = {
  gzip: gunzip,
  "x-gzip": gunzip,
  deflate: promisify(zlib.inflate),
  br: promisify(zlib.brotliDecompress),
  // Node 22.14 lacks it.
  ...("zstdDecompress" in zlib && { zstd: promisify(zlib.zstdDecompress) }),
};

async function decode(body: Buffer, coding: string, maxOutputLength: number): Promise<Buffer | undefined> {
  const codings = coding
    .toLowerCase()
    .split(",")
    .map((one) => one.trim());
  let decoded = body;
  for (const one of codings.filter((name) => name !== "" && name !== "identity").reverse()) {
    const decoder = Object.hasOwn(decoders, one) ? decoders[one] : undefined;
    if (decoder === undefined) return undefined;
    try {
      decoded = await decoder(decoded, { maxOutputLength });
    } catch {
      return undefined; // damaged or too large
    }
  }
  return decoded;
}
