import { expect, test } from "vitest";
import { toRecordedAnswer, toRecordedRequest } from "./recorded.ts";
import { refill } from "./refill.ts";
import { exactly, sameType, toShown } from "./rule.ts";

test("makes up what a journal hides, as a person who has everything (spec 2.8)", () => {
  const identity = {
    firstName: "‹string 9›",
    lastNames: ["‹string 4›"],
    dateOfBirth: "‹string 10›",
    gender: "‹string 1›",
  };
  const documents = [
    { side1Image: "‹image of 900 bytes, digest abc›", side2Image: "‹string 0›", issueDate: "‹string 10›" },
  ];
  expect(refill({ subject: { identity, documents, "…": "‹3 more›" }, async: true })).toEqual({
    subject: {
      identity: { firstName: "Ada", lastNames: ["Lovelace"], dateOfBirth: "1990-12-10", gender: "text" },
      documents: [{ side1Image: "aW1hZ2U=", side2Image: "", issueDate: "1990-12-10" }],
    },
    async: true,
  });
});

test("holds an answer to what the journal shows, and to the type of what it hides or of what cannot come again", () => {
  const [instanceId, createdTime] = ["sim_abc", "2026-01-31T09:30:00.000Z"];
  const answer = { instanceId, status: "Completed", steps: [], metaData: { createdTime }, score: 7, "…": "‹1 more›" };
  const made = toRecordedAnswer(answer, instanceId);
  expect(made).toMatchObject({ status: exactly("Completed"), steps: [], score: sameType(7) });
  expect(made).toMatchObject({ instanceId: { "pact:matcher:type": "type" } });
  expect(toShown(made)).toEqual({ ...answer, "…": undefined, instanceId: "instance-of-a-pact" });
});

test("names the instance of the provider's state in a request, and in the ids of its tasks (spec 2.3)", () => {
  expect(toRecordedRequest({ taskId: "sim_abc.2", intent: "Complete" }, "sim_abc")).toEqual({
    taskId: {
      ...sameType("instance-of-a-pact.2"),
      "pact:generator:type": "ProviderState",
      expression: `\${instanceId}.2`,
    },
    intent: "Complete",
  });
});
