import type { Readings } from "@journey-kit/schemas/profile";
import { useWorld } from "../../api/queries.ts";
import { requestToken } from "../../api/service.ts";
import type { Target } from "../../api/target.ts";
import { useTarget } from "../../api/target-provider.tsx";

const tokens = new WeakMap<Target, Map<string, string>>();

/** Requests an access token of a world when it is first needed, and keeps it until it is dropped. */
export function useToken(world: string): { readonly read: () => Promise<string>; readonly drop: () => void } {
  const { target } = useTarget();
  const readings = useWorld(world, "profile").data?.readings;
  const kept = tokens.get(target) ?? new Map<string, string>();
  tokens.set(target, kept);
  return {
    read: async () => {
      const token = kept.get(world) ?? (await requestToken(target, world, (readings ?? {}) as Readings)); // the simulator knows the same gaps
      kept.set(world, token);
      return token;
    },
    drop: () => void kept.delete(world),
  };
}
