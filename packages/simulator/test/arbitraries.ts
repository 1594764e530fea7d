import { type GapId, gapIds, gapOf, type Profile, presets } from "@journey-kit/schemas/tables";
import fc from "fast-check";
import { type Command, type InstanceRecord, type StartCommand, startInstance } from "../src/engine/commands.ts";
import { collectedBy } from "../src/engine/submission.ts";
import type { InstanceTerms } from "../src/engine/terms.ts";
import { accepted, join, subjectOf, termsFor, valid } from "./samples.ts";

const journeys = ["age-check", "identity-check", "document-and-selfie", "full-kyc", "onboarding"] as const;

const invalid: readonly Readonly<Record<string, unknown>>[] = [
  { identity: { firstName: "Ada" } },
  { identity: { dateOfBirth: "10.12.1815" } },
  { identity: { lastNames: "Lovelace" } },
  { identity: { currentAddress: { postalCode: 7 } } },
  { documents: [{ type: "primary", side1Image: "none:3", side2Image: "" }] },
  { biometrics: [{ selfieImage: "none:3" }] },
  { identity: { lastNames: ["Testreject"] } },
  { identity: { lastNames: ["Testrefer"] } },
];

/** Random readings for the gaps of kind `engine`. */
const readings = fc
  .record(
    Object.fromEntries(
      gapIds
        .filter((id) => gapOf(id).kind === "engine")
        .map((id) => [id, fc.constantFrom(...Object.keys(gapOf(id).options))] as const),
    ),
  )
  .map((chosen) => ({ ...presets.specified, ...chosen }) as Profile); // each reading comes from its gap's options

/** The terms of a built-in journey, with random readings and latency. */
export const terms: fc.Arbitrary<InstanceTerms> = fc
  .record({
    id: fc.constantFrom(...journeys),
    apiVersion: fc.constantFrom("", "-v1"),
    readings: fc.oneof(fc.constant(presets.specified), readings),
    latency: fc.constantFrom(undefined, 0, 1, 2_000),
    seed: fc.nat(3),
  })
  .map(({ id, apiVersion, readings: chosen, latency, seed }) =>
    readable(termsFor(`${id}${apiVersion}`, { readings: chosen, seed, ...(latency !== undefined && { latency }) })),
  );

/** Makes terms print in one line that shows only the readings that differ from the `specified` profile. */
const readable = (chosen: InstanceTerms): InstanceTerms => {
  const { definition, latency, seed } = chosen;
  const differing = Object.entries(chosen.readings).filter(
    ([id, value]) => presets.specified[id as GapId /* `Object.entries` has string keys */] !== value,
  );
  const text = JSON.stringify({ journey: definition.id, latency, seed, readings: Object.fromEntries(differing) });
  return Object.assign(chosen, { [fc.toStringMethod]: () => text });
};

/** The terms of a v2 journey under the `specified` profile. */
export const specified: fc.Arbitrary<InstanceTerms> = fc.constantFrom(...journeys).map((id) => termsFor(id));

/** A subject with data for some elements, some of which is invalid. */
export const subject: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc
  .tuple(fc.subarray(Object.keys(valid)), fc.subarray([...invalid], { maxLength: 2 }))
  .map(([names, faults]) => join(subjectOf(...names), ...faults));

/** Creates the start command of an instance with the given terms. */
export const startOf = ({ definition }: InstanceTerms, prefill: unknown): StartCommand => {
  const common = {
    type: "start",
    at: 1_000,
    instanceId: "instance-00000001",
    ordinal: 1,
    resource: { id: definition.id, version: "latest" },
    region: "eu",
    delivery: "api",
    linkExpiresAt: undefined,
    uid: undefined,
    subject: prefill,
  } as const;
  return definition.apiVersion === "v1" ? { ...common, apiVersion: "v1" } : { ...common, apiVersion: "v2" };
};

/** Starts an instance. */
export const openInstance = (
  chosen: InstanceTerms,
  prefill: unknown,
  more: Partial<StartCommand> = {},
): InstanceRecord => accepted(startInstance(chosen, { ...startOf(chosen, prefill), ...more } as StartCommand)); // `more` keeps the API version

/** A command and the delay after the previous command. `play` sets the time of the command. */
export interface Move {
  readonly after: number;
  readonly command: Command;
}

/** A command of a tester. `play` sets the time of the command. */
export const testerCommand: fc.Arbitrary<Command> = fc.constantFrom(
  { type: "pause", at: 0 },
  { type: "resume", at: 0 },
  { type: "fail", at: 0 },
  { type: "advance", at: 0, by: 3_000 },
  { type: "review", at: 0, outcome: "accept" },
);

/** Generates moves. Most commands fit the terms, and some do not. */
export function movesFor(chosen: InstanceTerms): fc.Arbitrary<readonly Move[]> {
  const names = [...collectedBy(chosen).keys()];
  const ids = chosen.definition.segments.flatMap(({ interactions = [] }) => interactions.map(({ id }) => id));
  const submit = fc
    .record({
      id: fc.constantFrom(...ids, "elsewhere"),
      participants: fc.array(fc.constantFrom(...names, "FullName"), { maxLength: 3 }),
      subject,
    })
    .map(({ id, participants, subject: sent }): Command => {
      const interactionId = `${chosen.definition.id}:interaction:${id}@latest`;
      return { type: "submit", at: 0, interactionId, participants, subject: sent };
    });
  const update = fc
    .record({ task: fc.integer({ min: 1, max: 5 }), intent: fc.constantFrom("Complete", "Save", "Validate"), subject })
    .map(
      ({ task, intent, subject: sent }): Command => ({
        type: "update",
        at: 0,
        taskId: `instance-00000001.${task}`,
        intent,
        subject: sent,
      }),
    );
  const work = chosen.definition.apiVersion === "v2" ? submit : update;
  const command = fc.oneof({ arbitrary: work, weight: 8 }, { arbitrary: testerCommand, weight: 2 });
  return fc.array(fc.record({ after: fc.constantFrom(0, 1, 999, 2_000, 10_000), command }), { maxLength: 12 });
}
