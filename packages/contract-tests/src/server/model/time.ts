import type { JourneyDefinition } from "@journey-kit/schemas";
import fc from "fast-check";
import { tokenLifetimeOf } from "../../service/readings.ts";
import { advanceOf } from "../../service/target.ts";
import { type Command, commandOn, nthOfAll } from "./command.ts";
import { findInstance, nameOf } from "./model.ts";
import { type ModelRun, postExpecting } from "./model-run.ts";
import { advance, latencyOf } from "./progress.ts";

/** Advances the clocks of the target and the model, and requests a new access token after the old one expires. Spec 5. */
async function advanceClocks({ model, target, caller, steps }: ModelRun, ms: number): Promise<void> {
  await advanceOf(target)?.(ms);
  steps.push(`let ${ms} ms pass`);
  advance(model, ms);
  if (model.now - model.tokenSince < tokenLifetimeOf(model.profile)) return;
  caller.renew();
  model.tokenSince = model.now;
}

const wait = (ms: number): Command => ({
  check: () => true,
  run: (_, real) => advanceClocks(real, ms),
  toString: () => `let ${ms} ms pass`,
});

/** Lets the access token expire. The service refuses the old token and accepts a new one. Spec 5; gaps `token-lifetime`, `invalid-token`. */
const expireToken = (n: number): Command =>
  commandOn((model) => findInstance(model, n), {
    run: async (instance, real) => {
      const { journey, instanceId } = instance;
      const bearer = await real.caller.bearer();
      await advanceClocks(real, tokenLifetimeOf(real.model.profile));
      const step = `fetch the state of ${nameOf(instance)} with`;
      const request = { route: `${journey.apiVersion}.fetchState`, body: { instanceId } } as const;
      await postExpecting(real, { ...request, step: `${step} the old token`, expected: 401, bearer });
      await postExpecting(real, { ...request, step: `${step} a new token` });
    },
    toString: () => `let the token expire and fetch the state of instance ${n}`,
  });

/** Commands that advance the clock: by a module's latency or 1 ms less, by 1 ms or 30 s, or until the token expires. */
export function timeCommands(journeys: readonly JourneyDefinition[]): readonly fc.Arbitrary<Command>[] {
  const latencies = journeys.flatMap((journey) =>
    journey.segments.flatMap(({ modules }) => modules.map((use) => latencyOf(journey, use))),
  );
  const moments = latencies.flatMap((latency) => [Math.max(1, latency - 1), Math.max(1, latency)]);
  const waiting = fc.constantFrom(...new Set([1, 30_000, ...moments])).map(wait);
  return [waiting, waiting, waiting, nthOfAll.map(expireToken)];
}
