import { InteractionFetchRequest, type Participant, StateFetchRequest } from "@journey-kit/schemas";
import { type Element, elements } from "@journey-kit/schemas/calls";
import type { Profile } from "@journey-kit/schemas/tables";
import type { InstanceRecord } from "../../engine/commands.ts";
import { RefusalError } from "../../engine/refusal-error.ts";
import { type BasisList, type Citations, readingBasis } from "../../engine/result.ts";
import { executeStart } from "../../instances/start.ts";
import { renderInteraction, renderV2State, renderV2TaskSchemas } from "../../render/v2.ts";
import { readEnvelope } from "../envelope.ts";
import { InteractionSubmitEnvelope, V2StartEnvelope } from "../envelopes.ts";
import { listTasks, readInstance, resultOf, updateInstance } from "../instances.ts";
import type { Handlers, WorldRequest } from "../request.ts";
import { elementBasis, readSubject, subjectBasis } from "../subject.ts";
import { findJourney, readDelivery, renderStart, starterOf } from "./start.ts";

/**
 * A text and everything that it depends on besides the record. `before` and `after` are the basis before and after
 * rendering.
 */
interface Rendered {
  readonly profile: Profile;
  readonly before: BasisList;
  readonly text: string;
  readonly after: BasisList;
}

const maxRendered = 1_000;

/**
 * Caches the JSON text of what `render` returns for a record, because a client that polls fetches the same record again
 * and again. A change to an instance creates a new record. A text is stored when its record is fetched for the second
 * time, so that fetching many instances once does not fill the heap with texts.
 */
export function cacheText<Fetched extends InstanceRecord>(
  render: (citations: Citations, record: Fetched) => object,
): (request: Pick<WorldRequest, "profile" | "citations">, record: Fetched) => string {
  const texts = new Map<Fetched, Rendered | undefined>(); // undefined for a record that was fetched only once
  return ({ profile, citations }, record) => {
    const before = citations.basis();
    const known = texts.get(record);
    if (known?.profile === profile && known.before === before) {
      citations.restore(known.after);
      return known.text;
    }
    const text = JSON.stringify(render(citations, record));
    const isRepeated = texts.has(record);
    if (!isRepeated && texts.size === maxRendered) texts.clear();
    texts.set(record, isRepeated ? { profile, before, text, after: citations.basis() } : undefined);
    return text;
  };
}

const stateText = cacheText(renderV2State);

/**
 * The elements that participants name. If `interaction/fetch` lists fields, participants can name fields too. Gap
 * `outstanding-granularity`.
 */
function elementNamesOf({ citations }: WorldRequest, participants: readonly Participant[]): readonly string[] {
  const names = participants.map(({ domainElementId }) => domainElementId);
  const fields = names.filter((name) => fieldOwners.has(name));
  if (fields.length === 0 || citations.choose("outstanding-granularity") === "elements") return names;
  const whole = names.filter((name) => !fieldOwners.has(name));
  const owners = new Set(fields.map((name) => fieldOwners.get(name) ?? name));
  return [...whole, ...[...owners].filter((name) => !whole.includes(name))];
}

/** The element of each field, such as `FullName` for `FullName/firstName`. */
const fieldOwners: ReadonlyMap<string, string> = new Map(
  Object.entries<Element>(elements).flatMap(([name, { leaves = [] }]) =>
    leaves.map((leaf) => [`${name}/${leaf}`, name] as const),
  ),
);

/** Refuses an end-user token of another instance. Gap `interaction-token`. */
function refuseForeignToken({ claims, profile, citations }: WorldRequest, instanceId: string): void {
  if (claims.instanceId === undefined || claims.instanceId === instanceId) return;
  citations.cite(readingBasis(profile, "interaction-token"));
  throw new RefusalError("TOKEN_NOT_ACCEPTED", "The token is bound to another instance.");
}

/** Refuses API calls to an instance with hosted pages. Gap `page-api-calls`. */
export function refuseHosted({ citations }: WorldRequest, record: InstanceRecord): void {
  if (record.instance.delivery === "api" || citations.choose("page-api-calls") === "allowed") return;
  throw new RefusalError("HOSTED_PAGES_ONLY", "The instance uses hosted pages and does not accept API calls.", {
    record,
  });
}

export const v2Handlers = {
  /** Spec 2.7, 4.2. */
  "v2.startJourney": async (simulator, request) => {
    const { citations } = request;
    const { resourceId, context } = readEnvelope(V2StartEnvelope, request);
    const { publication, resource } = await findJourney(simulator, request, resourceId, "v2");
    const delivery = readDelivery(request, context.config);
    if (context.subject === undefined && citations.choose("start-subject-omitted") !== "accepted") {
      citations.cite("start-subject-required");
      throw new RefusalError("MISSING_FIELD", "context.subject: required.");
    }
    const subject = readSubject(simulator, request, context.subject);
    const sent = { apiVersion: "v2", resource, ...delivery, subject } as const;
    const record = await executeStart(simulator, starterOf(request), publication.definition, sent);
    const elements = elementBasis(Object.keys(record.instance.provided));
    citations.cite("v2-start-201", "v2-asynchronous-only", ...subjectBasis(subject), ...elements);
    if (context.config.async !== undefined) citations.cite("v2-no-async");
    return { body: renderStart(request, record), record };
  },

  /** Spec 4.2, 4.4. */
  "v2.fetchState": async (simulator, request) => {
    const { instanceId } = readEnvelope(StateFetchRequest, request);
    const record = await readInstance(simulator, request, instanceId, "v2");
    return { body: stateText(request, record), headers: { "content-type": "application/json" }, record };
  },

  /** Spec 2.5, 4.2. */
  "v2.fetchInteraction": async (simulator, request) => {
    const { instanceId } = readEnvelope(InteractionFetchRequest, request);
    refuseForeignToken(request, instanceId);
    const record = await readInstance(simulator, request, instanceId, "v2");
    refuseHosted(request, record);
    return resultOf(record, renderInteraction(request.citations, record));
  },

  /** Spec 2.9, 3.2, 4.2. */
  "v2.submitInteraction": async (simulator, request) => {
    const { choose, cite } = request.citations;
    const { instanceId, interactionId, participants = [], context } = readEnvelope(InteractionSubmitEnvelope, request);
    refuseForeignToken(request, instanceId);
    const names = elementNamesOf(request, participants);
    if (names.length === 0) {
      cite("submit-participants-required");
      if (choose("participants-omitted") === "refused") {
        throw new RefusalError("MISSING_FIELD", "participants: expected at least one domain element.");
      }
    }
    const subject = readSubject(simulator, request, context?.subject);
    const record = await updateInstance(simulator, request, instanceId, "v2", (settled, at) => {
      refuseHosted(request, settled);
      return { type: "submit", at, interactionId, participants: names, subject };
    });
    cite("submit-success-body", "submit-success-means-accepted", "submit-no-intent", "submit-subject-carries-data");
    cite("standard-interaction-collects", "domain-element-named", ...subjectBasis(subject), ...elementBasis(names));
    return { body: { status: "success" }, record };
  },

  "v2.listTaskSchemas": listTasks("v2", renderV2TaskSchemas),
} satisfies Handlers;
