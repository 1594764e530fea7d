import { expect, test } from "vitest";
import { isThorough, runs } from "../../../../vitest.shared.ts";
import { readHar } from "../../src/traffic/har.ts";
import type { Learned } from "../../src/traffic/learned.ts";
import { createLearner } from "../../src/traffic/learner.ts";
import { renderRecording } from "../../src/traffic/recording.ts";
import { createSanitiser } from "../../src/traffic/sanitise.ts";
import type { TrafficExchange } from "../../src/traffic/traffic.ts";
import { drawTraffic } from "./draw-traffic.ts";

const seeds = Array.from({ length: runs(2, 10) }, (_, i) => i + 1);

async function learnFrom(exchanges: readonly TrafficExchange[]): Promise<Learned> {
  const learner = createLearner();
  for (const exchange of exchanges) learner.add(exchange);
  return learner.learn();
}

/** What traffic shows, without the sequence numbers. */
const findingsOf = ({ gaps, divergences, unjudged }: Learned) => ({
  ruledOut: gaps.map(({ gap, ruledOut }) => [gap, ruledOut]),
  divergences: divergences.map(({ endpoint, place }) => `${endpoint} ${place}`),
  unjudged: unjudged.length,
});

test.each(seeds)(
  "a recording that is sanitised and read again shows the same as the traffic, seed %i (spec 4)",
  { timeout: isThorough ? 600_000 : 300_000 },
  async (seed) => {
    const { exchanges } = await drawTraffic(seed);
    const [sanitise, sanitiseAgain] = [createSanitiser(), createSanitiser()];
    const recording = renderRecording({ exchanges: exchanges.map((one) => sanitise(one)) });
    const read = readHar(recording).exchanges.map((one) => sanitiseAgain(one));
    expect(findingsOf(await learnFrom(read))).toEqual(findingsOf(await learnFrom(exchanges)));
  },
);
