import { type Profile, resolveProfile } from "@journey-kit/schemas/profile";
import { checkModel } from "../model/check-model.ts";
import { parseReplayToken, type Replay, ReplayTokenError } from "../model/replay-token.ts";
import type { Target } from "../target.ts";
import { CommandError } from "./command-error.ts";
import { type ReachedSimulator, reachSimulator, simulatorFlags } from "./simulator.ts";
import type { Terminal } from "./terminal.ts";
import { type CommandLine, createVerb } from "./verb.ts";

/** Plays a failure of the model again. */
export const replayFailure = createVerb(
  {
    name: "replay",
    words: ["TOKEN"],
    help: "plays a failure of the model again, by the token that it printed",
    flags: simulatorFlags,
    example: "journey-contract replay r1.q1bKz… --simulator http://127.0.0.1:4010",
  },
  run,
);

async function run(
  { values, words: [token = ""] }: CommandLine<typeof simulatorFlags>,
  { out, stop }: Terminal,
): Promise<number> {
  const replay = await parseReplayToken(token).catch((error: unknown) => {
    throw error instanceof ReplayTokenError ? new CommandError(error.message, 2) : error;
  });
  const simulator = await reachSimulator(values, stop);
  try {
    await checkModel((number) => enter(simulator, replay, number), { ...replay, runs: 1 });
    out.write("It did not fail again.\n");
    return 0;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    out.write(`${error.message}\n`);
    return 1;
  } finally {
    await simulator.close();
  }
}

/** More than a sequence starts. */
const many = 1_000;

/** A world of its own under the readings of the replay, whose clock stands still. */
async function enter({ address, control }: ReachedSimulator, replay: Replay, number: number): Promise<Target> {
  const { isTimed, isControlled } = replay;
  const clientId = `replay-${crypto.randomUUID()}-${number}`;
  const world = control.world(clientId);
  const readings: Partial<Profile> = { ...(replay.readings as Partial<Profile>) }; // they were checked as the token was read
  await world.profile.set({ readings: { ...readings } });
  await world.clock.set({ mode: "frozen" });
  if (!isTimed) await world.scenarios.arm({ scenario: "instant", times: many }); // its modules took no time
  return {
    baseUrl: address.baseUrl,
    clientId,
    clientSecret: "any",
    profile: resolveProfile({ readings }),
    ...(isControlled && { control: world }),
    ...(isTimed && { advance: async (ms) => void (await world.clock.advance({ ms })) }),
  };
}
