import { expect, test } from "vitest";
import type { SubjectInput } from "../types/subject.ts";
import type { InteractionSummary } from "../wait/interaction.ts";
import { type Collect, createMemory } from "./collect.ts";
import { collectSubmission, createVisit, recordAccepted, recordDuplicate } from "./submission.ts";

const id = "interaction";

/** An interaction that collects elements; an optional one ends in `?`. */
function collecting(names: readonly string[], outstanding: readonly string[] = []): InteractionSummary {
  const collects = names.map((name) => {
    const need = name.endsWith("?") ? ("optional" as const) : ("required" as const);
    return { element: name.replace("?", ""), need };
  });
  return { interactionId: id, collects, outstanding, body: JSON.parse("{}") };
}

const gender: SubjectInput = { identity: { gender: "female" } };

/** A run that submits the data of one interaction. `collect` returns a value for each element in `values`. */
function createSubmits(interaction: InteractionSummary, values: readonly string[], prefill: SubjectInput = {}) {
  const visit = createVisit(id);
  const memory = createMemory({});
  const asked: string[] = [];
  const collect: Collect = (element) => {
    asked.push(element);
    return values.includes(element) ? { subject: {} } : undefined;
  };
  const next = async () =>
    (await collectSubmission(interaction, visit, { attempts: 2, collect, memory, prefill })).names;
  return { next, asked, visit, memory };
}

test("submits the listed elements, and the optional ones that the prefill does not contain (gap outstanding-scope)", async () => {
  const interaction = collecting(["FullName", "DateOfBirth", "SSN?", "Gender?"], ["FullName"]);
  const { next, asked } = createSubmits(interaction, ["FullName", "DateOfBirth", "SSN", "Gender"], gender);
  expect(await next()).toEqual(["FullName", "SSN"]);
  expect(asked).toEqual(["FullName", "SSN"]);
});

test("after one refusal, submits all new elements again; after two, one at a time (spec 4.2; gap duplicate-element)", async () => {
  const interaction = collecting(["FullName", "DateOfBirth", "SSN"], ["FullName", "DateOfBirth", "SSN"]);
  const { next, asked, visit } = createSubmits(interaction, ["FullName", "DateOfBirth", "SSN"]);
  const submits: (readonly string[])[] = [];
  for (let n = 0; n < 5; n += 1) {
    const names = await next();
    submits.push(names);
    recordDuplicate(visit, names);
  }
  const all = ["FullName", "DateOfBirth", "SSN"];
  expect(submits).toEqual([all, all, ["FullName"], ["DateOfBirth"], ["SSN"]]);
  expect(asked).toEqual(all); // a value that the service has not accepted is used again
});

test("collects an accepted element again, and gives up after `attempts` submits (gap required-invalid)", async () => {
  const interaction = collecting(["FullName"], ["FullName"]);
  const { next, asked, visit, memory } = createSubmits(interaction, ["FullName"]);
  for (let n = 0; n < 2; n += 1) recordAccepted(visit, await next(), memory);
  expect(asked).toEqual(["FullName", "FullName"]);
  await expect(next()).rejects.toThrow("interaction accepted FullName 2 times but still requests it.");
});

test.each([
  [["SSN?", "Gender?", "Consent?"], ["SSN"], "SSN"],
  [["SSN?", "Consent?", "Gender?"], [], "Consent"],
  [["Gender?"], [], "Gender"],
])(
  "of the elements %j, of which %j are outstanding, a submit without data names %s, the next one none, and a third is not sent (gap optional-absent)",
  async (names, outstanding, named) => {
    const { next } = createSubmits(collecting(names, outstanding), [], gender);
    expect([await next(), await next()]).toEqual([[named], []]);
    await expect(next()).rejects.toThrow("interaction stays open, because collect returned nothing for ");
  },
);
