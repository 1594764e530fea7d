import { endpointOf, resolveReading } from "@journey-kit/schemas/endpoints";
import { type PresetName, presets } from "@journey-kit/schemas/tables";
import fc from "fast-check";
import type { Simulator } from "../src/simulator.ts";
import { enterService, type Reply, type Service, sentSubject } from "./service.ts";

/** A move of an API client or a tester. `nth` selects an instance, modulo the number of instances. */
export type Move =
  | { readonly do: "start"; readonly journey: string; readonly prefill: readonly string[]; readonly hosted: boolean }
  | { readonly do: "look"; readonly nth: number }
  | { readonly do: "give"; readonly nth: number; readonly names: readonly string[] }
  | { readonly do: "advance"; readonly by: number }
  | { readonly do: "use"; readonly profile: PresetName }
  | { readonly do: "reset" };

const names = ["FullName", "DateOfBirth", "CurrentAddress", "SSN", "PrimaryDocument", "Selfie"];
const ids = ["age-check", "identity-check", "document-and-selfie", "full-kyc", "onboarding"].flatMap((id) => [
  id,
  `${id}-v1`,
]);

/** Generates any move. */
export const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record<Extract<Move, { do: "start" }>>({
      do: fc.constant("start"),
      journey: fc.constantFrom(...ids),
      prefill: fc.subarray(names),
      hosted: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: fc.nat(3).map((nth): Move => ({ do: "look", nth })) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.nat(3), fc.subarray(names, { minLength: 1 }))
      .map(([nth, given]): Move => ({ do: "give", nth, names: given })),
  },
  { weight: 3, arbitrary: fc.constantFrom(1, 1_000, 4_000, 60_000).map((by): Move => ({ do: "advance", by })) },
  { weight: 1, arbitrary: fc.constantFrom("specified", "observed").map((profile): Move => ({ do: "use", profile })) },
  { weight: 1, arbitrary: fc.constant<Move>({ do: "reset" }) },
);

/** An API client that makes moves and records the responses. */
export interface Actor {
  readonly service: () => Service;
  readonly profile: () => PresetName;
  /** All v1 and v2 instances, in the order they were started. */
  readonly started: () => readonly { readonly id: string; readonly apiVersion: "v1" | "v2" }[];
  play(one: Move): Promise<void>;
  /** All responses so far, with each id replaced by the ordinal of its instance. */
  readonly responses: () => readonly string[];
}

/** Creates an API client of a simulator, which continues in a copy of the world of `earlier`. */
export async function createActor(simulator: Simulator, clientId: string, earlier?: Actor): Promise<Actor> {
  let service = await enterService(simulator, clientId);
  let started = [...(earlier?.started() ?? [])];
  let profile = earlier?.profile() ?? "specified";
  const responses: string[] = [];
  const record = ({ status, body, basis }: Reply) => {
    const text = JSON.stringify({ status, body, basis });
    responses.push(started.reduce((line, { id }, i) => line.replaceAll(id, `<${i}>`), text));
  };
  const nthOf = (nth: number) => started[nth % Math.max(1, started.length)];

  const start = async ({ journey, prefill, hosted }: Extract<Move, { do: "start" }>) => {
    const apiVersion = journey.endsWith("-v1") ? "v1" : "v2";
    const config = { delivery: hosted ? "page" : "api", ...(apiVersion === "v1" && { async: true }) };
    const context = { config, subject: sentSubject(...prefill) };
    const reply = await service[apiVersion]("journey/start", { resourceId: `${journey}@latest`, context });
    if (reply.status === 201) started.push({ id: reply.text("instanceId"), apiVersion });
    record(reply);
  };
  const look = async (nth: number) => {
    const instance = nthOf(nth);
    if (instance === undefined) return;
    const { id: instanceId, apiVersion } = instance;
    record(await service[apiVersion]("journey/state/fetch", { instanceId }));
    record(
      await service[apiVersion](apiVersion === "v2" ? "journey/interaction/fetch" : "journey/task/list", {
        instanceId,
      }),
    );
  };
  const give = async (nth: number, given: readonly string[]) => {
    const instance = nthOf(nth);
    if (instance === undefined) return;
    const { id: instanceId, apiVersion } = instance;
    if (apiVersion === "v2") return record(await service.submit(instanceId, ...given));
    const listed = await service.v1("journey/task/list", { instanceId });
    const taskId = listed.text("tasks[0].taskId");
    const context = { subject: sentSubject(...given) };
    record(await service.v1("journey/task/update", { intent: "Complete", instanceId, taskId, context }));
  };

  return {
    service: () => service,
    profile: () => profile,
    started: () => started,
    responses: () => responses,
    play: async (one) => {
      switch (one.do) {
        case "start":
          return start(one);
        case "look":
          return look(one.nth);
        case "give":
          return give(one.nth, one.names);
        case "advance":
          await service.world.clock.advance({ ms: one.by });
          return;
        case "use":
          profile = one.profile;
          await service.world.profile.set({ preset: profile });
          return;
        case "reset":
          await service.world.reset();
          started = [];
          profile = "specified";
          service = await enterService(simulator, clientId);
      }
    },
  };
}

const paths = {
  v2: ["journey/state/fetch", "journey/interaction/fetch", "journey/task/list/schema"],
  v1: ["journey/state/fetch", "journey/task/list", "journey/task/list/schema"],
} as const;

/** Sends every request about an instance of another client. Every response must be 404. */
export function trespass({ service, profile }: Actor, instanceId: string): readonly Promise<Reply>[] {
  const { post, v1, v2 } = service();
  const device = resolveReading<string>(presets[profile()], endpointOf("v2.startDevice").path) ?? "/absent";
  const context = { subject: sentSubject("FullName", "DateOfBirth") };
  const participants = [{ domainElementId: "FullName" }];
  const interactionId = "full-kyc:interaction:person@latest";
  const taskId = `${instanceId}.1`;
  return [
    ...paths.v2.map((path) => v2(path, { instanceId })),
    ...paths.v1.map((path) => v1(path, { instanceId })),
    v2("journey/interaction/submit", { instanceId, interactionId, participants, context }),
    post(device, { instanceId }),
    v1("journey/task/schema", { taskId }),
    v1("journey/task/update", { intent: "Complete", instanceId, taskId, context }),
  ];
}
