import { broken, type Ending, type Evidence, type Judgement, kept, notShown, toWords } from "./evidence.ts";

const verdictOf = (ending: Ending | undefined) => (ending?.kind === "told" ? ending.report.conclusion : undefined);

/** Reports the correct outcome. Spec 4.2. */
export function judgeOutcome({ endings, expects }: Evidence): Judgement {
  const wrong = endings.find((ending) => verdictOf(ending) !== expects);
  return wrong === undefined ? kept : broken(`The journey ended with "${expects}"; the client ${toWords(wrong)}.`);
}

/** Treats `Error` like `Failed`, as the end of a failed journey. Spec 3.1; gap `failure-status`. */
export function judgeFailure({ endings, exchanges }: Evidence): Judgement {
  const wrong = endings.find((ending) => verdictOf(ending) !== "failed");
  if (wrong === undefined) return kept;
  const seen = exchanges.findLast(({ phase }) => phase === "failed");
  if (seen === undefined) return notShown("The client never saw the journey fail.");
  return broken(`The journey failed; the client ${toWords(wrong)}.`, seen);
}

/** Does not report an undecided journey as failed or rejected. Spec 3.1; gap `refer-ends-journey`. */
export function judgeUndecided({ endings, exchanges }: Evidence): Judgement {
  const open = exchanges.find(({ phase }) => phase === "reviewing");
  if (open === undefined) return notShown("The client never polled the journey while it waited for review.");
  const wrong = endings.find((ending) => ["failed", "reject", undefined].includes(verdictOf(ending)));
  if (wrong === undefined) return kept;
  return broken(`The journey waited for a reviewer; the client ${toWords(wrong)}.`, open);
}

/** A simulator's bearer token anywhere in a text. */
const tokenForm = /sim_[\w-]{40,}|eyJ[\w-]+\.[\w-]+\.[\w-]{40,}/;

/** Never prints, logs or throws a secret or a token. Spec 5. */
export function judgeSecrecy({ endings, secret }: Evidence): Judgement {
  const outputs = endings.map((ending) => (ending.kind === "told" ? (ending.report.output ?? "") : ending.problem));
  if (outputs.every((output) => output === "")) return notShown("The client printed nothing.");
  const isLeaked = (output: string) => output.includes(secret) || tokenForm.test(output);
  return outputs.some(isLeaked) ? broken("Its output contains the client secret or a token.") : kept;
}
