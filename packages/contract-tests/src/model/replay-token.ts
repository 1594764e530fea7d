import type { JourneyDefinition } from "@journey-kit/schemas";
import { type GapId, gapIds } from "@journey-kit/schemas/gaps";
import { type Profile, presets, resolveProfile } from "@journey-kit/schemas/profile";

/** Everything needed to replay a failure of the model on any machine. */
export interface Replay {
  readonly seed: number;
  readonly path: string;
  readonly replayPath: string;
  readonly maxCommands: number;
  readonly journeys: readonly JourneyDefinition[];
  /** Readings of the target that differ from `specified`. */
  readonly readings: { readonly [Id in GapId]?: string };
  readonly isTimed: boolean;
  readonly isControlled: boolean;
}

/** An invalid replay token, or one from another version of the kit. */
export class ReplayTokenError extends Error {
  override readonly name = "ReplayTokenError";
}

const mark = "r1.";

/** The readings of a profile that differ from `specified`. */
export const toReadings = (profile: Profile): Replay["readings"] =>
  Object.fromEntries(gapIds.filter((id) => profile[id] !== presets.specified[id]).map((id) => [id, profile[id]]));

/** Encodes a replay as one word to paste: letters, digits, `-`, `_` and a dot. */
export async function toReplayToken(replay: Replay): Promise<string> {
  const bytes = await squeeze(new Blob([JSON.stringify(replay)]), new CompressionStream("deflate-raw"));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return mark + base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Decodes a replay token.
 *
 * @throws {ReplayTokenError} When the token is invalid.
 */
export async function parseReplayToken(token: string): Promise<Replay> {
  if (!token.startsWith(mark)) throw new ReplayTokenError(`A replay token begins with ${mark}`);
  try {
    const base64 = token.slice(mark.length).trim().replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const text = new TextDecoder().decode(await squeeze(new Blob([bytes]), new DecompressionStream("deflate-raw")));
    const replay: Replay = JSON.parse(text);
    resolveProfile({ readings: replay.readings as Partial<Profile> }); // it checks every gap and reading itself
    return replay;
  } catch {
    throw new ReplayTokenError("The replay token is cut short, or of another version of the kit.");
  }
}

const squeeze = async (
  blob: Blob,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await new Response(blob.stream().pipeThrough(through)).arrayBuffer());
