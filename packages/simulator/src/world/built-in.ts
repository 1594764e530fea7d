import type { Scenario } from "@journey-kit/schemas/control";

const everything = (name: string, description: string, then: Scenario["rules"][number]["then"]): Scenario => ({
  name,
  description,
  rules: [{ when: {}, then }],
});

export const builtInScenarios: readonly Scenario[] = [
  everything("accepted", "Every module returns an outcome that leads to accept.", { outcome: "accept" }),
  everything("rejected", "Every module returns an outcome that leads to reject, if the module has one.", {
    outcome: "reject",
  }),
  everything("referred", "Every module returns an outcome that leads to refer, if the module has one.", {
    outcome: "refer",
  }),
  everything("broken", "The modules in the first segment fail to complete, so the instance fails.", { ends: "fail" }),
  everything("stuck", "The modules in the first segment never finish.", { ends: "never" }),
  everything("slow", "Every module takes 10 to 30 seconds.", { latency: { min: 10_000, max: 30_000 } }),
  everything("instant", "Every module finishes immediately.", { latency: 0 }),
  {
    name: "liveness-fails-once",
    description:
      "Liveness fails on a person's first attempt. The service then asks for another selfie, and Liveness passes.",
    readings: { "module-retry": "recollect" },
    rules: [{ when: { module: "Liveness", attempt: 1 }, then: { outcome: "Fail" } }],
  },
  {
    name: "face-differs",
    description: "Facematch fails: the selfie does not match the document.",
    rules: [{ when: { module: "Facematch" }, then: { outcome: "Fail" } }],
  },
  {
    name: "document-suspect",
    description: "Document Authentication returns `Medium Risk`.",
    rules: [{ when: { module: "Document Authentication" }, then: { outcome: "Medium Risk" } }],
  },
  {
    name: "nobody-known",
    description: "Data Verification returns `No Match`.",
    rules: [{ when: { module: "Data Verification" }, then: { outcome: "No Match" } }],
  },
];
