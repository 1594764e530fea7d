import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSimulator } from "@journey-kit/simulator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isLearnCheck, runs, sample } from "../../../../vitest.shared.ts";
import { checkClient } from "../../src/client/check.ts";
import { conditionRows, createCondition, usualRun } from "../../src/client/conditions.ts";
import type { CheckOptions } from "../../src/client/options.ts";
import type { RequirementId } from "../../src/client/requirements.ts";
import { programClient } from "../../src/program.ts";
import type { ClientAdapter } from "../../src/service/client-adapter.ts";
import { diagnose } from "../../src/traffic/doctor.ts";
import type { TrafficExchange } from "../../src/traffic/traffic.ts";
import { bugs, type ClientBug } from "../client-bugs/bugs.ts";
import type { Mutation } from "../mutation.ts";
import { ourClient } from "../our-client.ts";
import { createReference } from "../reference-client.ts";
import { type RecordedClient, recordClient, recordProgram } from "./record.ts";
import { seenBugs, unseenBugs } from "./seen-bugs.ts";

type Recordings = readonly (readonly TrafficExchange[])[];

/** Runs a client under conditions, and returns what each of its connections sent. */
async function record({ recorded, recordings }: RecordedClient, options: CheckOptions): Promise<Recordings> {
  await checkClient(recorded, { seed: 1, ...options });
  return recordings;
}

const inProcess = (adapter: ClientAdapter, options: CheckOptions): Promise<Recordings> =>
  record(recordClient(adapter), {
    simulator: { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch },
    ...options,
  });

/** The requirements that a client must meet and breaks, with what it did. */
const brokenIn = (recordings: Recordings): readonly string[] =>
  recordings
    .flatMap((exchanges) => diagnose(exchanges).hints)
    .filter(({ strength }) => strength === "must")
    .map(({ requirement, problem }) => `${requirement}: ${problem}`);

const commandOf = (file: string, path: string) => [file.endsWith(".py") ? "python3" : process.execPath, path];

describe("a program with a planted bug", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "doctor-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const plant = async ({ id, file, edits }: ClientBug): Promise<ClientAdapter> => {
    const source = await readFile(join(import.meta.dirname, "../client-bugs", file), "utf8");
    const path = join(folder, `${id}-${file}`);
    await writeFile(
      path,
      edits.reduce((text, { find, replace }) => text.replace(find, () => replace), source),
    );
    return programClient(commandOf(file, path));
  };

  test("is seen in ordinary traffic, or a table says why not", () => {
    expect([...Object.keys(seenBugs), ...Object.keys(unseenBugs)].toSorted()).toEqual(
      bugs.map(({ id }) => id).toSorted(),
    );
  });

  const rows = bugs.flatMap((bug) => {
    const seen = seenBugs[bug.id];
    return seen === undefined ? [] : [{ ...bug, ...seen, bug }];
  });

  test.each(sample(rows, 5))(
    "is found: $title ($requirement)",
    { timeout: 120_000 },
    async ({ bug, requirement, condition, pollIntervalMs = 100, slowness, seconds = 60 }) => {
      const recordings = await record(recordProgram(await plant(bug), slowness), {
        ...{ conditions: [{ ...condition, pollIntervalMs }], pollIntervalMs, seconds },
      });
      const found = recordings.flatMap((exchanges) => diagnose(exchanges).hints.map((hint) => hint.requirement));
      expect(found).toContain<RequirementId>(requirement);
    },
  );
});

describe("a correct client", () => {
  const named = conditionRows.map(([id]) => createCondition(id, { pollIntervalMs: 10_000, run: usualRun }, undefined));

  test.each([
    ["our client", ourClient, {}],
    ["our client in v1", ourClient, { apiVersion: "v1", conditions: undefined }],
    ["the reference client", createReference(), {}],
  ] as const)(
    "breaks no requirement, also under generated readings, scenarios and faults: %s (spec 4.2, 4.4, 5)",
    { timeout: 300_000 },
    async (_, adapter, options) => {
      const recordings = await inProcess(adapter, {
        conditions: named,
        generate: isLearnCheck ? 300 : runs(20, 100),
        ...options,
      });
      expect(recordings.flat().length).toBeGreaterThan(200);
      expect(brokenIn(recordings)).toEqual([]);
    },
  );

  // They mostly wait.
  test.concurrent.each(sample(["client-bugs/client.py", "client-bugs/client.ts", "../../../examples/client.py"], 3))(
    "breaks no requirement with timers of its own: %s (spec 4.2, 4.4, 5)",
    { timeout: 300_000 },
    async (file) => {
      const adapter = programClient(commandOf(file, join(import.meta.dirname, "..", file)));
      const seen = sample(Object.values(seenBugs), 4);
      const recordings = await record(recordProgram(adapter), {
        conditions: seen.map(({ condition }) => condition),
        seconds: 240,
      });
      expect(recordings.length).toBeGreaterThanOrEqual(seen.length);
      expect(brokenIn(recordings)).toEqual([]);
    },
  );
});

/** Mistakes of the reference client that ordinary traffic shows, under one condition that shows them. */
const seenMistakes = [
  ["retries immediately after errors", "never-faster-after-error", "long-outage"],
  ["retries at the usual interval after errors", "backs-off", "long-outage"],
  ["ignores Retry-After", "waits-retry-after", "retry-after"],
  ["ignores the status Error", "stops-when-final", "error"],
  ["keeps a revoked token", "replaces-refused-token", "revoked-token"],
  ["requests a token for each call", "one-token", "slow-modules"],
  ["submits elements that are not outstanding", "submits-outstanding", "known-element"],
  ["sends documents outside the context", "documents-in-subject", "accepted"],
  ["sends biometrics directly in the context", "documents-in-subject", "accepted"],
  ["lists too few participants", "participants-match", "accepted"],
  ["lists elements that it does not send", "participants-match", "accepted"],
  ["lists v1 tasks", "no-v1-for-v2", "accepted"],
  ["submits every interaction with the first interaction id", "submits-current-interaction", "accepted"],
  ["polls every second", "polls-at-interval", "slow-modules"],
] as const satisfies readonly (readonly [Mutation, RequirementId, (typeof conditionRows)[number][0]])[];

test.each(seenMistakes)("finds a client that %s (%s)", async (mistake, requirement, id) => {
  const condition = createCondition(id, { pollIntervalMs: 10_000, run: usualRun }, undefined);
  const recordings = await inProcess(createReference(mistake), { conditions: [condition], pollIntervalMs: 10_000 });
  expect(recordings.flatMap((exchanges) => diagnose(exchanges).hints.map((hint) => hint.requirement))).toContain(
    requirement,
  );
});
