import { broken, type Ending, type Evidence, type Judgement, kept, notShown, toWords } from "./evidence.ts";

const verdictOf = (ending: Ending | undefined) => (ending?.kind === "told" ? ending.report.verdict : undefined);

/** Tells what the journey came to. Spec 4.2. */
export function judgeOutcome({ endings, expects }: Evidence): Judgement {
  const wrong = endings.find((ending) => verdictOf(ending) !== expects);
  return wrong === undefined ? kept : broken(`The journey came to "${expects}"; the client ${toWords(wrong)}.`);
}

/** Takes `Failed` and `Error` alike, as the end of a journey that failed. Spec 3.1; gap `failure-status`. */
export function judgeFailure({ endings, exchanges }: Evidence): Judgement {
  const wrong = endings.find((ending) => verdictOf(ending) !== "failed");
  if (wrong === undefined) return kept;
  const seen = exchanges.findLast(({ phase }) => phase === "failed");
  if (seen === undefined) return notShown("The client never saw the journey fail.");
  return broken(`The journey failed; the client ${toWords(wrong)}.`, seen);
}

/** Takes a journey that nobody has decided yet for neither failed nor rejected. Spec 3.1; gap `refer-ends-journey`. */
export function judgeUndecided({ endings, exchanges }: Evidence): Judgement {
  const open = exchanges.find(({ phase }) => phase === "reviewing");
  if (open === undefined) return notShown("The client never asked about the journey while it waited for review.");
  const wrong = endings.find((ending) => ["failed", "reject", undefined].includes(verdictOf(ending)));
  if (wrong === undefined) return kept;
  return broken(`The journey waited for a reviewer; the client ${toWords(wrong)}.`, open);
}

/** A bearer token of a simulator, wherever it stands. */
const tokenForm = /sim_[\w-]{24,}\.[\w-]{40,}/;

/** Lets no secret and no token into what it prints, logs or throws. Spec 5. */
export function judgeSecrecy({ endings, secret }: Evidence): Judgement {
  const outputs = endings.map((ending) => (ending.kind === "told" ? (ending.report.output ?? "") : ending.problem));
  if (outputs.every((output) => output === "")) return notShown("The client printed nothing.");
  const isLeaked = (output: string) => output.includes(secret) || tokenForm.test(output);
  return outputs.some(isLeaked) ? broken("Its output holds the client secret or a token.") : kept;
}
