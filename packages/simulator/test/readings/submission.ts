import { expect } from "vitest";
import { join } from "../samples.ts";
import { type Reply, type Service, sentSubject } from "../service.ts";
import { type Check, gives, type Open, type SomeChecks } from "./check.ts";
import { fetchInteraction, fetchState, longEnough, runThrough, submitElements, toStart } from "./exchange.ts";
import { forbid } from "./forbid.ts";
import { middleName, mirror, phone } from "./journeys.ts";

const badBirth = { identity: { dateOfBirth: "yesterday" } };
const badNumber = { identity: { idNumbers: [{ type: "ssn", idNumber: 7 }] } };
const named = (firstName: string) => ({ identity: { firstName, lastNames: ["Lovelace"] } });

/** Fetches the elements that are still outstanding. */
const left = async (service: Service, instanceId: string): Promise<unknown> =>
  (await fetchInteraction(service, instanceId)).at("outstanding");

/** Submits elements to a new identity-check. Returns the response and the outstanding elements. */
async function submitFirst(
  open: Open,
  names: readonly string[],
  subject?: unknown,
): Promise<readonly [Reply, unknown]> {
  const service = await open();
  const instanceId = await service.start("identity-check@latest");
  return [await submitElements(service, instanceId, names, subject), await left(service, instanceId)];
}

/** Submits only an invalid SSN to an interaction in which the SSN is optional. */
async function submitBadNumber(service: Service): Promise<Reply> {
  const instanceId = await service.start("identity-check@latest", sentSubject("FullName", "DateOfBirth"));
  return submitElements(service, instanceId, ["SSN"], badNumber);
}

/** Submits a required element with data and an optional element without data. */
async function submitWithoutNumber(service: Service): Promise<Reply> {
  const instanceId = await service.start("identity-check@latest", sentSubject("FullName", "DateOfBirth"));
  return submitElements(service, instanceId, ["CurrentAddress", "SSN"], sentSubject("CurrentAddress"));
}

/** Submits twice without participants: with no list and with an empty list. */
async function submitNobody(open: Open): Promise<readonly [readonly Reply[], unknown]> {
  const service = await open();
  const instanceId = await service.start("identity-check@latest");
  const interactionId = "identity-check:interaction:person@latest";
  const context = { subject: sentSubject("FullName", "DateOfBirth") };
  const replies = [
    await service.v2("journey/interaction/submit", { instanceId, interactionId, context }),
    await service.v2("journey/interaction/submit", { instanceId, interactionId, context, participants: [] }),
  ];
  return [replies, await left(service, instanceId)];
}

/** Submits a document to an interaction that does not collect it. Returns what is outstanding after the modules. */
async function submitForeign(open: Open): Promise<readonly [Reply, unknown]> {
  const service = await open();
  const instanceId = await service.start("document-and-selfie@latest");
  const submitted = await submitElements(service, instanceId, ["FullName", "DateOfBirth", "PrimaryDocument"]);
  await service.world.clock.advance({ ms: longEnough });
  return [submitted, await left(service, instanceId)];
}

/** Provides a name by prefill or submit, submits a different name, and waits until the instance ends. */
async function rename(open: Open, first: "prefill" | "submit"): Promise<readonly [readonly Reply[], unknown]> {
  const service = await open();
  const { identity } = sentSubject("CurrentAddress") as { readonly identity: object };
  const prefill = first === "prefill" ? { identity: { ...identity, ...named("Ada").identity } } : { identity };
  const instanceId = await service.start("identity-check@latest", prefill);
  if (first === "submit") await submitElements(service, instanceId, ["FullName"], named("Ada"));
  const renamed = await submitElements(service, instanceId, ["FullName"], named("Grace"));
  const twice = await submitElements(service, instanceId, ["DateOfBirth", "DateOfBirth"], sentSubject("DateOfBirth"));
  if (twice.status !== 200) await service.submit(instanceId, "DateOfBirth");
  await service.world.clock.advance({ ms: longEnough });
  const state = await fetchState(service, instanceId);
  return [first === "submit" ? [renamed, twice] : [renamed], state.at("context.subject.identity.firstName")];
}

const submitTo = async ({ v2 }: Service, instanceId: string, interaction: string): Promise<Reply> =>
  v2("journey/interaction/submit", {
    instanceId,
    interactionId: `identity-check:interaction:${interaction}@latest`,
    participants: [{ domainElementId: "FullName" }],
    context: { subject: sentSubject("FullName") },
  });

const submitStale = async (service: Service): Promise<Reply> =>
  submitTo(service, await service.start("identity-check@latest"), "address");

/** Submits to a finished instance and to a paused instance. */
const submitInactive =
  (status: number): Check =>
  async (open) => {
    const service = await open();
    const finished = await submitTo(service, await runThrough(service), "person");
    const instanceId = await service.start("identity-check@latest");
    await service.world.instance(instanceId).pause();
    const paused = await submitTo(service, instanceId, "person");
    const body = { errors: [{ code: "4009", name: "JOURNEY_NOT_ACTIVE" }] };
    expect([finished, paused]).toMatchObject([
      { status, body },
      { status, body },
    ]);
    return [finished, paused];
  };

/** Runs an instance whose module has a negative outcome. Returns the state, the service and the instance id. */
async function failLiveness(open: Open): Promise<readonly [Reply, Service, string]> {
  const service = await open({ journeys: [mirror] });
  const subject = join({ identity: { firstName: "Ada", lastNames: ["Testreject"] } }, sentSubject("Selfie"));
  const instanceId = await service.start("mirror@latest", subject);
  await service.world.clock.advance({ ms: longEnough });
  return [await fetchState(service, instanceId), service, instanceId];
}

const runsOf = ({ at }: Reply): unknown[] => {
  const steps = at("context.process.steps");
  return Array.isArray(steps) ? steps : [];
};

/** Checks for the gaps about submits. */
export const submissionChecks = {
  "element-minimum": {
    conventional: async (open) => {
      const service = await open({ journeys: [middleName] });
      const instanceId = await service.start("middle-name@latest");
      const first = await submitElements(service, instanceId, ["FullName"], { identity: { firstName: "Ada" } });
      expect(first).toMatchObject({ status: 400, body: { errors: [{ name: "MISSING_FIELD" }] } });
      const both = await submitElements(service, instanceId, ["FullName"], named("Ada"));
      expect(both.status).toBe(200);
      return [first, both];
    },
    "listed-leaves": async (open) => {
      const service = await open({ journeys: [middleName] });
      const instanceId = await service.start("middle-name@latest");
      const usual = await submitElements(service, instanceId, ["FullName"], named("Ada"));
      expect(usual).toMatchObject({ status: 400, body: { errors: [{ name: "MISSING_FIELD" }] } });
      const identity = { firstName: "Ada", middleNames: ["King"] };
      const listed = await submitElements(service, instanceId, ["FullName"], { identity });
      expect(listed.status).toBe(200);
      const unlisted = await service.start("identity-check@latest");
      const minimum = await submitElements(service, unlisted, ["FullName"], { identity });
      expect(minimum.status).toBe(400);
      return [usual, listed, minimum];
    },
  },
  "participants-omitted": {
    refused: async (open) => {
      const [replies, outstanding] = await submitNobody(open);
      expect(replies.map(({ status }) => status)).toEqual([400, 400]);
      expect(outstanding).toEqual(["FullName", "DateOfBirth"]);
      return replies;
    },
    "keeps-nothing": async (open) => {
      const [replies, outstanding] = await submitNobody(open);
      expect(replies).toMatchObject([{ status: 200, body: { status: "success" } }, { status: 200 }]);
      expect(outstanding).toEqual(["FullName", "DateOfBirth"]);
      return replies;
    },
  },
  "missing-element": {
    named: async (open) => {
      const [absent] = await submitFirst(open, ["FullName", "DateOfBirth"], sentSubject("FullName"));
      expect(absent).toMatchObject({ status: 400, body: { errors: [{ name: "MISSING_FIELD" }] } });
      const [partial, outstanding] = await submitFirst(open, ["FullName"]);
      expect(partial.status).toBe(200);
      expect(outstanding).toEqual(["DateOfBirth"]);
      return [absent, partial];
    },
    "of-interaction": async (open) => {
      const [partial, outstanding] = await submitFirst(open, ["FullName"]);
      expect(partial).toMatchObject({ status: 400, body: { errors: [{ name: "MISSING_FIELD" }] } });
      expect(outstanding).toEqual(["FullName", "DateOfBirth"]);
      const [whole] = await submitFirst(open, ["FullName", "DateOfBirth"]);
      expect(whole.status).toBe(200);
      return partial;
    },
  },
  "optional-absent": {
    stripped: gives(200, submitWithoutNumber, { status: "success" }),
    refused: gives(400, submitWithoutNumber, { errors: [{ name: "MISSING_FIELD" }] }),
  },
  "required-invalid": {
    refused: async (open) => {
      const [submitted, outstanding] = await submitFirst(
        open,
        ["FullName", "DateOfBirth"],
        join(named("Ada"), badBirth),
      );
      expect(submitted).toMatchObject({ status: 400, body: { errors: [{ name: "INVALID_FIELD" }] } });
      expect(outstanding).toEqual(["FullName", "DateOfBirth"]);
      return submitted;
    },
    outstanding: async (open) => {
      const [submitted, outstanding] = await submitFirst(
        open,
        ["FullName", "DateOfBirth"],
        join(named("Ada"), badBirth),
      );
      expect(submitted.status).toBe(200);
      expect(outstanding).toEqual(["DateOfBirth"]);
      return submitted;
    },
  },
  "all-elements-invalid": {
    success: gives(200, submitBadNumber, { status: "success" }),
    conflict: gives(409, submitBadNumber, { errors: [{ code: "4003", name: "INVALID_FIELD" }] }),
  },
  "unlisted-data": {
    ignored: async (open) => {
      const [submitted, outstanding] = await submitFirst(open, ["FullName"], sentSubject("FullName", "DateOfBirth"));
      expect(outstanding).toEqual(["DateOfBirth"]);
      return submitted;
    },
    taken: async (open) => {
      const [submitted, outstanding] = await submitFirst(open, ["FullName"], sentSubject("FullName", "DateOfBirth"));
      expect(outstanding).toEqual(["CurrentAddress", "SSN"]);
      return submitted;
    },
  },
  "foreign-element": {
    refused: async (open) => {
      const [submitted, outstanding] = await submitForeign(open);
      expect(submitted).toMatchObject({ status: 400, body: { errors: [{ name: "FOREIGN_ELEMENT" }] } });
      expect(outstanding).toEqual(["FullName", "DateOfBirth"]);
      return submitted;
    },
    ignored: async (open) => {
      const [submitted, outstanding] = await submitForeign(open);
      expect(submitted.status).toBe(200);
      expect(outstanding).toEqual(["PrimaryDocument"]);
      return submitted;
    },
    kept: async (open) => {
      const [submitted, outstanding] = await submitForeign(open);
      expect(submitted.status).toBe(200);
      expect(outstanding).toEqual(["Selfie"]);
      return submitted;
    },
  },
  "duplicate-element": {
    refused: async (open) => {
      const [replies, firstName] = await rename(open, "submit");
      expect(replies.map(({ status }) => status)).toEqual([409, 409]);
      expect(firstName).toBe("Ada");
      return replies;
    },
    replaces: async (open) => {
      const [replies, firstName] = await rename(open, "submit");
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      expect(firstName).toBe("Grace");
      return replies;
    },
  },
  "duplicate-prefilled": {
    refused: async (open) => {
      const [replies, firstName] = await rename(open, "prefill");
      expect(replies).toMatchObject([{ status: 409, body: { errors: [{ name: "DUPLICATE_ELEMENT" }] } }]);
      expect(firstName).toBe("Ada");
      return replies;
    },
    replaces: async (open) => {
      const [replies, firstName] = await rename(open, "prefill");
      expect(replies.map(({ status }) => status)).toEqual([200]);
      expect(firstName).toBe("Grace");
      return replies;
    },
  },
  "stale-interaction": {
    conflict: gives(409, submitStale, { errors: [{ name: "INTERACTION_NOT_CURRENT" }] }),
    "not-found": gives(404, submitStale, { errors: [{ name: "INTERACTION_NOT_CURRENT" }] }),
    "bad-request": gives(400, submitStale, { errors: [{ name: "INTERACTION_NOT_CURRENT" }] }),
  },
  "inactive-instance": { conflict: submitInactive(409), "bad-request": submitInactive(400) },
  "module-retry": {
    never: async (open) => {
      const [state] = await failLiveness(open);
      expect(state.at("status")).toBe("Completed");
      expect(runsOf(state)).toHaveLength(1);
      return state;
    },
    automatic: async (open) => {
      const [state] = await failLiveness(open);
      expect(state.at("status")).toBe("Completed");
      expect(runsOf(state)).toHaveLength(3);
      return state;
    },
    recollect: async (open) => {
      const [state, service, instanceId] = await failLiveness(open);
      expect(state.at("status")).toBe("InProgress");
      const fetched = await fetchInteraction(service, instanceId);
      expect(fetched.at("outstanding")).toEqual(["Selfie"]);
      expect(await service.submit(instanceId, "Selfie")).toMatchObject({ status: 200 });
      await service.world.clock.advance({ ms: longEnough });
      const again = await fetchState(service, instanceId);
      expect(runsOf(again)).toHaveLength(2);
      return [state, fetched, again];
    },
  },
  "element-names": {
    six: async (open) => {
      const problems = await forbid(open, phone);
      expect(problems).toMatchObject([{ path: "segments[0].interactions[0].required[0]" }]);
      return problems;
    },
    extended: async (open) => {
      const { v2 } = await open({ journeys: [phone] });
      const started = await v2("journey/start", toStart("phone@latest"));
      expect(started.status).toBe(201);
      return started;
    },
  },
} as const satisfies SomeChecks;
