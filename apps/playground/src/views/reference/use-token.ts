import type { Readings } from "@journey-kit/schemas/profile";
import { useRef } from "react";
import { useWorld } from "../../api/queries.ts";
import { requestToken } from "../../api/service.ts";
import { useTarget } from "../../api/target-provider.tsx";

/** Requests an access token of a world when it is first needed, and keeps it until it is dropped. */
export function useToken(world: string): { readonly read: () => Promise<string>; readonly drop: () => void } {
  const { target } = useTarget();
  const readings = useWorld(world, "profile").data?.readings;
  const kept = useRef<string>(undefined);
  return {
    read: async () => {
      kept.current ??= await requestToken(target, world, (readings ?? {}) as Readings); // the simulator knows the same gaps
      return kept.current;
    },
    drop: () => {
      kept.current = undefined;
    },
  };
}
