import { presets, type Readings } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { openInstance } from "../../test/arbitraries.ts";
import { accepted, join, subjectOf, termsFor } from "../../test/samples.ts";
import { applyCommand, type Command, type InstanceRecord, settle } from "./commands.ts";
import { createCitations } from "./result.ts";
import { acceptPrefill, collectedBy, keepExamined } from "./submission.ts";

const at = 5_000;

/** Starts an instance with prefill, and settles it when its modules have finished. */
function open(journey: string, readings: Readings, ...prefill: readonly string[]): InstanceRecord {
  const terms = termsFor(journey, { readings: { ...presets.specified, ...readings } });
  return settle(openInstance(terms, subjectOf(...prefill)), at);
}

/** Applies a command. Returns the names that it added or its refusal, and the basis. */
function apply(record: InstanceRecord, command: Command): readonly [string, string] {
  const citations = createCitations(record.terms.readings);
  const result = applyCommand(record, command, citations);
  const basis = citations.basis().text;
  if (!result.ok) return [`${result.refusal.name}: ${result.refusal.problems.join(" | ")}`, basis];
  const { provided } = result.value.instance;
  return [
    Object.keys(provided)
      .filter((name) => provided[name]?.by === "submit")
      .join(),
    basis,
  ];
}

const address = subjectOf("CurrentAddress");
const both = subjectOf("CurrentAddress", "SSN");
const badAddress = { identity: { currentAddress: { postalCode: 7 } } };
const badSsn = { identity: { idNumbers: [{ type: "ssn", idNumber: 7 }] } };
const badGender = { identity: { gender: 7 } };
const halfPhone = { identity: { phones: [{ number: "1" }] } };
const nullCountry = { country: null, postalCode: "N1" };
const missingData = (name: string) => `MISSING_FIELD: Required domain element '${name}' data is missing from context`;
const missing = missingData("CurrentAddress");
const invalid = (path: string, element = "CurrentAddress") =>
  `INVALID_FIELD: ${element}: context.subject.${path} is not valid.`;
const invalidAddress = invalid("identity.currentAddress.postalCode");
const invalidGender = "context.subject.identity.gender: Invalid input: expected string, received number.";
const noPhoneType = "context.subject.identity.phones[0].type: Invalid input: expected string, received undefined.";
const duplicate = (name: string) => `DUPLICATE_ELEMENT: ${name} was already submitted.`;
const refusedTwice = "duplicate-element=refused, submit-duplicate-refused";
const refusedPrefill = "duplicate-prefilled=refused, submit-duplicate-refused";
const advanced = "submit-advances-when-complete";
const partial = "partial-submission-allowed";
const stripped = "submit-invalid-optional-stripped";
const taken = { "unlisted-data": "taken" } as const;
const whole = { "missing-element": "of-interaction" } as const;
const conflict = { "all-elements-invalid": "conflict" } as const;
const outstanding = { "required-invalid": "outstanding" } as const;
const refusesAbsent = { "optional-absent": "refused" } as const;
const strict = { "required-fields": "strict" } as const;
const absentNull = { "null-values": "absent" } as const;

test.each<readonly [Readings, string, object, string, string]>([
  [{}, "CurrentAddress", address, "CurrentAddress", advanced],
  [{}, "CurrentAddress,SSN", both, "CurrentAddress,SSN", advanced],
  [{}, "SSN", subjectOf("SSN"), "SSN", `missing-element=named, ${partial}`],
  [{}, "SSN", both, "SSN", `unlisted-data=ignored, missing-element=named, ${partial}`],
  [taken, "SSN", both, "CurrentAddress,SSN", `unlisted-data=taken, ${advanced}`],
  [taken, "", address, "", partial],
  [{}, "", address, "", partial],
  [{}, "CurrentAddress,CurrentAddress", address, duplicate("CurrentAddress"), refusedTwice],
  [
    { "duplicate-element": "replaces" },
    "CurrentAddress,CurrentAddress",
    address,
    "CurrentAddress",
    `duplicate-element=replaces, ${advanced}`,
  ],
  [{}, "FullName", {}, duplicate("FullName"), refusedPrefill],
  [{}, "FullName,FullName", {}, duplicate("FullName"), refusedTwice],
  [{}, "Ada,Ada", {}, duplicate("A participant"), refusedTwice],
  [{}, "Selfie", {}, "FOREIGN_ELEMENT: A participant is not collected by this interaction.", "foreign-element=refused"],
  [{}, "CurrentAddress", {}, missing, "missing-element=named, submit-missing-required-refused"],
  [whole, "CurrentAddress", {}, missing, "missing-element=of-interaction, submit-missing-required-refused"],
  [whole, "SSN", subjectOf("SSN"), missing, "missing-element=of-interaction, submit-missing-required-refused"],
  [{}, "CurrentAddress,SSN", address, "CurrentAddress", `optional-absent=stripped, ${advanced}`],
  [
    refusesAbsent,
    "CurrentAddress,SSN",
    address,
    missingData("SSN").replace("Required", "Optional"),
    "optional-absent=refused, submit-missing-required-refused",
  ],
  [{}, "CurrentAddress", badAddress, invalidAddress, "required-invalid=refused"],
  [outstanding, "CurrentAddress", badAddress, "", `required-invalid=outstanding, ${partial}`],
  [
    {},
    "CurrentAddress,SSN",
    join(address, { identity: { idNumbers: "1" } }),
    "CurrentAddress",
    `${stripped}, ${advanced}`,
  ],
  [{}, "CurrentAddress", { identity: [] }, invalid("identity"), "required-invalid=refused"],
  [{}, "CurrentAddress,SSN", join(address, badSsn), "CurrentAddress", `${stripped}, ${advanced}`],
  [{}, "SSN", badSsn, "", `${stripped}, all-elements-invalid=success, missing-element=named, ${partial}`],
  [
    conflict,
    "SSN",
    badSsn,
    "NOTHING_VALID: None of the elements is valid.",
    `${stripped}, all-elements-invalid=conflict`,
  ],
  [conflict, "SSN,CurrentAddress", join(address, badSsn), "CurrentAddress", `${stripped}, ${advanced}`],
  [{}, "CurrentAddress", join(address, badGender), `INVALID_FIELD: ${invalidGender}`, "subject-validation=whole"],
  [
    { "subject-validation": "elements" },
    "CurrentAddress",
    join(address, badGender),
    "CurrentAddress",
    `subject-validation=elements, ${advanced}`,
  ],
  [
    strict,
    "CurrentAddress",
    join(address, halfPhone),
    `MISSING_FIELD: ${noPhoneType}`,
    "subject-validation=whole, required-fields=strict",
  ],
  [
    {},
    "CurrentAddress",
    { identity: { currentAddress: nullCountry } },
    invalid("identity.currentAddress.country"),
    "null-values=refused, required-invalid=refused",
  ],
  [
    absentNull,
    "CurrentAddress",
    { identity: { currentAddress: nullCountry, previousAddresses: [null] } },
    "CurrentAddress",
    `null-values=absent, ${advanced}`,
  ],
])("under %j, a submit of [%s] with %j results in %j (spec 4.2)", (readings, participants, subject, outcome, basis) => {
  const record = open("identity-check", readings, "FullName", "DateOfBirth");
  const names = participants === "" ? [] : participants.split(",");
  const interactionId = "identity-check:interaction:address@latest";
  expect(apply(record, { type: "submit", at, interactionId, participants: names, subject })).toEqual([outcome, basis]);
});

test.each<readonly [Readings, readonly string[], string, string]>([
  [{}, ["Selfie"], "FOREIGN_ELEMENT: Selfie is not collected by this interaction.", "foreign-element=refused"],
  [
    { "foreign-element": "ignored" },
    ["FullName", "Selfie"],
    "FullName",
    `foreign-element=ignored, missing-element=named, ${partial}`,
  ],
  [
    { "foreign-element": "kept" },
    ["FullName", "Selfie", "Nothing"],
    "FullName,Selfie",
    `foreign-element=kept, missing-element=named, ${partial}`,
  ],
])(
  "under %j, a submit of %j with an element of another interaction results in %j (gap foreign-element)",
  (readings, participants, outcome, basis) => {
    const interactionId = "document-and-selfie:interaction:person@latest";
    const subject = subjectOf("FullName", "Selfie");
    expect(
      apply(open("document-and-selfie", readings), { type: "submit", at, interactionId, participants, subject }),
    ).toEqual([outcome, basis]);
  },
);

const saving = { "v1-intent-values": "save-and-validate" } as const;
const accepting = { "task-complete-incomplete": "accepted" } as const;
const refusing = { "task-optional-invalid": "refused" } as const;
const again = { "task-complete-again": "accepted" } as const;
const updated = "task-update-intent-required, task-update-relevant-fields";
const saved = "v1-intent-values=save-and-validate, task-update-relevant-fields";
const incomplete = "task-complete-incomplete=refused";
const completed = "task-complete-finishes";
const wrongIntent = "WRONG_VALUE: intent: not allowed for this task.";
const invalidSsn = invalid("identity.idNumbers[0].idNumber", "SSN");
const first = subjectOf("FullName");
const closed = "TASK_ALREADY_COMPLETED: The task was already completed.";
const twice = "task-update-intent-required, task-complete-again";

test.each<readonly [Readings, string, string, object, string, string, string]>([
  [{}, "2", "Complete", address, "CurrentAddress", "Completed", `${updated}, ${completed}`],
  [{}, "2", "Complete", {}, missing, "Assigned", `${updated}, ${incomplete}`],
  [accepting, "2", "Complete", {}, "", "Completed", `${updated}, task-complete-incomplete=accepted, ${completed}`],
  [{}, "2", "Complete", badAddress, invalidAddress, "Assigned", `${updated}, required-invalid=refused`],
  [
    outstanding,
    "2",
    "Complete",
    badAddress,
    missing,
    "Assigned",
    `${updated}, required-invalid=outstanding, ${incomplete}`,
  ],
  [
    {},
    "2",
    "Complete",
    join(address, badSsn),
    "CurrentAddress",
    "Completed",
    `${updated}, task-optional-invalid=stripped, ${completed}`,
  ],
  [
    refusing,
    "2",
    "Complete",
    join(address, badSsn),
    invalidSsn,
    "Assigned",
    `${updated}, task-optional-invalid=refused`,
  ],
  [
    {},
    "2",
    "Complete",
    join(address, badGender),
    `INVALID_FIELD: ${invalidGender}`,
    "Assigned",
    `${updated}, subject-validation=whole`,
  ],
  [{}, "2", "Save", address, wrongIntent, "Assigned", "v1-intent-values=complete-only"],
  [saving, "2", "Save", subjectOf("SSN"), "SSN", "In Progress", `${saved}, task-stages`],
  [saving, "2", "Save", badAddress, "", "In Progress", `${saved}, task-stages`],
  [saving, "2", "Validate", badAddress, invalidAddress, "Assigned", `${saved}, required-invalid=refused`],
  [saving, "2", "Validate", address, "", "Assigned", saved],
  [saving, "2", "Other", address, wrongIntent, "Assigned", "v1-intent-values=save-and-validate"],
  [{}, "1", "Complete", first, closed, "Assigned", `${twice}=refused`],
  [again, "1", "Complete", first, "", "Assigned", `${twice}=accepted`],
  [{}, "9", "Complete", {}, "UNKNOWN_TASK: There is no such task.", "Assigned", ""],
])(
  "under %j, an update of task %s with intent %s and %j results in %j (spec 2.10)",
  (readings, task, intent, subject, outcome, stage, basis) => {
    const record = open("identity-check-v1", readings, "FullName", "DateOfBirth");
    const command: Command = { type: "update", at, taskId: `instance-00000001.${task}`, intent, subject };
    expect(apply(record, command)).toEqual([outcome, basis]);
    const result = applyCommand(record, command);
    const { instance } = result.ok ? result.value : record;
    expect(instance.collection).toEqual({ stages: ["Completed", stage] });
  },
);

test("a paused or ended v1 instance refuses an update of an open task (spec 3.1)", () => {
  const record = open("identity-check-v1", {}, "FullName", "DateOfBirth");
  const command: Command = { type: "update", at, taskId: "instance-00000001.2", intent: "Complete", subject: address };
  for (const type of ["pause", "terminate"] as const) {
    const changed = accepted(applyCommand(record, { type, at }));
    expect(apply(changed, command)[0]).toBe("JOURNEY_NOT_ACTIVE: The journey is not active.");
  }
});

const own = { name: "Own", path: "own.thing" };
const collecting = (required: readonly string[], optional: readonly string[]) => ({
  id: "any",
  pages: [],
  required: [...required],
  optional: [...optional],
});

test("an element is required if any interaction or task in the journey requires it (spec 2.3, 2.5)", () => {
  const { definition } = termsFor("age-check");
  const task = { ...collecting(["SSN"], ["Selfie"]), variantId: "v", feeds: "Liveness" };
  const interactions = [collecting([], ["FullName", "DateOfBirth"]), collecting(["FullName"], ["SSN"])];
  const segments = [{ id: "one", interactions, tasks: [task], modules: [] }];
  expect([...collectedBy({ definition: { ...definition, segments } })]).toEqual([
    ["FullName", "required"],
    ["DateOfBirth", "optional"],
    ["SSN", "required"],
    ["Selfie", "optional"],
  ]);
});

test("keeps only the subject members that contain the journey's elements or identify the person (spec 2.6)", () => {
  const terms = termsFor("document-and-selfie");
  const whole = { uid: "u", identity: {}, documents: [], biometrics: [] };
  expect(keepExamined(terms, whole)).toBe(whole);
  expect(keepExamined(terms, { ...whole, notes: "x" })).toEqual(whole);
  const { definition } = termsFor("age-check");
  expect(keepExamined({ definition }, { ...whole, own: 1 })).toEqual({ uid: "u", identity: {} });
  const segments = [{ id: "one", interactions: [collecting(["Own", "Nothing"], [])], modules: [] }];
  const declaring = { ...definition, segments, elements: [own] };
  expect(keepExamined({ definition: declaring }, { uid: "u", own: 1, documents: [] })).toEqual({ uid: "u", own: 1 });
  expect(keepExamined(terms, "text")).toBe("text");
});

const badBirth = { identity: { dateOfBirth: "yesterday" } };
const birth = "Prefill for DateOfBirth: context.subject.identity.dateOfBirth is not valid.";
const ssn = "Prefill for SSN: context.subject.identity.idNumbers[0].idNumber is not valid.";
const openPrefill = join(subjectOf("FullName"), badBirth, badGender);
const wholeSubject = "subject-validation=whole";
const strictly = `${wholeSubject}, required-fields=strict`;

test.each<readonly [string, "refused" | "stripped" | "left-open", object, string, string]>([
  ["identity-check", "refused", subjectOf("FullName", "SSN"), "FullName,SSN", ""],
  ["identity-check", "refused", join(badBirth, badSsn), `WRONG_VALUE: ${birth} | ${ssn}`, "invalid-prefill=refused"],
  ["identity-check", "stripped", join(badBirth, badSsn), `WRONG_VALUE: ${birth}`, "invalid-prefill=stripped"],
  ["identity-check", "stripped", join(subjectOf("FullName"), badSsn), "FullName", "invalid-prefill=stripped"],
  ["identity-check", "left-open", openPrefill, "FullName", "v1-invalid-prefill=left-open"],
  ["identity-check-v1", "refused", badBirth, `WRONG_VALUE: ${birth}`, "v1-prefill-validated-for-page"],
  ["identity-check", "refused", badGender, `WRONG_VALUE: ${invalidGender}`, wholeSubject],
  [
    "identity-check",
    "refused",
    join(badSsn, badGender),
    `WRONG_VALUE: ${ssn} | ${invalidGender}`,
    `invalid-prefill=refused, ${wholeSubject}`,
  ],
  ["identity-check", "refused", halfPhone, `MISSING_FIELD: ${noPhoneType}`, strictly],
  ["identity-check", "refused", join(halfPhone, badGender), `WRONG_VALUE: ${invalidGender} | ${noPhoneType}`, strictly],
])(
  "a start of %s under the policy `%s` with the prefill %j results in %j (spec 2.5)",
  (journey, policy, subject, outcome, basis) => {
    const isStrict = JSON.stringify(subject).includes("phones");
    const terms = termsFor(journey, {
      readings: { ...presets.specified, ...(isStrict && strict) },
    });
    const citations = createCitations(terms.readings);
    const result = acceptPrefill({ terms, citations }, subject, policy);
    const shown = result.ok
      ? Object.keys(result.value).join()
      : `${result.refusal.name}: ${result.refusal.problems.join(" | ")}`;
    expect([shown, citations.basis().ids.join(", ")]).toEqual([outcome, basis]);
    if (result.ok) for (const { by } of Object.values(result.value)) expect(by).toBe("prefill");
  },
);

test("a refusal of a start or a submit lists at most 20 problems (spec 7)", () => {
  const many = { identity: { previousAddresses: Array.from({ length: 30 }, () => 7) } };
  const record = open("identity-check", {}, "FullName", "DateOfBirth");
  const refused = acceptPrefill(
    { terms: record.terms, citations: createCitations(record.terms.readings) },
    many,
    "refused",
  );
  const interactionId = "identity-check:interaction:address@latest";
  const participants = Array.from({ length: 30 }, (_, i) => `x${i}`);
  const submit = { type: "submit", at, interactionId, participants: [], subject: many } as const;
  const submits = [
    submit,
    { ...submit, participants },
    { ...submit, participants: [...participants, ...participants] },
  ];
  const results = [refused, ...submits.map((command) => applyCommand(record, command))];
  expect(results.map((result) => (result.ok ? 0 : result.refusal.problems.length))).toEqual([20, 20, 20, 20]);
});

test("a submit with errors outside its elements gets MISSING_FIELD if only members are missing, otherwise INVALID_FIELD (spec 7)", () => {
  const record = open("identity-check", strict, "FullName", "DateOfBirth");
  const submit = (subject: object) =>
    apply(record, {
      type: "submit",
      at,
      interactionId: "identity-check:interaction:address@latest",
      participants: ["CurrentAddress"],
      subject: join(address, subject),
    })[0].split(":")[0];
  expect([submit(halfPhone), submit(join(halfPhone, badGender))]).toEqual(["MISSING_FIELD", "INVALID_FIELD"]);
});

test("depending on the readings, a submitted or prefilled element can be submitted again (gaps duplicate-element, duplicate-prefilled)", () => {
  const replacing = { "duplicate-element": "replaces", "duplicate-prefilled": "refused" } as const;
  const interactionId = "identity-check:interaction:address@latest";
  const again = (readings: Readings, ...names: readonly string[]) => {
    const record = open("identity-check", readings, "FullName", "DateOfBirth");
    const first = accepted(
      applyCommand(record, {
        type: "submit",
        at,
        interactionId,
        participants: ["SSN"],
        subject: subjectOf("SSN"),
      }),
    );
    return apply(first, { type: "submit", at, interactionId, participants: names, subject: subjectOf("SSN") });
  };
  expect(again({}, "SSN")).toEqual([duplicate("SSN"), refusedTwice]);
  expect(again(replacing, "SSN")).toEqual(["SSN", `duplicate-element=replaces, missing-element=named, ${partial}`]);
  expect(again(replacing, "FullName")[1]).toBe("duplicate-prefilled=refused, submit-duplicate-refused");
});
