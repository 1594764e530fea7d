import { expect } from "vitest";
import { join } from "../samples.ts";
import { type Reply, type Service, sentSubject } from "../service.ts";
import { type Check, gives, type Open, type SomeChecks } from "./check.ts";
import { fetchInteraction, fetchState, hand, longEnough, runThrough, toStart } from "./exchange.ts";
import { forbid } from "./forbid.ts";
import { middleName, mirror, phone } from "./journeys.ts";

const badBirth = { identity: { dateOfBirth: "yesterday" } };
const badNumber = { identity: { idNumbers: [{ type: "ssn", idNumber: 7 }] } };
const named = (firstName: string) => ({ identity: { firstName, lastNames: ["Lovelace"] } });

/** What is still outstanding. */
const left = async (service: Service, instanceId: string): Promise<unknown> =>
  (await fetchInteraction(service, instanceId)).at("outstanding");

/** Submits to a new identity-check, and tells what is outstanding then. */
async function handFirst(open: Open, names: readonly string[], subject?: unknown): Promise<readonly [Reply, unknown]> {
  const service = await open();
  const instanceId = await service.start("identity-check@latest");
  return [await hand(service, instanceId, names, subject), await left(service, instanceId)];
}

/** Submits a number that is optional and invalid, alone, to an interaction that collects it. */
async function handBadNumber(service: Service): Promise<Reply> {
  const instanceId = await service.start("identity-check@latest", sentSubject("FullName", "DateOfBirth"));
  return hand(service, instanceId, ["SSN"], badNumber);
}

/** Names an optional element without its data, beside a required one with it. */
async function handWithoutNumber(service: Service): Promise<Reply> {
  const instanceId = await service.start("identity-check@latest", sentSubject("FullName", "DateOfBirth"));
  return hand(service, instanceId, ["CurrentAddress", "SSN"], sentSubject("CurrentAddress"));
}

/** Submits no participants, in both ways. */
async function handNobody(open: Open): Promise<readonly [readonly Reply[], unknown]> {
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

/** Hands a document to an interaction that does not collect it; then what is outstanding once modules have run. */
async function handForeign(open: Open): Promise<readonly [Reply, unknown]> {
  const service = await open();
  const instanceId = await service.start("document-and-selfie@latest");
  const handed = await hand(service, instanceId, ["FullName", "DateOfBirth", "PrimaryDocument"]);
  await service.world.clock.advance({ ms: longEnough });
  return [handed, await left(service, instanceId)];
}

/** Gives a name as prefill or by a submit, then another one, and runs the instance to its end. */
async function rename(open: Open, first: "prefill" | "submit"): Promise<readonly [readonly Reply[], unknown]> {
  const service = await open();
  const { identity } = sentSubject("CurrentAddress") as { readonly identity: object };
  const prefill = first === "prefill" ? { identity: { ...identity, ...named("Ada").identity } } : { identity };
  const instanceId = await service.start("identity-check@latest", prefill);
  if (first === "submit") await hand(service, instanceId, ["FullName"], named("Ada"));
  const renamed = await hand(service, instanceId, ["FullName"], named("Grace"));
  const twice = await hand(service, instanceId, ["DateOfBirth", "DateOfBirth"], sentSubject("DateOfBirth"));
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

/** Submits to an instance that is finished, and to one that is paused. */
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

/** Runs an instance whose module finds against the person; then its state, and the service for more. */
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

/** What shows each reading of the gaps about what a submit comes to. */
export const submissionChecks = {
  "element-minimum": {
    conventional: async (open) => {
      const service = await open({ journeys: [middleName] });
      const instanceId = await service.start("middle-name@latest");
      const first = await hand(service, instanceId, ["FullName"], { identity: { firstName: "Ada" } });
      expect(first).toMatchObject({ status: 400, body: { errors: [{ name: "MISSING_FIELD" }] } });
      const both = await hand(service, instanceId, ["FullName"], named("Ada"));
      expect(both.status).toBe(200);
      return [first, both];
    },
    "listed-leaves": async (open) => {
      const service = await open({ journeys: [middleName] });
      const instanceId = await service.start("middle-name@latest");
      const usual = await hand(service, instanceId, ["FullName"], named("Ada"));
      expect(usual).toMatchObject({ status: 400, body: { errors: [{ name: "MISSING_FIELD" }] } });
      const identity = { firstName: "Ada", middleNames: ["King"] };
      const listed = await hand(service, instanceId, ["FullName"], { identity });
      expect(listed.status).toBe(200);
      const unlisted = await service.start("identity-check@latest");
      const minimum = await hand(service, unlisted, ["FullName"], { identity });
      expect(minimum.status).toBe(400);
      return [usual, listed, minimum];
    },
  },
  "participants-omitted": {
    refused: async (open) => {
      const [replies, outstanding] = await handNobody(open);
      expect(replies.map(({ status }) => status)).toEqual([400, 400]);
      expect(outstanding).toEqual(["FullName", "DateOfBirth"]);
      return replies;
    },
    "keeps-nothing": async (open) => {
      const [replies, outstanding] = await handNobody(open);
      expect(replies).toMatchObject([{ status: 200, body: { status: "success" } }, { status: 200 }]);
      expect(outstanding).toEqual(["FullName", "DateOfBirth"]);
      return replies;
    },
  },
  "missing-element": {
    named: async (open) => {
      const [absent] = await handFirst(open, ["FullName", "DateOfBirth"], sentSubject("FullName"));
      expect(absent).toMatchObject({ status: 400, body: { errors: [{ name: "MISSING_FIELD" }] } });
      const [partial, outstanding] = await handFirst(open, ["FullName"]);
      expect(partial.status).toBe(200);
      expect(outstanding).toEqual(["DateOfBirth"]);
      return [absent, partial];
    },
    "of-interaction": async (open) => {
      const [partial, outstanding] = await handFirst(open, ["FullName"]);
      expect(partial).toMatchObject({ status: 400, body: { errors: [{ name: "MISSING_FIELD" }] } });
      expect(outstanding).toEqual(["FullName", "DateOfBirth"]);
      const [whole] = await handFirst(open, ["FullName", "DateOfBirth"]);
      expect(whole.status).toBe(200);
      return partial;
    },
  },
  "optional-absent": {
    stripped: gives(200, handWithoutNumber, { status: "success" }),
    refused: gives(400, handWithoutNumber, { errors: [{ name: "MISSING_FIELD" }] }),
  },
  "required-invalid": {
    refused: async (open) => {
      const [handed, outstanding] = await handFirst(open, ["FullName", "DateOfBirth"], join(named("Ada"), badBirth));
      expect(handed).toMatchObject({ status: 400, body: { errors: [{ name: "INVALID_FIELD" }] } });
      expect(outstanding).toEqual(["FullName", "DateOfBirth"]);
      return handed;
    },
    outstanding: async (open) => {
      const [handed, outstanding] = await handFirst(open, ["FullName", "DateOfBirth"], join(named("Ada"), badBirth));
      expect(handed.status).toBe(200);
      expect(outstanding).toEqual(["DateOfBirth"]);
      return handed;
    },
  },
  "all-elements-invalid": {
    success: gives(200, handBadNumber, { status: "success" }),
    conflict: gives(409, handBadNumber, { errors: [{ code: "4003", name: "INVALID_FIELD" }] }),
  },
  "unlisted-data": {
    ignored: async (open) => {
      const [handed, outstanding] = await handFirst(open, ["FullName"], sentSubject("FullName", "DateOfBirth"));
      expect(outstanding).toEqual(["DateOfBirth"]);
      return handed;
    },
    taken: async (open) => {
      const [handed, outstanding] = await handFirst(open, ["FullName"], sentSubject("FullName", "DateOfBirth"));
      expect(outstanding).toEqual(["CurrentAddress", "SSN"]);
      return handed;
    },
  },
  "foreign-element": {
    refused: async (open) => {
      const [handed, outstanding] = await handForeign(open);
      expect(handed).toMatchObject({ status: 400, body: { errors: [{ name: "FOREIGN_ELEMENT" }] } });
      expect(outstanding).toEqual(["FullName", "DateOfBirth"]);
      return handed;
    },
    ignored: async (open) => {
      const [handed, outstanding] = await handForeign(open);
      expect(handed.status).toBe(200);
      expect(outstanding).toEqual(["PrimaryDocument"]);
      return handed;
    },
    kept: async (open) => {
      const [handed, outstanding] = await handForeign(open);
      expect(handed.status).toBe(200);
      expect(outstanding).toEqual(["Selfie"]);
      return handed;
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
