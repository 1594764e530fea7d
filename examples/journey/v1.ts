import type { JourneyClient } from "@journey-kit/client";
import { person } from "./person.ts";
import { isOver, poll } from "./poll.ts";

const identity = { ...person.FullName?.identity, ...person.DateOfBirth?.identity, ...person.CurrentAddress?.identity };

/** Runs `identity-check-v1`: started asynchronously, then task by task. Spec 3.3, 4.3. */
export async function runV1({ v1 }: JourneyClient): Promise<void> {
  const { instanceId } = await v1.startJourney({
    resourceId: "identity-check-v1@latest",
    context: { config: { async: true }, subject: { documents: [], biometrics: [] } },
  });
  console.log(`v1 started ${instanceId}`);

  const { tasks } = await v1.listTasks({ instanceId });
  for (const { taskId, variantId } of tasks) {
    const schema = await v1.fetchTaskSchema({ taskId });
    // The schema is a JSON Schema of any size; the two members of it that are read here have this form. Spec 2.4.
    console.log(`v1 ${taskId} (${variantId}) needs ${toPaths(schema as Node).join(", ")}`);
    await v1.updateTask({ intent: "Complete", instanceId, taskId, context: { subject: { identity } } });
  }

  const state = await poll(
    () => v1.fetchState({ instanceId }),
    ({ status }) => isOver(status),
  );
  for (const [variantId, { result }] of Object.entries(state.data?.process?.flow ?? {})) {
    console.log(`v1 ${variantId}: ${result.outcome}`);
  }
  console.log(`v1 ${state.status}`);
  if (state.status !== "Completed") process.exitCode = 1;
}

interface Node {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
}

/** Paths of the members that a JSON Schema requires. */
function toPaths({ required = [], properties = {} }: Node): string[] {
  return required.flatMap((name) => {
    const inner = toPaths(properties[name] ?? {});
    return inner.length === 0 ? [name] : inner.map((path) => `${name}.${path}`);
  });
}
