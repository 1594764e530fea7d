import type { Exchange } from "@journey-kit/schemas/control";
import { broken, type Evidence, type Judgement, kept, notShown } from "./evidence.ts";

const isOf =
  (name: Exchange["endpoint"]) =>
  ({ endpoint }: Exchange): boolean =>
    endpoint === name;

/** Never retries a start whose response was lost: it may have succeeded. Spec 4.2. */
export function judgeLostStart({ exchanges }: Evidence): Judgement {
  const starts = exchanges.filter(isOf("v2.startJourney"));
  const lost = starts.findIndex(({ fault }) => fault !== undefined);
  if (lost === -1) return notShown("No start was sent.");
  const again = starts.slice(lost + 1);
  if (again[0] === undefined) return kept;
  return broken(`It retried the start although the first had succeeded: ${starts.length} journeys.`, again[0]);
}

const interactionOf = (body: unknown): unknown =>
  typeof body === "object" && body !== null && "interactionId" in body ? body.interactionId : undefined;

/** Treats a 409 as success when it retries a submit whose response was lost. Spec 4.2, rule 3. */
export function judgeOwnConflict({ exchanges }: Evidence): Judgement {
  const submits = exchanges.filter(isOf("v2.submitInteraction"));
  const lost = submits.find(({ fault }) => fault !== undefined);
  if (lost === undefined) return notShown("No submit was sent.");
  const later = submits.filter(({ sequence }) => sequence > lost.sequence);
  const conflict = later.find(({ response }) => response.status === 409);
  const wentOn = later.some(({ request }) => interactionOf(request.body) !== interactionOf(lost.request.body));
  if (wentOn) return kept;
  if (conflict === undefined) return notShown("The client gave up when the response to its submit was lost.");
  return broken("It stopped at the 409 on its retried submit, although the first submit had succeeded.", conflict);
}

/** Never calls v1 for a v2 journey. Spec 9. */
export function judgeGeneration({ exchanges }: Evidence): Judgement {
  if (exchanges.length === 0) return notShown("No call was made.");
  const old = exchanges.find(
    ({ endpoint, request: { path } }) => endpoint?.startsWith("v1.") || /\/captain\/api\//.test(path),
  );
  return old === undefined ? kept : broken(`It called ${old.endpoint ?? old.request.path} for a v2 journey.`, old);
}

/** Requests a new token before the old one expires. Spec 5. */
export function judgeRefresh({ exchanges }: Evidence): Judgement {
  const refused = exchanges.find(({ refusal, fault }) => fault === undefined && refusal?.kind === "EXPIRED_TOKEN");
  if (refused !== undefined) return broken("It sent an expired token.", refused);
  const tokens = exchanges.filter(isOf("token.requestToken"));
  return tokens.length < 2 ? notShown("No token expired during the run.") : kept;
}

/** Requests one token at a time, and none while it has a valid one. Spec 5. */
export function judgeTokenCount({ exchanges, endings }: Evidence): Judgement {
  const tokens = exchanges.filter(
    (exchange) => isOf("token.requestToken")(exchange) && exchange.response.status === 200,
  );
  if (tokens.length === 0) return notShown("No token was requested.");
  if (tokens.length === 1) return kept;
  const journeys = endings.length === 1 ? "one journey" : `${endings.length} journeys at once`;
  return broken(`It requested ${tokens.length} tokens for ${journeys}; one is enough.`, tokens[1]);
}
