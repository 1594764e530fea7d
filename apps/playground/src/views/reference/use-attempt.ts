import type { Exchange } from "@journey-kit/schemas/control";
import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import { useRequests } from "../../api/queries.ts";
import { useService } from "../../api/service.ts";
import type { Target } from "../../api/target.ts";
import { useTarget } from "../../api/target-provider.tsx";
import { type Attempt, type Draft, sendRequest, toRequest } from "./attempt.ts";
import type { Operation } from "./operations.ts";

/** A response, with its journal entry if there is one. */
export interface RecordedAttempt {
  readonly attempt: Attempt;
  readonly exchange?: Exchange;
}

/** A draft to send, with a token of the world or without one. */
interface AttemptInput {
  readonly draft: Draft;
  readonly hasToken: boolean;
}

/** Sends requests to an endpoint as the API client of a world, and finds them in the world's journal. */
export function useAttempt(
  world: string,
  operation: Operation,
): UseMutationResult<RecordedAttempt, Error, AttemptInput> {
  const { target } = useTarget();
  const token = useToken(world);
  const requests = useRequests(world);
  return useMutation({
    mutationFn: async ({ draft, hasToken }) => {
      const bearer = operation.needsToken && hasToken ? await token.read() : undefined;
      const after = `${requests.data?.next ?? 0}`;
      const attempt = await sendRequest(target.fetch, toRequest(target.baseUrl, operation, draft, bearer));
      if (attempt.status === 401) token.drop();
      if (operation.document === "control") return { attempt };
      const later = await target.control.world(world).requests.list({ after });
      const exchange = later.requests.find(({ requestId }) => requestId === attempt.requestId);
      return { attempt, ...(exchange && { exchange }) };
    },
  });
}

const tokens = new WeakMap<Target, Map<string, string>>();

/** Requests an access token for a world when one is first needed, and keeps the token until it is dropped. */
function useToken(world: string): { readonly read: () => Promise<string>; readonly drop: () => void } {
  const { target } = useTarget();
  const { requestToken } = useService(world);
  const kept = tokens.get(target) ?? new Map<string, string>();
  tokens.set(target, kept);
  return {
    read: async () => {
      const token = kept.get(world) ?? (await requestToken());
      kept.set(world, token);
      return token;
    },
    drop: () => void kept.delete(world),
  };
}
