import { effectiveAt, settle } from "../machine/command.ts";
import { cite } from "../machine/result.ts";
import { timeOf } from "../world/clock.ts";
import type { Deps } from "./deps.ts";
import type { Exchange, Reply } from "./exchange.ts";
import { isGone } from "./instances.ts";
import { RefusalError } from "./refusal-error.ts";

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Hosted journey</title>
<p>The hosted pages of this journey would be here. The simulator shows none; drive the instance through the interface.</p>
</html>
`;

/** Stands where the hosted pages would be, until the link expires. Spec 2.7; gap `link-expiry`. */
export async function showPage(
  deps: Deps,
  { parameters: { instanceId = "" }, because, note }: Exchange,
): Promise<Reply> {
  const world = await deps.store.locate(instanceId);
  const running = world === undefined ? undefined : await deps.store.read(world, instanceId);
  if (world === undefined || running?.instance.delivery !== "page") {
    throw new RefusalError("UNKNOWN_INSTANCE", "No hosted page has this address.", ["delivery-page-url"]);
  }
  const { linkExpiresAt } = running.instance;
  const { clock } = await deps.store.settings(world);
  note.world = world;
  note.clock = clock;
  const now = timeOf(clock, deps.system());
  const at = effectiveAt(running, now);
  const settled = settle(running, at);
  note.about = settled;
  if (isGone(settled, now)) {
    throw new RefusalError("UNKNOWN_INSTANCE", "There is no such instance.", ["session-retention"]);
  }
  because("delivery-page-url", cite(running.terms.readings, "link-expiry"));
  if (linkExpiresAt !== undefined && at >= linkExpiresAt)
    throw new RefusalError("LINK_EXPIRED", "The link has expired.");
  return { body: page };
}
