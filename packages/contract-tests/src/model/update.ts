import { at } from "../target/member.ts";
import { type Part, toSubject, toText } from "../target/sample.ts";
import { collectedBy, type Work } from "./journey.ts";
import { judgeUpdate } from "./judge.ts";
import { isV1, type Model, nameOf, openWork, pick, type Run } from "./model.ts";
import { take } from "./progress.ts";
import { expectSame, post, type Session } from "./session.ts";

/** A v1 run with an open task; undefined where none has one. */
export const pickWithTask = (model: Readonly<Model>, nth: number): Run | undefined =>
  pick(model, nth, (run) => isV1(run) && openWork(run).length > 0);

/** All that a task collects, valid. */
export const whole = (work: Work): readonly Part[] => collectedBy(work).map((element) => ({ element, kind: "valid" }));

/** Completes a task with some data and holds the answer to the rules. Spec 2.10, 3.3, 4.3. */
export async function update(
  model: Model,
  session: Session,
  run: Run,
  work: Work,
  parts: readonly Part[],
): Promise<void> {
  const expected = judgeUpdate(run, work, parts);
  const told = `complete task ${work.id} of ${nameOf(run)} with ${toText(parts)}`;
  const taskId = run.offered.get(work.id);
  const { instanceId } = run;
  const body = { intent: "Complete", instanceId, taskId, context: { subject: toSubject(parts) } };
  const answer = await post(session, told, "v1.updateTask", body, expected);
  if (expected !== "success") return;
  expectSame(session, "instanceId", at(answer.body, "instanceId"), instanceId);
  expectSame(session, "taskId", at(answer.body, "taskId"), taskId);
  take(model, run, work, parts);
}
