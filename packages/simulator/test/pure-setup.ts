import { afterAll, beforeAll } from "vitest";

const { now } = Date;
const { random } = Math;

function refuseClock(): never {
  throw new Error("A pure layer read the clock: take the time from the command.");
}

function refuseChance(): never {
  throw new Error("A pure layer drew a random number: draw from the instance's seed.");
}

// Set in a hook, because fast-check and vitest use Date.now and Math.random while they load.
beforeAll(() => {
  Date.now = refuseClock;
  Math.random = refuseChance;
});

afterAll(() => {
  Date.now = now;
  Math.random = random;
});
