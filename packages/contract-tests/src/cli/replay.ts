import { CommandError, example, type Terminal } from "@journey-kit/schemas/cli";
import { isClientToken } from "../client/check-client.ts";
import type { CheckId } from "../client/generated-checks.ts";
import { checkModel } from "../server/model/check-model.ts";
import { parseReplayToken, type Reproduction } from "../server/model/replay-token.ts";
import { ReplayTokenError } from "../service/packed-token.ts";
import type { Target } from "../service/target.ts";
import { openWorld, type SimulatorAddress } from "../service/world.ts";
import { durations, runCheck, withExcept } from "./check.ts";
import type { ProgramFlags } from "./client-program.ts";
import { type AddCommand, printReport, reachSimulator, withDurations, withSimulator } from "./flags.ts";

/** `replay`: replays a failure of `check` or `checkModel`. */
export const addReplay: AddCommand = (program, terminal, finish) =>
  withExcept(withDurations(withSimulator(program.command("replay")), durations))
    .description("reproduce a failure of `check` or `checkModel` from its replay token")
    .argument("<token>", "replay token of the failure")
    .argument("[command...]", "for a failure of `check`: the program and its arguments, after --")
    .option("--json", "print JSON instead of text")
    .addHelpText("after", example("journey-contract replay c1.q1bKz… -- python3 client.py"))
    .action(async (token, command, flags) => {
      if (!/^\s*[cr]1\./.test(token)) throw new CommandError("A replay token begins with c1. or r1.", 2);
      const replay = isClientToken(token)
        ? replayCheck(token, command, flags, terminal)
        : replayModel(token, flags, terminal);
      const code = await replay.catch((error: unknown) => {
        throw error instanceof ReplayTokenError ? new CommandError(error.message, 2) : error;
      });
      finish(code);
    });

interface ReplayFlags extends ProgramFlags {
  readonly json?: true | undefined;
  readonly except?: readonly CheckId[] | undefined;
}

function replayCheck(token: string, command: readonly string[], flags: ReplayFlags, terminal: Terminal) {
  if (command.length === 0) throw new CommandError("To replay a failure of `check`, pass the program after --.", 2);
  return runCheck(command, flags, terminal, { replay: token, except: flags.except ?? [] });
}

async function replayModel(token: string, flags: ReplayFlags, terminal: Terminal): Promise<number> {
  const replay = await parseReplayToken(token);
  const simulator = await reachSimulator(flags);
  const failure = await checkModel(() => enter(simulator.address, replay), { ...replay, numRuns: 1 })
    .then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof Error) return error.message;
        throw error;
      },
    )
    .finally(simulator.close);
  const text = `${failure ?? "The failure did not occur again."}\n`;
  return printReport(terminal, flags, { passed: failure === undefined, body: { failure }, text });
}

/** Opens a new world with the readings of the replay and a frozen clock. */
async function enter(simulator: SimulatorAddress, { readings, isTimed, isControlled }: Reproduction): Promise<Target> {
  const { settings, control } = await openWorld(simulator, {
    profile: { readings },
    scenario: isTimed ? undefined : "instant", // assumes that modules took no time in the original run
  });
  return {
    ...settings,
    ...(isControlled && { control }),
    ...(isTimed && { advance: async (ms) => void (await control.clock.advance({ ms })) }),
  };
}
