import type { World } from "@journey-kit/schemas/control";

/** How often a client polls an instance under review before the reviewer decides. */
const timeoutMs = 3;

/** A reviewer who accepts an instance once its client has polled it often enough; each call checks once. */
export function createReviewer(control: World): () => Promise<void> {
  const done = new Set<string>();
  return async () => {
    const { requests } = await control.requests.list({ limit: "1000" });
    const asked = requests.filter(({ phase }) => phase === "reviewing").map(({ instanceId = "" }) => instanceId);
    for (const instanceId of new Set(asked)) {
      if (done.has(instanceId) || asked.filter((one) => one === instanceId).length < timeoutMs) continue;
      done.add(instanceId);
      await control.instance(instanceId).review({ outcome: "accept" });
    }
  };
}
