import { at } from "../target/member.ts";
import type { Answer } from "../target/target.ts";
import { type Lab, need } from "./lab.ts";
import type { Subject } from "./person.ts";

/** A start as a caller thinks of it. Spec 2.7. */
export interface Begin {
  readonly generation: "v1" | "v2";
  readonly resourceId: string;
  readonly subject?: Subject;
  readonly config?: Readonly<Record<string, unknown>>;
}

const usual = { v1: { async: true }, v2: { delivery: "api" } } as const;

const toBody = ({ generation, resourceId, subject = {}, config = usual[generation] }: Begin) => ({
  resourceId,
  context: { config, subject },
});

/** Body of a start. */
export type StartBody = ReturnType<typeof toBody>;

/**
 * Starts an instance and gives its id.
 *
 * @throws {BlockedError} When the target does not start it.
 */
export async function start(lab: Lab, begin: Begin): Promise<string> {
  const answer = await lab.call(`${begin.generation}.startJourney`, toBody(begin));
  return String(at(need(answer, `The start of ${begin.resourceId}`).body, "instanceId"));
}

/** The answer to the plainest start of a journey. */
export const startPlain = (lab: Lab, { generation, resourceId }: Begin): Promise<Answer> =>
  lab.once(`start ${generation} ${resourceId}`, () =>
    lab.call(`${generation}.startJourney`, toBody({ generation, resourceId })),
  );

/**
 * Sends a start that may be refused, changed as one likes; what it comes to means something only where the plain one is
 * taken.
 *
 * @throws {BlockedError} When even the plainest start of the journey is refused.
 */
export async function tryStart(
  lab: Lab,
  begin: Begin,
  change: (body: StartBody) => unknown = (body) => body,
): Promise<Answer> {
  need(await startPlain(lab, begin), `The start of ${begin.resourceId}`);
  return lab.call(`${begin.generation}.startJourney`, change(toBody(begin)));
}

/** A v2 start of one of the journeys. */
export const v2 = (resourceId: string, subject: Subject = {}, config?: Begin["config"]): Begin => ({
  generation: "v2",
  resourceId,
  subject,
  ...(config !== undefined && { config }),
});

/** A v1 start of the v1 journey. */
export const v1 = ({ settings }: Lab, subject: Subject = {}, config?: Begin["config"]): Begin => ({
  generation: "v1",
  resourceId: settings.journeys.identityV1,
  subject,
  ...(config !== undefined && { config }),
});
