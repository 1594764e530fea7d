import fc from "fast-check";
import { createCaller, type Target } from "../target/target.ts";
import { FetchInteraction } from "./fetch-interaction.ts";
import { FetchState } from "./fetch-state.ts";
import type { Journey } from "./journey.ts";
import { createModel, type Model } from "./model.ts";
import { createSession } from "./session.ts";
import { StartV2 } from "./start-v2.ts";
import { type Pair, SubmitTogether } from "./submit-together.ts";

/** Delays a step until its turn; `label` names it in a failure. */
export type Hold = <T>(act: () => Promise<T>, label: string) => Promise<T>;

/** Options of {@link checkInterleavings}. */
export interface InterleavingOptions {
  /** The v2 journeys to run. */
  readonly journeys: readonly Journey[];
  /** Number of command sequences; default 200. */
  readonly runs?: number;
  readonly seed?: number;
  readonly path?: string;
}

/**
 * Sends requests from two clients of one world and interleaves their steps in generated orders. If two submits of the
 * same elements overlap, the target must accept exactly one, and the instance must look as if there had been only one.
 * Spec 4.2.
 *
 * A target can wrap its own steps, such as store updates, in `hold` to have them interleaved too.
 *
 * @throws {Error} With seed, path, the smallest failing sequence, the order of the steps and the responses.
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
