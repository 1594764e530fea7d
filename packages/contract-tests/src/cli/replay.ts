import { CommandError, example } from "@journey-kit/schemas/cli";
import { type Profile, resolveProfile } from "@journey-kit/schemas/profile";
import { checkModel } from "../model/check-model.ts";
import { parseReplayToken, type Replay } from "../model/replay-token.ts";
import { ReplayTokenError } from "../target/packed-token.ts";
import type { Target } from "../target/target.ts";
import { type AddCommand, printReport, withSimulator } from "./flags.ts";
import { type ReachedSimulator, reachSimulator } from "./simulator.ts";

/** `replay`: replays a failure of the model. */
export const addReplay: AddCommand = (program, terminal, finish) =>
  withSimulator(program.command("replay"))
    .description("replay a failure of the model by the token that it printed")
    .argument("<token>")
    .option("--json", "print JSON instead of text")
    .addHelpText("after", example("journey-contract replay r1.q1bKz… --simulator http://127.0.0.1:4010"))
    .action(async (token, flags) => {
      const replay = await parseReplayToken(token).catch((error: unknown) => {
        throw error instanceof ReplayTokenError ? new CommandError(error.message, 2) : error;
      });
      const simulator = await reachSimulator(flags, terminal.stop);
      const failure = await checkModel((number) => enter(simulator, replay, number), { ...replay, runs: 1 })
        .then(
          () => undefined,
          (error: unknown) => {
            if (error instanceof Error) return error.message;
            throw error;
          },
        )
        .finally(simulator.close);
      const text = `${failure ?? "It did not fail again."}\n`;
      finish(await printReport(terminal, flags, { passed: failure === undefined, body: { failure }, text }));
    });

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
