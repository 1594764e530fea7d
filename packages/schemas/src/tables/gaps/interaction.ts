import type { Gap } from "./gap.ts";

/** Gaps about v2 interactions. Spec 2.5, 2.6, 2.9, 3.2, 4.2. */
export const interactionGaps = {
  "interaction-fetch-body": {
    spec: "4.2",
    question: "What must the request body of interaction/fetch contain?",
    kind: "wire",
    options: { "instance-id": "Only `instanceId`. Other members are ignored." },
    specified: "instance-id",
    observed: "instance-id",
  },
  "interaction-journey-status": {
    spec: "2.5",
    question: "Does the response to interaction/fetch contain the status of the instance?",
    kind: "wire",
    options: { "journey-status": "Yes, in `journey.status`, whether or not an interaction is current." },
    specified: "journey-status",
    observed: "journey-status",
  },
  "interaction-fetch-layout": {
    spec: "2.5",
    question: "Where are `collects`, `spec`, `outstanding` and the layout in the response to interaction/fetch?",
    kind: "wire",
    options: {
      flat: "At the top level, next to `interactionId`. `collects` is a list of names, `spec` is a map, and `layout` contains the pages.",
      nested:
        "Inside `interaction`, except `outstanding`, which is at the top level. `collects` is a list of `{ref, spec}`, and `interaction.resource.data` contains the pages.",
    },
    specified: "flat",
    observed: "nested",
    evidence:
      "The generated code of a published client declares `interaction.collects` as a list of `{ref, spec}`, next to `interaction.resource`.",
  },
  "interaction-resource-version": {
    spec: "2.5",
    question:
      "If gap `interaction-fetch-layout` is `nested`, which version does `interaction.resource.version` contain?",
    kind: "wire",
    options: {
      pinned: "The journey version that the instance uses, such as `2`.",
      started: "The version in the start request, such as `latest`.",
    },
    specified: "pinned",
    observed: "started",
    evidence: "In public samples of an interaction, the version is `latest`.",
  },
  "interaction-waits-for-modules": {
    spec: "3.2",
    question: "When does the next interaction become current?",
    kind: "engine",
    options: {
      waits: "After the preceding modules have finished and the evaluation has run.",
      "at-once": "As soon as the previous interaction is complete, even if modules are still running.",
    },
    specified: "waits",
    observed: "waits",
  },
  "interaction-while-running": {
    spec: "4.2",
    question: "What does interaction/fetch return while modules are running and no interaction is current?",
    kind: "wire",
    options: {
      processing: "Returns 200 with `processing: true` and no `interactionId`.",
      "empty-interaction":
        "Returns 200 with `processing: true` and an interaction that collects nothing, in the usual layout.",
      "not-found": "Returns 404.",
      conflict: "Returns 409.",
    },
    specified: "processing",
    observed: "empty-interaction",
    evidence:
      "An OpenAPI document, published with a client, requires `interactionId` and `interaction` in every 200, so a client generated from it cannot read a response without them. The documentation of a later client adds `processing`, which is true until an interaction is available. `empty-interaction` matches both.",
  },
  "interaction-in-review": {
    spec: "3.2",
    question:
      "What does interaction/fetch return while an instance waits for a reviewer after the outcome refer (gap `refer-ends-journey`)?",
    kind: "wire",
    options: {
      "as-running": "The same as while modules run (gap `interaction-while-running`).",
      "as-ended":
        "The same as after the end (gap `interaction-after-end`), except that `journey.status` stays open. The result is the one in the v2 state.",
    },
    specified: "as-running",
    observed: "as-ended",
    evidence:
      "The documentation of a published client says that `processing` is true while the journey is still working. During a review, no module runs and no interaction follows.",
  },
  "interaction-after-end": {
    spec: "2.5",
    question: "What does interaction/fetch return after the journey has ended?",
    kind: "wire",
    options: { "end-interaction": "The end interaction, with an empty `outstanding` list.", conflict: "Returns 409." },
    specified: "end-interaction",
    observed: "end-interaction",
  },
  "end-interaction-outcome": {
    spec: "2.5",
    question: "Where does the end interaction show the outcome?",
    kind: "wire",
    options: {
      result: "In `result`, which has the same shape as the result in the v2 state.",
      layout: "Only in a card of the layout.",
    },
    specified: "result",
    observed: "result",
  },
  "outstanding-scope": {
    spec: "2.5",
    question: "Does `outstanding` list optional elements?",
    kind: "wire",
    options: {
      all: "Yes. `outstanding` lists required and optional elements.",
      required: "No. `outstanding` lists only required elements.",
    },
    specified: "all",
    observed: "required",
  },
  "outstanding-granularity": {
    spec: "2.5",
    question: "Does `outstanding` list elements or fields?",
    kind: "wire",
    options: { elements: "Elements, such as `FullName`.", fields: "Fields, such as `PrimaryDocument/side1Image`." },
    specified: "elements",
    observed: "elements",
  },
  "outstanding-shrinks": {
    spec: "3.2",
    question: "Are elements removed from `outstanding` as they are accepted?",
    kind: "wire",
    options: {
      "as-accepted": "Yes. Each accepted element is removed.",
      "when-advancing": "No. `outstanding` changes only when the journey advances to the next interaction.",
    },
    specified: "as-accepted",
    observed: "as-accepted",
  },
  "fetch-status": {
    spec: "4.2",
    question: "Which status does a successful interaction fetch return?",
    kind: "wire",
    options: { ok: "Returns 200.", created: "Returns 201." },
    specified: "ok",
    observed: "ok",
  },
  "submit-status": {
    spec: "4.2",
    question: "Which status does a successful interaction submit return?",
    kind: "wire",
    options: { ok: "Returns 200.", created: "Returns 201." },
    specified: "ok",
    observed: "ok",
  },
  "prefill-covers": {
    spec: "3.2",
    question: "Which elements must prefill contain for an interaction to be skipped?",
    kind: "engine",
    options: {
      required: "All required elements of the interaction.",
      all: "All required and optional elements of the interaction.",
    },
    specified: "required",
    observed: "required",
  },
  "optional-only": {
    spec: "3.2",
    question: "What happens to an interaction without required elements?",
    kind: "engine",
    options: {
      waits: "The interaction stays current until it receives one submit.",
      "passed-over": "The interaction is skipped.",
    },
    specified: "waits",
    observed: "waits",
  },
  "element-minimum": {
    spec: "2.6",
    question: "When does a domain element count as provided?",
    kind: "engine",
    options: {
      conventional:
        "When the element has its minimum fields, such as `firstName` and `lastNames` for `FullName`, or `side1Image` for `PrimaryDocument`.",
      "listed-leaves":
        "When the element has every field that the journey definition lists for it in `leaves`. If the definition lists none, the minimum fields of the element are enough.",
    },
    specified: "conventional",
    observed: "conventional",
  },
  "participants-omitted": {
    spec: "2.9",
    question: "What happens if `participants` is missing or empty?",
    kind: "wire",
    options: {
      refused: "The submit returns 400.",
      "keeps-nothing": "The submit returns 200 `success` and stores nothing.",
    },
    specified: "refused",
    observed: "keeps-nothing",
    evidence: "In public notes on a test run, such a submit returned 200 `success` and had no effect.",
  },
  "missing-element": {
    spec: "4.2",
    question: "Which missing required elements make a submit fail?",
    kind: "engine",
    options: {
      named: "Only required elements that `participants` lists but `context.subject` does not contain.",
      "of-interaction": "Any required element of the interaction that neither this submit nor earlier data provides.",
    },
    specified: "named",
    observed: "named",
  },
  "optional-absent": {
    spec: "4.2",
    question: "What happens if `participants` lists an optional element whose data is missing?",
    kind: "engine",
    options: {
      stripped: "The submit succeeds, as if `participants` did not list the element.",
      refused: "The submit returns 400.",
    },
    specified: "stripped",
    observed: "stripped",
  },
  "required-invalid": {
    spec: "4.2",
    question: "What happens if `participants` lists a required element whose data is invalid?",
    kind: "engine",
    options: {
      refused: "The submit returns 400 and stores nothing.",
      outstanding: "The submit succeeds, and the element stays outstanding.",
    },
    specified: "refused",
    observed: "refused",
  },
  "all-elements-invalid": {
    spec: "4.2",
    question: "What happens if every submitted element is optional and invalid?",
    kind: "engine",
    options: {
      success: "The submit succeeds and stores nothing.",
      conflict: "The submit returns 409 with the error `4003 INVALID_FIELD`.",
    },
    specified: "success",
    observed: "conflict",
  },
  "unlisted-data": {
    spec: "2.9",
    question: "What happens to elements in `context.subject` that `participants` does not list?",
    kind: "engine",
    options: {
      ignored: "The elements are ignored.",
      taken: "Elements that the interaction collects are accepted. Others are ignored.",
    },
    specified: "ignored",
    observed: "ignored",
  },
  "foreign-element": {
    spec: "2.9",
    question: "What happens if `participants` lists an element that the interaction does not collect?",
    kind: "engine",
    options: {
      refused: "The submit returns 400.",
      ignored: "The element is ignored.",
      kept: "The element is kept for a later interaction that collects it.",
    },
    specified: "refused",
    observed: "refused",
  },
  "duplicate-element": {
    spec: "4.2",
    question: "What happens if a submit lists an element that was already submitted, or lists an element twice?",
    kind: "engine",
    options: {
      refused: "The submit returns 409.",
      replaces: "The element is accepted again, and the later data replaces the earlier data.",
    },
    specified: "refused",
    observed: "replaces",
  },
  "duplicate-prefilled": {
    spec: "4.2",
    question: "What happens if a submit lists an element that was prefilled?",
    kind: "engine",
    options: { refused: "The submit returns 409.", replaces: "The submitted data replaces the prefill." },
    specified: "refused",
    observed: "replaces",
  },
  "element-collected-twice": {
    spec: "3.2",
    question: "What happens if two interactions of a journey collect the same element?",
    kind: "engine",
    options: {
      "provided-once":
        "The data for the first interaction is also the data for the second one, where the element is not outstanding. If the second submit lists the element, the element is a duplicate (gap `duplicate-element`).",
    },
    specified: "provided-once",
    observed: "provided-once",
  },
  "error-precedence": {
    spec: "4.2",
    question: "Which error does a submit return if it breaks several rules at once?",
    kind: "engine",
    options: {
      fixed:
        "The first of these that applies: unknown or inactive instance, wrong interaction, duplicate element, element that the interaction does not collect, missing data, invalid data.",
    },
    specified: "fixed",
    observed: "fixed",
  },
  "stale-interaction": {
    spec: "4.2",
    question: "Which status does a submit return if its `interactionId` is not that of the current interaction?",
    kind: "wire",
    options: { conflict: "Returns 409.", "not-found": "Returns 404.", "bad-request": "Returns 400." },
    specified: "conflict",
    observed: "conflict",
  },
  "inactive-instance": {
    spec: "4.2",
    question:
      "Which status does a submit return if the instance is finished or paused? If the endpoint journey/terminate exists (gap `extension-endpoints`), which status does it return for a finished instance?",
    kind: "wire",
    options: { conflict: "Returns 409 with the error `4009 JOURNEY_NOT_ACTIVE`.", "bad-request": "Returns 400." },
    specified: "conflict",
    observed: "conflict",
    evidence: "Published generated clients declare a 409 response for journey/terminate.",
  },
  "instructions-meaning": {
    spec: "2.9",
    question: "What do the entries of `participants[].instructions` mean?",
    kind: "wire",
    options: { none: "Nothing. The entries are accepted and ignored." },
    specified: "none",
    observed: "none",
  },
  "v2-task-list": {
    spec: "4.2",
    question: "Which tasks does the deprecated endpoint task/list/schema return for a v2 instance?",
    kind: "wire",
    options: {
      interaction: "One task: the current interaction, with its `interactionId` as the `taskId`.",
      instance: "One task: the current interaction, with the `instanceId` as the `taskId`.",
      none: "None. The list of tasks is empty.",
      "not-found": "No tasks. The endpoint returns 404.",
    },
    specified: "interaction",
    observed: "instance",
    evidence: "The documentation of a published client says that the task id of a v2 instance is the instance id.",
  },
  "interaction-token": {
    spec: "5",
    question: "Do interaction endpoints require a token other than the customer token?",
    kind: "wire",
    options: {
      either:
        "No. Interaction endpoints accept the customer token. They also accept an end-user token, which device/connect returns for one instance.",
      "end-user":
        "Yes. Interaction endpoints accept only an end-user token, which device/connect returns for one instance.",
    },
    specified: "either",
    observed: "either",
    requires: { "end-user": { "device-start": ["device", "journey-device"] } },
  },
  "device-start": {
    spec: "4.2",
    question: "Does device/start exist, and what are its path and body?",
    kind: "wire",
    options: {
      device:
        "Yes. `POST /device/start` with `{instanceId, scope?}` returns 201 and a connect token, which device/connect exchanges for an end-user token.",
      "journey-device":
        "Yes. `POST /journey/device/start` with `{instanceId, scope?}` returns 201 and a connect token, which device/connect exchanges for an end-user token.",
      absent: "No. device/start returns the same error as any unknown path.",
    },
    specified: "device",
    observed: "journey-device",
    evidence: "In public notes on a test run, the paths of both device endpoints start with `/journey`.",
  },
  "module-retry": {
    spec: "1",
    question: "Can a module run again within an instance?",
    kind: "engine",
    options: {
      never: "No. A module runs only once.",
      automatic:
        "Yes. After a negative outcome, a module runs again automatically, until it has run as many times as `attempts` in the journey definition allows.",
      recollect:
        "Yes. After a negative outcome, the service asks again for the data that the module uses; a submit may omit optional data. The module then runs again, until it has run as many times as `attempts` in the journey definition allows.",
    },
    specified: "never",
    observed: "never",
  },
  "recollected-data": {
    spec: "1",
    question: "If gap `module-retry` is `recollect`, which modules examine the data that is collected again?",
    kind: "engine",
    options: {
      "asking-modules":
        "Only the modules that asked for it. The results of other modules still apply: a new document for Facematch is not authenticated again.",
    },
    specified: "asking-modules",
    observed: "asking-modules",
  },
  "element-names": {
    spec: "2.6",
    question: "Which domain elements exist besides the six that the specification names?",
    kind: "wire",
    options: {
      six: "None, except elements that a journey declares.",
      extended:
        "Elements in public documentation, such as `PreviousAddresses`, `MobilePhone` and `Consent`, and elements that a journey declares.",
    },
    specified: "six",
    observed: "extended",
  },
} as const satisfies Record<string, Gap>;
