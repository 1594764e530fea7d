import fc from "fast-check";
import { type Part, sampleNames } from "../target/sample.ts";
import { ActAsEndUser } from "./act-as-end-user.ts";
import { Advance } from "./advance.ts";
import { ConnectDevice } from "./connect-device.ts";
import { ExpireToken } from "./expire-token.ts";
import { FetchElsewhere } from "./fetch-elsewhere.ts";
import { FetchInteraction } from "./fetch-interaction.ts";
import { FetchState } from "./fetch-state.ts";
import { collectedBy, type Journey, workOf } from "./journey.ts";
import { ListTaskSchemas } from "./list-task-schemas.ts";
import { ListTasks } from "./list-tasks.ts";
import type { Model, Script } from "./model.ts";
import { Pause } from "./pause.ts";
import { Resume } from "./resume.ts";
import { Review } from "./review.ts";
import type { Session } from "./session.ts";
import { StartDevice } from "./start-device.ts";
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

/** What the modules of an instance are told to find; only where somebody can tell them. */
const scriptOf = (isControlled: boolean): fc.Arbitrary<Script> =>
  isControlled
    ? fc.constantFrom<Script>("accept", "accept", "accept", "reject", "refer", "fail")
    : fc.constant("accept");

function startOf(journey: Journey, isControlled: boolean): Command {
  const [prefill, script] = [prefillOf(journey), scriptOf(isControlled)];
  if (journey.generation === "v2") {
    return fc.tuple(delivery, prefill, script).map((args) => new StartV2(journey, ...args));
  }
  const config = fc.record({ mode: fc.constantFrom("async", "sync"), delivery });
  return fc.tuple(config, prefill, script).map((args) => new StartV1(journey, ...args));
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

const reach = fc.constantFrom("its interaction", "its interaction", "its state", "another interaction");

const devices: readonly Command[] = [
  nth.map((n) => new StartDevice(n)),
  nth.map((n) => new ConnectDevice(n)),
  nth.map((n) => new ConnectDevice(n)),
  fc.tuple(nth, reach).map((args) => new ActAsEndUser(...args)),
  fc.tuple(nth, reach).map((args) => new ActAsEndUser(...args)),
];

const testers: readonly Command[] = [
  fc.nat(4).map((n) => new Pause(n)),
  fc.tuple(fc.nat(4), fc.constantFrom("that is paused", "that is paused", "of all")).map((args) => new Resume(...args)),
  fc
    .tuple(fc.nat(4), fc.constantFrom("accept", "reject"), fc.constantFrom("that waits for it", "of all"))
    .map((args) => new Review(...args)),
];

/** What can be done with a target, beyond calling it. */
export type Means = Pick<Model, "journeys" | "profile" | "isTimed" | "isControlled">;

/** Everything that a model can do with some journeys; what needs a clock, control or a device is left out without it. */
export function commandsOf({ journeys, profile, isTimed, isControlled }: Means): Command[] {
  const start = fc.oneof(...journeys.map((journey) => startOf(journey, isControlled)));
  const refused = fc.tuple(fc.constantFrom(...journeys), fc.constantFrom(...flawNames));
  const advance = leapOf(journeys).map((by) => new Advance(by));
  const expire = fc.nat(4).map((n) => new ExpireToken(n));
  return [
    start,
    start,
    start,
    refused.map((args) => new StartRefused(...args)),
    ...submits,
    ...updates,
    ...fetches,
    ...(profile["device-start"] === "absent" ? [] : devices),
    ...(isTimed ? [advance, advance, advance, expire] : []),
    ...(isControlled ? testers : []),
  ];
}
