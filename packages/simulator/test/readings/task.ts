import { expect } from "vitest";
import { join } from "../samples.ts";
import { type Reply, type Service, sentSubject } from "../service.ts";
import { type Check, gives, type Open, type SomeChecks } from "./check.ts";
import { longEnough, runThroughV1, startV1, toStart } from "./exchange.ts";

/** Starts a v1 instance with two open tasks and lists the tasks. */
async function listTasks(service: Service): Promise<Reply> {
  const started = await startV1(service);
  return service.v1("journey/task/list", { instanceId: started.at("instanceId") });
}

/** Starts a v1 instance with two open tasks and lists the tasks with their schemas. */
async function listSchemas(service: Service): Promise<Reply> {
  const started = await startV1(service);
  return service.v1("journey/task/list/schema", { instanceId: started.at("instanceId") });
}

/** Fetches the schema of the first task of a new instance. */
async function fetchSchema(service: Service): Promise<Reply> {
  const listed = await listTasks(service);
  return service.v1("journey/task/schema", { taskId: listed.at("tasks[0].taskId") });
}

/** Updates the first task in a task list. */
const update = ({ v1 }: Service, listed: Reply, intent: string, subject: unknown): Promise<Reply> =>
  v1("journey/task/update", {
    intent,
    instanceId: listed.at("instanceId"),
    taskId: listed.at("tasks[0].taskId"),
    context: { subject },
  });

const whole = sentSubject("FullName", "DateOfBirth");

/** Completes the first task of a new instance. */
const complete = async (service: Service): Promise<Reply> =>
  update(service, await listTasks(service), "Complete", whole);

/** Completes a task with one of its elements missing and lists the tasks. */
async function completeHalf(open: Open): Promise<readonly [Reply, unknown]> {
  const service = await open();
  const listed = await listTasks(service);
  const updated = await update(service, listed, "Complete", sentSubject("FullName"));
  return [updated, (await service.v1("journey/task/list", { instanceId: listed.at("instanceId") })).at("tasks")];
}

async function completeTwice(open: Open): Promise<Reply> {
  const service = await open();
  const listed = await listTasks(service);
  expect(await update(service, listed, "Complete", whole)).toMatchObject({ status: 200 });
  return update(service, listed, "Complete", whole);
}

/**
 * Starts document-and-selfie with the first task prefilled. Lists the tasks before and after the last task opens.
 */
async function listOverTime(open: Open): Promise<readonly [Reply, Reply]> {
  const service = await open();
  const started = await service.v1(
    "journey/start",
    toStart("document-and-selfie-v1@latest", sentSubject("FullName", "DateOfBirth"), { async: true }),
  );
  const body = { instanceId: started.at("instanceId") };
  const during = await service.v1("journey/task/list", body);
  await service.world.clock.advance({ ms: longEnough });
  return [during, await service.v1("journey/task/list", body)];
}

/** The states of document-and-selfie between its first two segments, and of an instance that has ended. */
async function fetchOverTime(open: Open): Promise<readonly [Reply, Reply]> {
  const service = await open();
  const started = await service.v1(
    "journey/start",
    toStart("document-and-selfie-v1@latest", sentSubject("FullName", "DateOfBirth"), { async: true }),
  );
  await service.world.clock.advance({ ms: longEnough });
  return [
    await service.v1("journey/state/fetch", { instanceId: started.at("instanceId") }),
    await service.v1("journey/state/fetch", { instanceId: await runThroughV1(service) }),
  ];
}

const variantIds = ({ at }: Reply): unknown => {
  const tasks = at("tasks");
  return Array.isArray(tasks) ? tasks.map(({ variantId }: { readonly variantId: unknown }) => variantId) : undefined;
};

/** Fetches the state of a v1 instance that has ended, without and with a filter. */
async function fetchEnded(open: Open): Promise<readonly [Reply, Reply]> {
  const service = await open();
  const instanceId = await runThroughV1(service);
  return [
    await service.v1("journey/state/fetch", { instanceId }),
    await service.v1("journey/state/fetch", { instanceId, filterKeys: ["/.*/"] }),
  ];
}

const flow = { "data-verification-v1": { result: { outcome: "Match", advice: { outcome: "Match" } } } };
const subjectSchema = { properties: { identity: { required: ["firstName", "lastNames", "dateOfBirth"] } } };

const announces =
  (deprecation: string | null): Check =>
  async (open) => {
    const fetched = await fetchSchema(await open());
    expect(fetched.status).toBe(201);
    expect(fetched.headers.get("deprecation")).toBe(deprecation);
    return fetched;
  };

/** Checks for the gaps about v1 tasks and the v1 state. */
export const taskChecks = {
  "v1-variant-id": {
    shared: async (open) => {
      const service = await open();
      const listings = [await listTasks(service), await listSchemas(service)];
      for (const listed of listings)
        expect(variantIds(listed)).toEqual(["data-verification-v1", "data-verification-v1"]);
      return listings;
    },
    separate: async (open) => {
      const service = await open();
      const listings = [await listTasks(service), await listSchemas(service)];
      for (const listed of listings) expect(variantIds(listed)).toEqual(["person-task", "address-task"]);
      const [state] = await fetchEnded(open);
      expect(state).toMatchObject({ body: { data: { process: { flow } } } });
      return listings;
    },
  },
  "v1-flow-place": {
    process: async (open) => {
      const [state] = await fetchEnded(open);
      expect(state.body).toMatchObject({ data: { process: { flow } } });
      expect(state.at("data.context")).toBeUndefined();
      return state;
    },
    "context-process": async (open) => {
      const [state] = await fetchEnded(open);
      expect(state.body).toMatchObject({ data: { context: { process: { flow } } } });
      expect(state.at("data.process")).toBeUndefined();
      return state;
    },
  },
  "v1-outcome-place": {
    "beside-flow": async (open) => {
      const [state] = await fetchEnded(open);
      expect(state.at("data.process")).toMatchObject({ flow, outcome: "Accept" });
      return state;
    },
    "flow-entry": async (open) => {
      const [state] = await fetchEnded(open);
      expect(state.at("data.process.outcome")).toBeUndefined();
      expect(state.at("data.process.flow")).toMatchObject({ ...flow, decision: { result: { outcome: "Accept" } } });
      return state;
    },
    absent: async (open) => {
      const [state] = await fetchEnded(open);
      expect(JSON.stringify(state.body)).not.toContain("Accept");
      return state;
    },
  },
  "v1-flow-while-running": {
    "as-they-finish": async (open) => {
      const [between, ended] = await fetchOverTime(open);
      expect(between.at("data.process")).toEqual({ flow: { "data-verification-v1": expect.anything() } });
      expect(ended.body).toMatchObject({ data: { process: { flow } } });
      return between;
    },
    "at-decision": async (open) => {
      const [between, ended] = await fetchOverTime(open);
      expect(between.at("data")).toEqual({});
      expect(ended.body).toMatchObject({ data: { process: { flow } } });
      return between;
    },
  },
  "v1-result": {
    absent: async (open) => {
      const [state] = await fetchEnded(open);
      expect(state.at("data.context")).toBeUndefined();
      return state;
    },
    status: async (open) => {
      const [between, ended] = await fetchOverTime(open);
      expect(between.at("data.context")).toEqual({ result: { status: "pending" } });
      expect(ended.at("data.context")).toEqual({ result: { status: "completed" } });
      return [between, ended];
    },
  },
  "v1-state-data": {
    always: async (open) => {
      const states = await fetchEnded(open);
      for (const { body } of states) expect(body).toMatchObject({ data: { process: { flow } } });
      return states;
    },
    "by-filter-keys": async (open) => {
      const states = await fetchEnded(open);
      expect(states[0].body).not.toHaveProperty("data");
      expect(states[1].body).toMatchObject({ data: { process: { flow } } });
      return states;
    },
  },
  "v1-list-status": { ok: gives(200, listTasks), created: gives(201, listTasks) },
  "v1-update-status": { ok: gives(200, complete), created: gives(201, complete) },
  "task-schema-reference": {
    key: gives(201, listSchemas, { tasks: [{ schema: { $ref: "person" } }, {}], schemas: { person: {} } }),
    pointer: gives(201, listSchemas, {
      tasks: [{ schema: { $ref: "#/schemas/person" } }, {}],
      schemas: { person: {} },
    }),
  },
  "task-schema-root": {
    context: gives(201, fetchSchema, { properties: { context: { properties: { subject: subjectSchema } } } }),
    subject: gives(201, fetchSchema, subjectSchema),
  },
  "task-list-contents": {
    open: async (open) => {
      const [during, after] = await listOverTime(open);
      expect(variantIds(during)).toEqual([]);
      expect(variantIds(after)).toEqual(["document-authentication-v1"]);
      return [during, after];
    },
    all: async (open) => {
      const [during, after] = await listOverTime(open);
      expect(variantIds(during)).toEqual(["data-verification-v1"]);
      expect(variantIds(after)).toEqual(["data-verification-v1", "document-authentication-v1"]);
      return [during, after];
    },
  },
  "v1-intent-values": {
    "complete-only": async (open) => {
      const service = await open();
      const listed = await listTasks(service);
      const updates = [await update(service, listed, "Save", whole), await update(service, listed, "Validate", whole)];
      expect(updates.map(({ status }) => status)).toEqual([400, 400]);
      return updates;
    },
    "save-and-validate": async (open) => {
      const service = await open();
      const listed = await listTasks(service);
      const keeps = async () => {
        const running = await service.world.instance(listed.text("instanceId")).read();
        return Object.keys(running.instance.provided);
      };
      const bad = join(sentSubject("FullName"), { identity: { dateOfBirth: "yesterday" } });
      const validated = [
        await update(service, listed, "Validate", whole),
        await update(service, listed, "Validate", bad),
      ];
      expect(validated.map(({ status }) => status)).toEqual([200, 400]);
      expect(await keeps()).toEqual([]);
      const saved = await update(service, listed, "Save", bad);
      expect(saved.status).toBe(200);
      expect(await keeps()).toEqual(["FullName"]);
      expect(await update(service, listed, "Complete", sentSubject("DateOfBirth"))).toMatchObject({ status: 200 });
      return [...validated, saved];
    },
  },
  "task-complete-incomplete": {
    refused: async (open) => {
      const [updated, tasks] = await completeHalf(open);
      expect(updated).toMatchObject({ status: 400, body: { error: "MISSING_FIELD" } });
      expect(tasks).toHaveLength(2);
      return updated;
    },
    accepted: async (open) => {
      const [updated, tasks] = await completeHalf(open);
      expect(updated.status).toBe(200);
      expect(tasks).toHaveLength(1);
      return updated;
    },
  },
  "task-complete-again": {
    refused: async (open) => {
      const again = await completeTwice(open);
      expect(again).toMatchObject({ status: 409, body: { error: "TASK_ALREADY_COMPLETED" } });
      return again;
    },
    accepted: async (open) => {
      const again = await completeTwice(open);
      expect(again.status).toBe(200);
      return again;
    },
  },
  "v1-task-schema-deprecated": { yes: announces("@1735689600"), no: announces(null) },
} as const satisfies SomeChecks;
