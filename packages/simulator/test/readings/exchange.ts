import type { Reply, Service } from "../service.ts";
import { sentSubject } from "../service.ts";

/** Milliseconds after which every module of a built-in journey has finished. */
export const longEnough = 60_000;

/** Creates the body of a start request. */
export const toStart = (resourceId: string, subject: unknown = {}, config: unknown = { delivery: "api" }) => ({
  resourceId,
  context: { config, subject },
});

/** Starts a v1 instance. The start is asynchronous unless `config` says otherwise. */
export const startV1 = ({ v1 }: Service, subject: unknown = {}, config: unknown = { async: true }): Promise<Reply> =>
  v1("journey/start", toStart("identity-check-v1@latest", subject, config));

/** Creates a subject for identity-check. The last name decides the outcome. */
export function person(lastName = "Lovelace"): Record<string, unknown> {
  const { identity } = sentSubject("DateOfBirth", "CurrentAddress") as { readonly identity: object };
  return { identity: { ...identity, firstName: "Ada", lastNames: [lastName] } };
}

/** Fetches the current interaction of an instance. */
export const fetchInteraction = ({ v2 }: Service, instanceId: string): Promise<Reply> =>
  v2("journey/interaction/fetch", { instanceId });

/** Fetches the state of a v2 instance. */
export const fetchState = ({ v2 }: Service, instanceId: string): Promise<Reply> =>
  v2("journey/state/fetch", { instanceId });

/** Submits elements to the current interaction. */
export async function submitElements(
  service: Service,
  instanceId: string,
  names: readonly string[],
  subject: unknown = sentSubject(...names),
): Promise<Reply> {
  const { text } = await fetchInteraction(service, instanceId);
  return service.v2("journey/interaction/submit", {
    instanceId,
    interactionId: text("interactionId"),
    participants: names.map((domainElementId) => ({ domainElementId })),
    context: { subject },
  });
}

/** Starts a fully prefilled identity-check, waits until it ends and returns the instance id. */
export async function runThrough(service: Service, lastName?: string): Promise<string> {
  const instanceId = await service.start("identity-check@latest", person(lastName));
  await service.world.clock.advance({ ms: longEnough });
  return instanceId;
}

/** Starts a fully prefilled v1 instance, waits until it ends and returns the instance id. */
export async function runThroughV1(service: Service, lastName?: string): Promise<string> {
  const started = await startV1(service, person(lastName));
  await service.world.clock.advance({ ms: longEnough });
  return started.text("instanceId");
}
