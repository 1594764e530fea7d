import fc from "fast-check";
import { createCaller, type Target } from "../target.ts";
import { FetchInteraction } from "./fetch-interaction.ts";
import { FetchState } from "./fetch-state.ts";
import type { Journey } from "./journey.ts";
import { createModel, type Model } from "./model.ts";
import { createSession } from "./session.ts";
import { StartV2 } from "./start-v2.ts";
import { type Pair, SubmitTogether } from "./submit-together.ts";

/** Holds something back until its turn comes; `label` names it in a failure. */
export type Hold = <T>(act: () => Promise<T>, label: string) => Promise<T>;

/** What interleavings are checked on, and how long. */
export interface InterleavingOptions {
  /** The v2 journeys to run. */
  readonly journeys: readonly Journey[];
  /** Number of command sequences; 200 where left out. */
  readonly runs?: number;
  readonly seed?: number;
  readonly path?: string;
}

/**
 * Drives a target by two clients of one world at once and decides, in generated orders, whose call goes on when. Of two
 * submits of the same elements that overlap exactly one is taken, and the instance is as if there had been one. Spec 4.2.
 *
 * A target that wraps its own steps, such as those of its store, in `hold` has these interleaved too.
 *
 * @throws {Error} With seed, path, the smallest failing sequence, the order of the steps and what was answered.
 */
export async function checkInterleavings(
  makeTarget: (run: number, hold: Hold) => Target | Promise<Target>,
  { journeys, runs = 200, seed, path }: InterleavingOptions,
): Promise<void> {
  let run = 0;
  const property = fc.asyncProperty(
    fc.scheduler(),
    fc.commands(commandsOf(journeys), { maxCommands: 12 }),
    (s, sequence) => {
      const hold: Hold = (act, label) => s.schedule(Promise.resolve(), label).then(act);
      const setup = async () => {
        run += 1;
        const target = await makeTarget(run, hold);
        const model = createModel(target, journeys);
        const send = target.fetch ?? fetch;
        const held = {
          ...target,
          fetch: (request: Request) => hold(() => send(request), new URL(request.url).pathname),
        };
        const real: Pair = { ...createSession(held, model, () => undefined), second: createCaller(held) };
        return { model, real };
      };
      // Not `scheduledModelRun`: it counts a command as one step, and ours wait for the steps of their calls.
      return s.waitFor(fc.asyncModelRun(setup, sequence));
    },
  );
  const replay = { ...(seed !== undefined && { seed }), ...(path !== undefined && { path }) };
  await fc.assert(property, { numRuns: runs, includeErrorInReport: true, ...replay });
}

const commandsOf = (journeys: readonly Journey[]): fc.Arbitrary<fc.AsyncCommand<Model, Pair>>[] => [
  fc.constantFrom(...journeys).map((journey) => new StartV2(journey, "api", [], "accept")),
  fc.tuple(fc.nat(2), fc.constantFrom(1, 2, 3)).map((args) => new SubmitTogether(...args)),
  fc.tuple(fc.nat(2), fc.constantFrom(1, 2, 3)).map((args) => new SubmitTogether(...args)),
  fc.nat(2).map((n) => new FetchInteraction(n)),
  fc.nat(2).map((n) => new FetchState(n)),
];
