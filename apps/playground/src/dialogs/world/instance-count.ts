import { useWorlds } from "../../api/queries.ts";

/** Counts the instances of a world; 0 for a world that does not exist. */
export const useInstanceCount = (world: string): number =>
  useWorlds().data?.worlds.find((one) => one.world === world)?.instances ?? 0;
