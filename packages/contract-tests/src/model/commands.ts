import fc from "fast-check";
import { type Part, sampleNames } from "../sample.ts";
import { Advance } from "./advance.ts";
import { FetchElsewhere } from "./fetch-elsewhere.ts";
import { FetchInteraction } from "./fetch-interaction.ts";
import { FetchState } from "./fetch-state.ts";
import { collectedBy, type Journey, workOf } from "./journey.ts";
import { ListTaskSchemas } from "./list-task-schemas.ts";
import { ListTasks } from "./list-tasks.ts";
import type { Model } from "./model.ts";
import type { Session } from "./session.ts";
import { flawNames, StartRefused } from "./start-refused.ts";
import { StartV1 } from "./start-v1.ts";
import { StartV2 } from "./start-v2.ts";
import { SubmitDuplicate } from "./submit-duplicate.ts";
import { SubmitFlawed } from "./submit-flawed.ts";
import { SubmitForeign } from "./submit-foreign.ts";
import { SubmitSome } from "./submit-some.ts";
import { SubmitStale } from "./submit-stale.ts";
import { UpdateAgain } from "./update-again.ts";
import { UpdateComplete } from "./update-complete.ts";
import { UpdateElsewhere } from "./update-elsewhere.ts";
import { UpdateFlawed } from "./update-flawed.ts";

type Command = fc.Arbitrary<fc.AsyncCommand<Model, Session>>;

const nth = fc.nat(2);
const delivery = fc.constantFrom("api", "page");
const flaw = fc.constantFrom("absent", "invalid");

/** No prefill, some of it, all of it, or some of it invalid. */
function prefillOf(journey: Journey): fc.Arbitrary<readonly Part[]> {
  const names = [...new Set(workOf(journey).flatMap(collectedBy))];
  const valid = (chosen: readonly string[]): readonly Part[] => chosen.map((element) => ({ element, kind: "valid" }));
  return fc.oneof(
    fc.constant<readonly Part[]>([]),
    fc.subarray(names).map(valid),
    fc.constant(valid(names)),
    fc
      .tuple(fc.subarray(names), fc.constantFrom(...sampleNames))
      .map(([chosen, element]): readonly Part[] => [
        ...valid(chosen.filter((name) => name !== element)),
        { element, kind: "invalid" },
      ]),
  );
}

function startOf(journey: Journey): Command {
  const prefill = prefillOf(journey);
  if (journey.generation === "v2") return fc.tuple(delivery, prefill).map((args) => new StartV2(journey, ...args));
  const mode = fc.constantFrom("async", "sync");
  return fc.tuple(mode, delivery, prefill).map((args) => new StartV1(journey, ...args));
}

/** Leaps to, and just short of, the moments at which a module finishes. */
const leapOf = (journeys: readonly Journey[]): fc.Arbitrary<number> => {
  const times = journeys.flatMap(({ segments }) => segments.flatMap(({ modules }) => modules.map(({ time }) => time)));
  return fc.constantFrom(
    ...new Set([1, 30_000, ...times.flatMap((time) => [Math.max(1, time - 1), Math.max(1, time)])]),
  );
};

const submits: readonly Command[] = [
  fc.tuple(nth, fc.constantFrom(1, 2, 3, -1)).map((args) => new SubmitSome(...args)),
  fc.tuple(nth, fc.constantFrom(3)).map((args) => new SubmitSome(...args)),
  fc.tuple(nth, fc.nat(3), fc.constantFrom("alone", "among new ones")).map((args) => new SubmitDuplicate(...args)),
  fc.tuple(nth, fc.nat(3), fc.constantFrom("alone", "among its own")).map((args) => new SubmitForeign(...args)),
  fc.tuple(nth, fc.nat(2), flaw, fc.constantFrom("alone", "among the others")).map((args) => new SubmitFlawed(...args)),
  fc.tuple(nth, fc.nat(3)).map((args) => new SubmitStale(...args)),
];

const updates: readonly Command[] = [
  fc.tuple(nth, fc.nat(1), fc.constantFrom("all", "only what is missing")).map((args) => new UpdateComplete(...args)),
  fc.tuple(nth, fc.nat(1), fc.nat(2), flaw).map((args) => new UpdateFlawed(...args)),
  fc.tuple(nth, fc.nat(2)).map((args) => new UpdateAgain(...args)),
  fc.tuple(nth, nth).map((args) => new UpdateElsewhere(...args)),
];

const fetches: readonly Command[] = [
  fc.nat(4).map((n) => new FetchState(n)),
  fc.nat(4).map((n) => new FetchState(n)),
  nth.map((n) => new FetchInteraction(n)),
  nth.map((n) => new ListTasks(n)),
  fc.nat(4).map((n) => new ListTaskSchemas(n)),
  fc
    .tuple(fc.nat(4), fc.constantFrom("of the other generation", "that nobody started"))
    .map((args) => new FetchElsewhere(...args)),
];

/** Everything that a model can do with some journeys. */
export function commandsOf(journeys: readonly Journey[]): Command[] {
  const start = fc.oneof(...journeys.map(startOf));
  const refused = fc.tuple(fc.constantFrom(...journeys), fc.constantFrom(...flawNames));
  const advance = leapOf(journeys).map((by) => new Advance(by));
  return [
    start,
    start,
    start,
    refused.map((args) => new StartRefused(...args)),
    ...submits,
    ...updates,
    ...fetches,
    advance,
    advance,
    advance,
  ];
}
