import type { Profile } from "@journey-kit/schemas/profile";
import fc from "fast-check";
import { type Command, command, nthOfAll } from "./command.ts";
import { advanceTime, type Context, post } from "./context.ts";
import type { Journey } from "./journey.ts";
import { findInstance, type Model, nameOf } from "./model.ts";

const lifetimes: Readonly<Record<Profile["token-lifetime"], number>> = {
  "3600s": 3_600_000,
  "300s": 300_000,
  "60s": 60_000,
};

/** The lifetime of an access token in milliseconds. Gap `token-lifetime`. */
const lifetimeOf = ({ profile }: Readonly<Model>): number => lifetimes[profile["token-lifetime"]];

/** Makes the next request use a new access token. Spec 5. */
function renewToken({ caller, model }: Context): void {
  caller.renew();
  model.tokenSince = model.now;
}

/** Lets time pass for the whole target. Spec 1. */
const wait = (ms: number): Command =>
  command({
    pick: (model) => model,
    run: async (model, context) => {
      await advanceTime(context, ms);
      if (model.now - model.tokenSince >= lifetimeOf(model)) renewToken(context);
    },
    describe: () => `let ${ms} ms pass`,
  });

/** Lets the access token expire: it is refused, and a new one works. Spec 5; gaps `token-lifetime`, `invalid-token`. */
const expireToken = (n: number): Command =>
  command({
    pick: (model) => findInstance(model, n),
    run: async (instance, context) => {
      const bearer = await context.caller.bearer();
      await advanceTime(context, lifetimeOf(context.model));
      renewToken(context);
      const name = `${instance.journey.generation}.fetchState` as const;
      const body = { instanceId: instance.instanceId };
      const step = `fetch the state of ${nameOf(instance)} with`;
      await post(context, { step: `${step} the old token`, name, body, expected: 401, bearer });
      await post(context, { step: `${step} a new token`, name, body, expected: "success" });
    },
    describe: () => `let the token expire and fetch the state of instance ${n}`,
  });

/** Moves of the clock: to the moments at which a module finishes, to just before them, and past a token's lifetime. */
export function timeCommands(journeys: readonly Journey[]): readonly fc.Arbitrary<Command>[] {
  const modules = journeys.flatMap(({ segments }) => segments.flatMap((segment) => segment.modules));
  const moments = modules.flatMap(({ latencyMs }) => [Math.max(1, latencyMs - 1), Math.max(1, latencyMs)]);
  const waiting = fc.constantFrom(...new Set([1, 30_000, ...moments])).map(wait);
  return [waiting, waiting, waiting, nthOfAll.map(expireToken)];
}
