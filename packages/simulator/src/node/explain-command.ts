import { toExplanationPage } from "./explanation-page.ts";
import { onSimulator } from "./remote.ts";

/** Says where an instance is, how it came there and what it waits for. */
export const explain = onSimulator(
  async ({ ask, world }, { words: [instance = ""] }) => ask("explainInstance", { world: await world(), instance }),
  toExplanationPage,
);
