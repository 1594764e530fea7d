import type { JourneyDefinition } from "@journey-kit/schemas";
import { type Readings, resolveProfile } from "@journey-kit/schemas/profile";
import { packToken, unpackToken } from "../../service/packed-token.ts";

/** The data needed to replay a failure of the model on any machine. */
export interface Reproduction {
  readonly seed: number;
  readonly path: string;
  readonly replayPath: string;
  readonly maxCommands: number;
  readonly journeys: readonly JourneyDefinition[];
  /** Readings of the target that differ from `specified`. */
  readonly readings: Readings;
  readonly isTimed: boolean;
  readonly isControlled: boolean;
}

const mark = "r1.";

/** Encodes a replay as a token without spaces. */
export const toReplayToken = (replay: Reproduction): Promise<string> => packToken(mark, replay);

/**
 * Decodes a replay token.
 *
 * @throws {ReplayTokenError} If the token is invalid.
 */
export const parseReplayToken = (token: string): Promise<Reproduction> =>
  unpackToken(mark, token, (value) => {
    const replay = value as Reproduction; // the token begins with the mark of this format
    resolveProfile({ readings: replay.readings }); // validates every gap and reading
    return replay;
  });
