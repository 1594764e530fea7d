import { useService } from "../../api/service.ts";
import type { Target } from "../../api/target.ts";
import { useTarget } from "../../api/target-provider.tsx";

const tokens = new WeakMap<Target, Map<string, string>>();

/** Requests an access token for a world when one is first needed, and keeps the token until it is dropped. */
export function useToken(world: string): { readonly read: () => Promise<string>; readonly drop: () => void } {
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
