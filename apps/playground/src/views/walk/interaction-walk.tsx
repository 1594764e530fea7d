import { type JourneyClient, waitForInteraction } from "@journey-kit/client";
import { isRecord, memberOf } from "@journey-kit/schemas/calls";
import type { Explanation } from "@journey-kit/schemas/control";
import { cardOf } from "@journey-kit/schemas/tables";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { useTarget } from "../../api/target-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { Loaded } from "../../ui/states.tsx";
import { StepForm, type StepFormSettings } from "./step-form.tsx";

interface InteractionWalkProps {
  readonly world: string;
  readonly explanation: Explanation;
  readonly client: JourneyClient;
  readonly form: StepFormSettings;
  /** Called after a submit, to read the state of the instance again. */
  readonly onSent: () => void;
  /** Shown while the service reports no interaction. */
  readonly otherwise: ReactNode;
}

/** The current interaction of a v2 instance, as the service reports it. Spec 2.5, 4.2. */
export function InteractionWalk(props: InteractionWalkProps): ReactNode {
  const { world, explanation, client, form, onSent, otherwise } = props;
  const { instanceId } = explanation;
  const { target } = useTarget();
  const fetched = useQuery({
    // The fetch is itself a request to the world. With a key below the world's key, each event would repeat the fetch.
    queryKey: [target.kind, "walk", world, instanceId, toSignature(explanation)],
    queryFn: () => waitForInteraction(client, instanceId, { timeoutMs: 0, stopOn: ["paused", "reviewing", "unknown"] }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={fetched} height={360}>
      {(next) => {
        if (next.status !== "interaction") return otherwise;
        const { interactionId, collects, outstanding, body } = next.interaction;
        const current = explanation.steps.find(({ state }) => state === "current");
        const rows = collects.map(({ element, need }) => {
          const accepted = current?.provided.find((one) => one.element === element);
          return { element, isRequired: need === "required", ...(accepted && { acceptedBy: accepted.by }) };
        });
        const post = async (request: unknown) => {
          await client.v2.submitInteraction(request as Parameters<typeof client.v2.submitInteraction>[0]); // the user may send any body
          onSent();
        };
        const toBody = (subject: unknown, sent: readonly string[]) => ({
          instanceId,
          interactionId,
          participants: sent.map((domainElementId) => ({ domainElementId })),
          context: { subject },
        });
        return (
          <StepForm
            world={world}
            key={interactionId}
            title={`Interaction ${current?.id ?? interactionId}`}
            note={
              <span className="inline-flex items-center">
                {outstanding.length === 0 ? "nothing" : outstanding.length} outstanding
                <Button variant="quiet" icon={RefreshCw} onPress={() => void fetched.refetch()}>
                  Fetch again
                </Button>
              </span>
            }
            collects={rows}
            pages={pagesOf(
              body,
              collects.map(({ element }) => element),
            )}
            {...form}
            ids={{ instanceId, interactionId }}
            actions={[{ label: "Submit", toBody }]}
            post={post}
          />
        );
      }}
    </Loaded>
  );
}

/**
 * Reads the pages of an interaction in either layout, and the elements of their cards. Spec 2.5; gap
 * `interaction-fetch-layout`.
 */
function pagesOf(body: unknown, elements: readonly string[]) {
  const resource = memberOf(memberOf(body, "interaction"), "resource");
  const pages = memberOf(memberOf(body, "layout"), "pages") ?? memberOf(memberOf(resource, "data"), "pages");
  return (Array.isArray(pages) ? pages : []).filter(isRecord).map(({ label, cards }) => {
    const ids = Array.isArray(cards) ? cards.map((card) => memberOf(card, "id")) : [];
    return { label: String(label), elements: elements.filter((element) => ids.includes(cardOf(element))) };
  });
}

/**
 * A text that changes whenever the service may respond differently. The view fetches the interaction or tasks again
 * only when the text changes. With an `auto` clock, each fetch moves the instance to the end of its next module run. The
 * text includes the states of the modules, so that the view fetches again after each of their events.
 */
export const toSignature = ({ phase, segment, steps, modules }: Explanation): string =>
  JSON.stringify([
    phase,
    segment,
    steps.map(({ state, stage, provided }) => [state, stage, provided.length]),
    modules.map(({ state }) => state),
  ]);
