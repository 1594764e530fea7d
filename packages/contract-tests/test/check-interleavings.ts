import type { JourneyDefinition } from "@journey-kit/schemas";
import fc from "fast-check";
import type { Command } from "../src/server/model/command.ts";
import { fetchInteractionOf, fetchStateOf } from "../src/server/model/fetch.ts";
import { createModelRun } from "../src/server/model/model-run.ts";
import { type JourneyOptions, resolveJourneys } from "../src/server/model/property.ts";
import { startJourneyCommand } from "../src/server/model/start.ts";
import { submitTwice } from "../src/server/model/submit.ts";
import { send, type Target } from "../src/service/target.ts";

/** Runs a step when it is next in the generated order. A failure lists the steps by `label`. */
export type Schedule = <T>(act: () => Promise<T>, label: string) => Promise<T>;

/**
 * Sends requests from two clients of one world and interleaves their steps in generated orders. If two submits of the
 * same elements overlap, the target must accept exactly one, and the instance must be the same as after a single submit.
 * Pass only v2 journeys. Spec 4.2.
 *
 * To interleave other steps too, such as the updates of its store, the target passes them to `schedule`.
 *
 * @throws {Error} With seed, path, the smallest failing sequence, the order of the steps and the responses.
 */
export async function checkInterleavings(
  makeTarget: (run: number, schedule: Schedule) => Target | Promise<Target>,
  options: JourneyOptions & { readonly numRuns: number },
): Promise<void> {
  const journeys = resolveJourneys(options);
  let run = 0;
  const commands = fc.commands(commandsFor(journeys), { maxCommands: 12 });
  const property = fc.asyncProperty(fc.scheduler(), commands, (scheduler, sequence) => {
    const schedule: Schedule = (act, label) => scheduler.schedule(Promise.resolve(), label).then(act);
    const setup = async () => {
      run += 1;
      const target = await makeTarget(run, schedule);
      const scheduled = (request: Request) => schedule(() => send(target, request), new URL(request.url).pathname);
      const real = createModelRun({ ...target, fetch: scheduled });
      return { model: real.model, real };
    };
    // Not `scheduledModelRun`: it schedules a command as one step, but these commands wait for other steps.
    return scheduler.waitFor(fc.asyncModelRun(setup, sequence));
  });
  await fc.assert(property, { numRuns: options.numRuns, includeErrorInReport: true });
}

function commandsFor(journeys: readonly JourneyDefinition[]): fc.Arbitrary<Command>[] {
  const submits = fc.tuple(fc.nat(2), fc.constantFrom(1, 2, 3)).map((args) => submitTwice(...args));
  return [
    fc
      .constantFrom(...journeys)
      .map((journey) => startJourneyCommand(journey, { delivery: "api", prefill: [], script: "accept" })),
    submits,
    submits,
    fc.nat(2).map(fetchInteractionOf),
    fc.nat(2).map(fetchStateOf),
  ];
}
