import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSimulator } from "@journey-kit/simulator";
import { afterAll, expect, test } from "vitest";
import { createReference } from "../test/reference-client.ts";
import { checkClient } from "./client/check.ts";
import type { FailedRun, Failure } from "./client/explain.ts";
import { createRunWriter } from "./run-writer.ts";

const folder = await mkdtemp(join(tmpdir(), "runs-"));
afterAll(() => rm(folder, { recursive: true }));

const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch };

test("`onFailure` receives the world of a failure: opened, it has the requests that show the failure (spec 4.2)", async () => {
  const found: [Failure, FailedRun | undefined][] = [];
  const report = await checkClient(createReference("retries a start after a lost response"), {
    ...{ simulator, seed: 1, only: ["start-sent-once", "ends"] },
    onFailure: (failure, run) => void found.push([failure, run]),
  });
  expect(found.map(([failure]) => failure)).toEqual(report.failures);
  const [[failure, run] = []] = found;
  expect(run?.findings).toEqual([
    { requirement: "start-sent-once", problem: failure?.problem, requests: [expect.any(Number)] },
  ]);
  const world = createSimulator().world("opened");
  if (run === undefined) throw new Error("There is no run.");
  await world.snapshot.open(run.snapshot);
  const { requests } = await world.requests.list();
  expect(requests).toHaveLength(failure?.calls.length ?? 0);
  const shown = requests.find(({ sequence }) => sequence === run.findings[0]?.requests[0]);
  expect(shown?.endpoint).toBe("v2.startJourney");
});

test("a writer gives each failure of a requirement a file, and replaces the files of an earlier check", async () => {
  const run: FailedRun = {
    snapshot: await createSimulator().world("empty").snapshot.save(),
    findings: [{ requirement: "ends", problem: "It did not end.", requests: [] }],
  };
  const write = () => createRunWriter(join(folder, "new"), async () => "<!-- run -->");
  const first = write();
  expect(await first({ id: "ends" }, run)).toBe(join(folder, "new", "ends.html"));
  expect(await first({ id: "ends" }, run)).toBe(join(folder, "new", "ends-2.html"));
  expect(await first({ id: "one-token" }, undefined)).toBeUndefined();
  await write()({ id: "ends" }, { ...run, findings: [] });
  expect(await readdir(join(folder, "new"))).toEqual(["ends-2.html", "ends.html"]);
  expect(await readFile(join(folder, "new", "ends.html"), "utf8")).toContain('"findings":[]');
  expect(await readFile(join(folder, "new", "ends-2.html"), "utf8")).toContain("It did not end.");
});
