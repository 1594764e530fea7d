import type { SimulatorContext } from "../../context/context.ts";
import { effectiveAt, settle } from "../../engine/commands.ts";
import { readingBasis } from "../../engine/result.ts";
import { timeOf } from "../../world/clock.ts";
import { RefusalError } from "../errors.ts";
import { isElsewhere, isGone } from "../instances.ts";
import type { ApiRequest, HandlerResult } from "../request.ts";

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Hosted journey</title>
<p>The service shows hosted pages here. The simulator has no hosted pages. Use the API to complete the journey.</p>
</html>
`;

/** Shows a placeholder for a hosted page until its link expires. Spec 2.7; gap `link-expiry`. */
export async function showPage(simulator: SimulatorContext, request: ApiRequest): Promise<HandlerResult> {
  const { world, settings, recorder } = request;
  const id = request.path.slice("/journey/".length);
  const stored = world === undefined ? undefined : await simulator.store.read(world, id);
  const isHosted = settings !== undefined && stored?.instance.delivery === "page";
  // a link that is only a path names no region: gap `instance-url-form`
  if (!isHosted || (request.hasRegionPrefix && isElsewhere(request, stored))) {
    throw new RefusalError("UNKNOWN_INSTANCE", "No hosted page has this address.", ["delivery-page-url"]);
  }
  const now = timeOf(settings.clock, simulator.system());
  const at = effectiveAt(stored, now);
  const record = settle(stored, at);
  if (isGone(record, now)) {
    throw new RefusalError("UNKNOWN_INSTANCE", "There is no such instance.", ["session-retention"], { record });
  }
  recorder.addBasis("delivery-page-url", readingBasis(record.terms.readings, "link-expiry"));
  const { linkExpiresAt } = record.instance;
  if (linkExpiresAt !== undefined && at >= linkExpiresAt) {
    throw new RefusalError("LINK_EXPIRED", "The link has expired.", [], { record });
  }
  return { body: page, record };
}
