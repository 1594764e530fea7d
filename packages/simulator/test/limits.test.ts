import { ErrorBody } from "@journey-kit/schemas";
import { type Limits, limitNames, limitOf, type RefusingLimit } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { createSimulator } from "../src/simulator.ts";
import { ageJourney } from "./samples.ts";
import { address, enterService, type Service } from "./service.ts";

const json = { "content-type": "application/json" };

const control = ({ simulator }: Service, method: string, path: string, body?: object) =>
  simulator.fetch(
    new Request(`${address}/_sim/${path}`, { method, headers: json, ...(body && { body: JSON.stringify(body) }) }),
  );

const start = ({ simulator, token }: Service, subject: object) =>
  simulator.fetch(
    new Request(`${address}/v2/captain/journey/start`, {
      method: "POST",
      headers: { ...json, authorization: `Bearer ${token}` },
      body: JSON.stringify({
        resourceId: "age-check@latest",
        context: { config: { delivery: "api" }, subject },
      }),
    }),
  );

const put = (path: string, body: object) => (service: Service) =>
  control(service, "PUT", `worlds/limits/${path}`, body);
const publish = (journey: object) => (service: Service) => control(service, "POST", "journeys", { journey });
const startWith = (identity: object) => (service: Service) => start(service, { identity });

const scenario = (more: object = {}) => ({ rules: [], ...more });
const plan = (then: object) => ({ rules: [{ when: {}, then }] });

const [collecting] = ageJourney("").segments;
const withSegment = (id: string) => ageJourney(id, { segments: [collecting, { id: "two", modules: [] }] });
const withRuns = (id: string, attempts: number) =>
  ageJourney(id, {
    segments: [{ ...collecting, modules: [{ module: "Age Verification", variant: "age-verification-v2", attempts }] }],
  });
const withVariants = (id: string, count: number) =>
  ageJourney(id, { modules: [{ name: "Own", variants: Array.from({ length: count }, (_, i) => `own-${i}`) }] });

/** How a world reaches a limit: the value, the last request within it, and the first beyond it. */
interface Reach {
  readonly limit: number;
  readonly within: (service: Service) => Promise<Response>;
  readonly beyond: (service: Service) => Promise<Response>;
  readonly problem: RegExp;
}

/** The limits of what a store keeps are tested with the stores. */
type StoreLimit = "worlds" | "instances" | "store-bytes" | "checkpoints";

const builtIn = new Set(
  createSimulator()
    .published()
    .map(({ definition }) => definition),
).size;

const reaches: Readonly<Record<Exclude<RefusingLimit, StoreLimit | "large-bodies">, Reach>> = {
  "text-bytes": {
    limit: 20,
    within: startWith({ firstName: "é".repeat(10) }),
    beyond: startWith({ firstName: "é".repeat(11) }),
    problem: /^context\.subject\.identity\.firstName: The limit is 20 bytes per string in a subject, except images/,
  },
  "subject-bytes": {
    limit: 30,
    within: startWith({ firstName: "a".repeat(13) }),
    beyond: startWith({ firstName: "a".repeat(14) }),
    problem: /^context\.subject: The limit is 30 bytes per subject, without images/,
  },
  streams: {
    limit: 1,
    within: (service) => control(service, "GET", "events"),
    beyond: (service) => control(service, "GET", "worlds/limits/requests/stream"),
    problem: /^The limit is 1 open event streams/,
  },
  scenarios: {
    limit: 1,
    within: put("scenarios/first", scenario()),
    beyond: put("scenarios/second", scenario()),
    problem: /^The limit is 1 stored scenarios per world/,
  },
  "scenario-bytes": {
    limit: 200,
    within: put("scenarios/first", scenario({ description: "a".repeat(100) })),
    beyond: put("scenarios/second", scenario({ description: "a".repeat(200) })),
    problem: /^scenario: The limit is 200 bytes per scenario/,
  },
  "fault-plan-bytes": {
    limit: 200,
    within: put("faults", plan({ type: "delay", ms: 0 })),
    beyond: put("faults", {
      rules: Array.from({ length: 10 }, () => ({ when: {}, then: { type: "delay", ms: 0 } })),
    }),
    problem: /^rules: The limit is 200 bytes per fault plan/,
  },
  "fault-body-bytes": {
    limit: 100,
    within: put("faults", plan({ type: "status", status: 503, body: "a".repeat(98) })),
    beyond: put("faults", plan({ type: "status", status: 503, body: "a".repeat(99) })),
    problem: /^rules\[0\]\.then\.body: The limit is 100 bytes per response body in a fault plan/,
  },
  journeys: {
    limit: builtIn + 1,
    within: publish(ageJourney("first")),
    beyond: publish(ageJourney("second")),
    problem: /^The limit is \d+ published journey versions/,
  },
  segments: {
    limit: 1,
    within: publish(ageJourney("first")),
    beyond: publish(withSegment("second")),
    problem: /^journey\.segments: The limit is 1 segments per journey/,
  },
  "module-runs": {
    limit: 2,
    within: publish(withRuns("first", 2)),
    beyond: publish(withRuns("second", 3)),
    problem: /^journey\.segments: The limit is 2 module runs per journey/,
  },
  "list-entries": {
    limit: 3,
    within: publish(withVariants("first", 3)),
    beyond: publish(withVariants("second", 4)),
    problem: /^journey\.modules\[0\]\.variants: The limit is 3 entries per list in a journey definition/,
  },
  "match-steps": {
    limit: 400,
    within: startWith({ firstName: "a".repeat(1_000), lastNames: ["a"] }),
    beyond: startWith({ lastNames: Array.from({ length: 100 }, () => "a") }),
    problem: /^context\.subject: The limit is 400 comparisons by the scenario rules of an instance/,
  },
  "journey-bytes": {
    limit: 1_000,
    within: publish(ageJourney("first")),
    beyond: publish(ageJourney("second", { name: "a".repeat(999) })),
    problem: /^journey: The limit is 1,000 bytes per journey definition/,
  },
};

test.each(Object.entries(reaches))(
  "a request beyond the limit `%s` is refused, and the error names the limit",
  async (name, reach) => {
    const limits: Partial<Limits> = { [name]: reach.limit };
    const service = await enterService(createSimulator({ limits }), "limits");
    expect((await reach.within(service)).status).toBeLessThan(300);
    const refused = await reach.beyond(service);
    const { errors } = ErrorBody.parse(await refused.json());
    const limit = limitOf(limitNames.find((one) => one === name) ?? "worlds");
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ name: limit.error, problem: expect.stringMatching(reach.problem) });
    expect(errors[0]?.problem).toContain(`\`--limit ${name}=`);
    expect([413, 429, 507]).toContain(refused.status);
    expect(refused.headers.get("retry-after")).toBe(refused.status === 429 ? "1" : null);
    const defaults = await enterService(createSimulator(), "limits");
    await reach.within(defaults);
    expect((await reach.beyond(defaults)).status).toBeLessThan(300);
  },
);

const refusalOf = async (response: Response) => {
  const { errors } = ErrorBody.parse(await response.json());
  return [response.status, errors[0]?.name, errors[0]?.problem];
};

test("a snapshot with more instances than a world may have is refused, and the error names the limit", async () => {
  const source = await enterService(createSimulator(), "limits");
  for (let i = 0; i < 2; i += 1) await start(source, {});
  const snapshot = await source.world.snapshot.save();
  const service = await enterService(createSimulator({ limits: { instances: 1 } }), "limits");
  await start(service, {});
  const refused = await control(service, "PUT", "worlds/limits/snapshot", snapshot);
  const problem = expect.stringMatching(/^The limit is 1 instances per world\. .* `--limit instances=/);
  expect(await refusalOf(refused)).toEqual([507, "STORAGE_FULL", problem]);
  expect((await service.world.summary()).instances).toBe(1);
});

test("a fork that would exceed a limit of the store is refused, and the error names the limit", async () => {
  const service = await enterService(createSimulator({ limits: { "store-bytes": 60_000 } }), "limits");
  await start(service, {});
  const { checkpoint } = await service.world.checkpoints.save();
  const fork = (i: number) =>
    control(service, "POST", `worlds/limits/checkpoints/${checkpoint}/fork`, { as: `copy-${i}` });
  let copies = 0;
  let last = await fork(copies);
  for (; last.status < 300 && copies < 300; copies += 1) last = await fork(copies + 1);
  const problem = expect.stringMatching(/^The limit is 60,000 bytes of instances .* `--limit store-bytes=/);
  expect(await refusalOf(last)).toEqual([507, "STORAGE_FULL", problem]);
  expect((await service.simulator.world(`copy-${copies}`).summary()).instances).toBe(0);
  expect((await service.simulator.world(`copy-${copies - 1}`).summary()).instances).toBe(1);
});
