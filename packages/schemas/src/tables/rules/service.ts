import type { Rule } from "./rule.ts";

/** Rules about what the service does and what it runs. Spec 1. */
export const serviceRules = {
  "journey-instance-own-id": {
    spec: "1",
    text: "Each run of a journey is an instance with an `instanceId` of its own.",
  },
  "module-variants": { spec: "1", text: "A module can have several variants." },
  "modules-use-capabilities": {
    spec: "1",
    text: "Modules use underlying capabilities.",
    observable: false,
    why: "Capabilities lie behind the service; no endpoint names one.",
  },
  "evaluation-decides-outcome": {
    spec: "1",
    text: "Evaluation decides accept, reject or refer from the results of the preceding modules.",
  },
  "caller-supplies-subject": {
    spec: "1",
    text: "End-user data arrives as prefill at start, as later submissions, or both.",
  },
  "progress-by-polling": { spec: "1", text: "Progress is tracked by polling the state endpoint." },
  "segment-modules-parallel": { spec: "1", text: "The modules of one segment run in parallel." },
  "segment-advances-when-all-finished": {
    spec: "1",
    text: "A journey evaluates and advances only when every module of the segment has finished.",
  },
  "resource-id-identifies-journey": { spec: "1", text: "A published journey is identified by its resource id." },
  "environment-own-resource-id": {
    spec: "1",
    text: "A journey has one resource id in preview and another in production.",
  },
  "v2-selected-customers": { spec: "1", text: "v2 is available only to selected customers in certain regions." },
  "generations-incompatible": { spec: "1", text: "A v1 journey does not run on v2, nor a v2 journey on v1." },
  "v1-journey-cannot-be-converted": {
    spec: "1",
    text: "A v1 journey cannot be converted to v2; a new one must be built.",
    observable: false,
    why: "Building a journey happens in a portal, not in an exchange.",
  },
  "v2-needs-interaction-nodes": { spec: "1", text: "A journey without interaction nodes does not run on v2." },
  "v2-refuses-v1-variants": {
    spec: "1",
    text: "The v1 variants of Facematch, Liveness and the document modules are not supported in v2.",
  },
  "generations-separate-state": {
    spec: "1",
    text: "v1 and v2 keep separate state behind separate path prefixes and run in parallel.",
  },
} as const satisfies Record<string, Rule>;
