import type { Scenario } from "@journey-kit/schemas/control";

const everything = (name: string, description: string, then: Scenario["rules"][number]["then"]): Scenario => ({
  name,
  description,
  rules: [{ when: {}, then }],
});

/** The scenarios that can be chosen in every world. */
export const shippedScenarios: readonly Scenario[] = [
  everything("accepted", "Every module finds what leads to accept.", { outcome: "accept" }),
  everything("rejected", "Every module finds what leads to reject.", { outcome: "reject" }),
  everything("referred", "Every module finds what leads to refer, where it can.", { outcome: "refer" }),
  everything("broken", "The first modules cannot complete, and the instance fails.", { ends: "fail" }),
  everything("stuck", "The first modules never finish.", { ends: "never" }),
  everything("slow", "Every module takes ten to thirty seconds.", { latency: { min: 10_000, max: 30_000 } }),
  everything("instant", "Every module finishes at once.", { latency: 0 }),
  {
    name: "liveness-fails-once",
    description: "Liveness fails for a person the first time, then passes.",
    rules: [{ when: { module: "Liveness", attempt: 1 }, then: { outcome: "Fail" } }],
  },
  {
    name: "face-differs",
    description: "The face on the selfie is not the face on the document.",
    rules: [{ when: { module: "Facematch" }, then: { outcome: "Fail" } }],
  },
  {
    name: "document-suspect",
    description: "The document is of medium risk.",
    rules: [{ when: { module: "Document Authentication" }, then: { outcome: "Medium Risk" } }],
  },
  {
    name: "nobody-known",
    description: "No source knows the person.",
    rules: [{ when: { module: "Data Verification" }, then: { outcome: "No Match" } }],
  },
];
