import type { SimulatorContext } from "../../context/context.ts";
import { effectiveAt, settle } from "../../engine/commands.ts";
import { readingBasis } from "../../engine/result.ts";
import { timeOf } from "../../world/clock.ts";
import type { Exchange, HandlerResult } from "../app.ts";
import { RefusalError } from "../errors.ts";
import { isGone } from "../routes/start.ts";

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Hosted journey</title>
<p>The hosted pages of this journey would be here. The simulator shows none; drive the instance through the interface.</p>
</html>
`;

/** Stands where the hosted pages would be, until the link expires. Spec 2.7; gap `link-expiry`. */
export async function showPage(
  deps: SimulatorContext,
  { parameters: { instanceId = "" }, because, note }: Exchange,
): Promise<HandlerResult> {
  const world = await deps.store.findWorld(instanceId);
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
  because("delivery-page-url", readingBasis(running.terms.readings, "link-expiry"));
  if (linkExpiresAt !== undefined && at >= linkExpiresAt)
    throw new RefusalError("LINK_EXPIRED", "The link has expired.");
  return { body: page };
}
