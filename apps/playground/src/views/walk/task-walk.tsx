import type { JourneyClient } from "@journey-kit/client";
import type { Explanation } from "@journey-kit/schemas/control";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTarget } from "../../api/target-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Loaded } from "../../ui/states.tsx";
import { toSignature } from "./interaction-walk.tsx";
import { type StepAction, StepForm, type StepFormSettings } from "./step-form.tsx";

interface TaskWalkProps {
  readonly world: string;
  readonly explanation: Explanation;
  readonly client: JourneyClient;
  readonly form: StepFormSettings;
  /** Called after an update, to read the state of the instance again. */
  readonly onSent: () => void;
  /** Shown while the service lists no task that accepts data. */
  readonly otherwise: ReactNode;
}

type TaskStep = Explanation["steps"][number];

/** The tasks of a v1 instance, as the service lists them. Spec 2.3, 4.3. */
export function TaskWalk(props: TaskWalkProps): ReactNode {
  const { world, explanation, client, form, onSent, otherwise } = props;
  const { instanceId, steps } = explanation;
  const { target } = useTarget();
  const [chosen, setChosen] = useState<string>();
  const fetched = useQuery({
    // Listing is itself a request to the world. With a key below the world's key, each event would repeat the request.
    queryKey: [target.kind, "walk", world, instanceId, toSignature(explanation)],
    queryFn: () => client.v1.listTasks({ instanceId }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={fetched} height={360}>
      {({ tasks }) => {
        const listed = tasks.flatMap(({ taskId }) => steps.find((step) => step.taskId === taskId) ?? []);
        const isDue = ({ state, stage }: TaskStep) => state === "current" && stage !== "Completed";
        const step = listed.find(({ id }) => id === chosen) ?? listed.find(isDue);
        if (step === undefined) return otherwise;
        const toAction = (intent: string): StepAction => ({
          label: `${intent} the task`,
          toBody: (subject) => ({ intent, instanceId, taskId: step.taskId, context: { subject } }),
        });
        const [first = "Complete", ...more] = form.schema.intents;
        const post = async (request: unknown) => {
          await client.v1.updateTask(request as Parameters<typeof client.v1.updateTask>[0]); // the user may send any body
          onSent();
        };
        return (
          <>
            {listed.length > 1 && (
              <div className="overflow-x-auto">
                <Segmented
                  label="Task"
                  value={step.id}
                  options={listed.map(({ id, stage }) => ({ value: id, label: `${id} · ${stage}` }))}
                  onChange={setChosen}
                />
              </div>
            )}
            <StepForm
              world={world}
              key={step.id}
              title={`Task ${step.id}`}
              note={
                <span className="inline-flex items-center">
                  {step.stage}
                  <Button variant="quiet" icon={RefreshCw} onPress={() => void fetched.refetch()}>
                    Fetch again
                  </Button>
                </span>
              }
              collects={toElements(step)}
              pages={[]}
              {...form}
              ids={{ instanceId, taskId: step.taskId ?? "" }}
              actions={[toAction(first), ...more.map(toAction)]}
              post={post}
            />
          </>
        );
      }}
    </Loaded>
  );
}

const toElements = ({ required, optional, provided }: TaskStep) =>
  [...required, ...optional].map((element) => {
    const accepted = provided.find((one) => one.element === element);
    return { element, isRequired: required.includes(element), ...(accepted && { acceptedBy: accepted.by }) };
  });
