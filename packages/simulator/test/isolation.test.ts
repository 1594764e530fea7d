import fc from "fast-check";
import { expect, test } from "vitest";
import { isThorough } from "../../../vitest.shared.ts";
import { createSimulator } from "../src/simulator.ts";
import { type Actor, createActor, move, trespass } from "./actor.ts";
import { noon } from "./service.ts";

/** A thorough run tries more interleavings. */
const runs = isThorough ? 400 : 30;
const timeout = 300_000;
const options = { clock: { mode: "frozen", at: noon } } as const;
const shared = createSimulator(options);
const alone = createSimulator(options);
let pairs = 0;

/** Reads the records and logs of an actor's instances. */
const snapshot = (actor: Actor) =>
  Promise.all(
    actor.started().map(async ({ id }) => {
      const instance = actor.service().world.instance(id);
      return [await instance.read(), await instance.log()];
    }),
  );

const turn = fc.record({ isMine: fc.boolean(), move });

test(`a client gets the same responses whether it is alone or another client is active, in ${runs} runs (spec 1)`, {
  timeout,
}, async () => {
  const property = fc.asyncProperty(fc.array(turn, { maxLength: 24 }), async (turns) => {
    pairs += 1;
    const [mine, other] = [await createActor(shared, `mine-${pairs}`), await createActor(shared, `other-${pairs}`)];
    const hermit = await createActor(alone, `mine-${pairs}`);
    for (const { isMine, move: one } of turns) await (isMine ? mine : other).play(one);
    for (const { isMine, move: one } of turns) if (isMine) await hermit.play(one);
    expect(mine.responses()).toEqual(hermit.responses());
  });
  await fc.assert(property, { numRuns: runs, includeErrorInReport: true });
});

test(`a client can neither see nor change the instances of another client in ${runs} runs (spec 1, 5)`, {
  timeout,
}, async () => {
  let tried = 0;
  const property = fc.asyncProperty(fc.array(turn, { minLength: 4, maxLength: 16 }), async (turns) => {
    pairs += 1;
    const [mine, other] = [await createActor(shared, `mine-${pairs}`), await createActor(shared, `other-${pairs}`)];
    for (const { isMine, move: one } of turns) await (isMine ? mine : other).play(one);
    const before = await snapshot(other);
    for (const { id } of other.started()) {
      const replies = await Promise.all(trespass(mine, id));
      tried += replies.length;
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404));
      expect(replies.filter(({ body }) => JSON.stringify(body).includes(id))).toEqual([]);
    }
    expect(await snapshot(other)).toEqual(before);
  });
  await fc.assert(property, { numRuns: runs, includeErrorInReport: true });
  expect(tried).toBeGreaterThan(runs);
});
