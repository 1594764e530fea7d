import { type Profile, resolveProfile } from "@journey-kit/schemas/profile";
import { checkModel } from "../model/check-model.ts";
import { parseReplayToken, type Replay, ReplayTokenError } from "../model/replay-token.ts";
import type { Target } from "../target/target.ts";
import { type ReachedSimulator, reachSimulator, type SimulatorFlags } from "./simulator.ts";
import { CommandError, type Terminal } from "./terminal.ts";

/** Replays a failure of the model. The exit code is 1 if it fails again. */
export async function replayFailure(
  token: string,
  flags: SimulatorFlags & { readonly json?: true | undefined },
  { out, stop }: Terminal,
): Promise<number> {
  const replay = await parseReplayToken(token).catch((error: unknown) => {
    throw error instanceof ReplayTokenError ? new CommandError(error.message, 2) : error;
  });
  const simulator = await reachSimulator(flags, stop);
  const print = (failure: string | undefined) => {
    const text = flags.json === true ? JSON.stringify({ failed: failure !== undefined, failure }, null, 2) : failure;
    out.write(`${text ?? "It did not fail again."}\n`);
  };
  try {
    await checkModel((number) => enter(simulator, replay, number), { ...replay, runs: 1 });
    print(undefined);
    return 0;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    print(error.message);
    return 1;
  } finally {
    await simulator.close();
  }
}

/** More than a sequence starts. */
const many = 1_000;

/** A world of its own under the readings of the replay, with a frozen clock. */
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
