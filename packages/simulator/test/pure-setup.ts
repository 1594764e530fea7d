import { afterAll, beforeAll } from "vitest";

const { now } = Date;
const { random } = Math;

function refuseClock(): never {
  throw new Error("A pure room read the clock: time arrives in the command.");
}

function refuseChance(): never {
  throw new Error("A pure room asked for chance: draws come from the instance's seed.");
}

// Not at the top level, because fast-check and vitest use Date.now and Math.random while they load.
beforeAll(() => {
  Date.now = refuseClock;
  Math.random = refuseChance;
});

afterAll(() => {
  Date.now = now;
  Math.random = random;
});
