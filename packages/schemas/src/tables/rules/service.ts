import type { Rule } from "./rule.ts";

/** Rules about the service, its journeys and its modules. Spec 1. */
export const serviceRules = {
  "journey-instance-own-id": {
    spec: "1",
    text: "Each run of a journey is an instance with its own `instanceId`.",
  },
  "module-variants": { spec: "1", text: "A module can have several variants." },
  "modules-use-capabilities": {
    spec: "1",
    text: "Modules use capabilities of the service, which the specification does not describe.",
    observable: false,
    why: "No endpoint returns a capability.",
  },
  "evaluation-decides-outcome": {
    spec: "1",
    text: "Evaluation decides between accept, reject and refer, based on the results of the preceding modules.",
  },
  "caller-supplies-subject": {
    spec: "1",
    text: "A caller sends the end user's data as prefill in the start, in later submits, or both.",
  },
  "progress-by-polling": { spec: "1", text: "A caller tracks progress by polling the state endpoint." },
  "segment-modules-parallel": { spec: "1", text: "Modules in the same segment run in parallel." },
  "segment-advances-when-all-finished": {
    spec: "1",
    text: "A journey is evaluated and advances only after every module in the segment has finished.",
  },
  "resource-id-identifies-journey": { spec: "1", text: "A resource id identifies a published journey." },
  "environment-own-resource-id": {
    spec: "1",
    text: "A journey has different resource ids in preview and production.",
  },
  "v2-selected-customers": { spec: "1", text: "v2 is available only to selected customers in certain regions." },
  "generations-incompatible": {
    spec: "1",
    text: "A v1 journey does not run on v2, and a v2 journey does not run on v1.",
  },
  "v1-journey-cannot-be-converted": {
    spec: "1",
    text: "A v1 journey cannot be converted to v2. A new journey must be built.",
    observable: false,
    why: "Journeys are built in a portal, not through the API.",
  },
  "v2-needs-interaction-nodes": { spec: "1", text: "A journey without interaction nodes does not run on v2." },
  "v2-refuses-v1-variants": {
    spec: "1",
    text: "v2 does not support the v1 variants of Facematch, Liveness and the document modules.",
  },
  "generations-separate-state": {
    spec: "1",
    text: "v1 and v2 have separate state and different path prefixes, so both can run in parallel.",
  },
} as const satisfies Record<string, Rule>;
