import { at } from "../target/member.ts";
import { type Part, toSubject, toText } from "../target/sample.ts";
import { currentId } from "./fetch-interaction.ts";
import { judgeSubmit } from "./judge.ts";
import { isV2, type Model, nameOf, openWork, outstanding, pick, type Run } from "./model.ts";
import { take } from "./progress.ts";
import { expectSame, post, type Session } from "./session.ts";

/** A run with a current interaction; undefined where none has one. */
export const pickOpen = (model: Readonly<Model>, nth: number): Run | undefined =>
  pick(model, nth, (run) => isV2(run) && openWork(run).length > 0);

/** What the current interaction of a run still waits for, all of it valid. */
export function lacking(run: Run): readonly Part[] {
  const [work] = openWork(run);
  return work === undefined ? [] : outstanding(run, work).map((element) => ({ element, kind: "valid" }));
}

/** Submits elements to the current interaction, or to another one, and holds the answer to the rules. Spec 2.9, 4.2. */
export async function submit(
  model: Model,
  session: Session,
  run: Run,
  parts: readonly Part[],
  elsewhere?: string,
): Promise<void> {
  const interactionId = elsewhere ?? (await currentId(model, session, run));
  const [work] = openWork(run);
  const expected = judgeSubmit(run, elsewhere === undefined, parts);
  const told = `submit ${toText(parts)} to ${elsewhere ?? work?.id} of ${nameOf(run)}`;
  const body = {
    instanceId: run.instanceId,
    interactionId,
    participants: parts.map(({ element }) => ({ domainElementId: element })),
    context: { subject: toSubject(parts) },
  };
  const answer = await post(session, told, "v2.submitInteraction", body, expected);
  if (expected !== "success" || work === undefined) return;
  expectSame(session, "status of the submit", at(answer.body, "status"), "success");
  take(model, run, work, parts);
}
