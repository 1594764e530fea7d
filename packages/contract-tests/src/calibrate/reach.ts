import { routes } from "@journey-kit/schemas/routes";
import { at } from "../target/member.ts";
import type { Answer } from "../target/target.ts";
import { BlockedError } from "./blocked-error.ts";
import { type Lab, need } from "./lab.ts";
import type { Subject } from "./person.ts";
import { start, v2 } from "./start.ts";

const { device, "journey-device": journeyDevice } = routes["v2.startDevice"].path.by;
const connectPaths = routes["v2.connectDevice"].path.by;

/** What tells how a caller gets at interactions: the answers to a plain fetch, and to device/start at both paths. */
export interface Reach {
  readonly fetched: Answer;
  readonly here: Answer;
  readonly there: Answer;
}

/** Finds out how a caller gets at interactions. Gaps `interaction-token`, `device-start`. */
export const findReach = (lab: Lab): Promise<Reach> =>
  lab.once("reach", async () => {
    const instanceId = await start(lab, v2(lab.settings.journeys.age));
    const body = { instanceId, scope: ["selfie"] };
    return {
      fetched: await lab.call("v2.fetchInteraction", { instanceId }),
      here: await lab.send(device, { body }),
      there: await lab.send(journeyDevice, { body }),
    };
  });

const isRefused = ({ status }: Answer): boolean => status === 401 || status === 403;

/** Whether interactions are for end users alone. */
export const isForEndUsers = ({ fetched }: Reach): boolean => isRefused(fetched);

/**
 * The token that opens the interactions of an instance; undefined where the access token does.
 *
 * @param customer Stands in for the access token.
 * @throws {BlockedError} When an end-user token is needed and not to be had.
 */
export async function bearerFor(lab: Lab, instanceId: string, customer?: string): Promise<string | undefined> {
  if (!isForEndUsers(await findReach(lab))) return customer;
  const toSent = (connectToken: string) => ({ body: { connectToken }, bearer: connectToken }); // in both places
  return String(at(need(await connect(lab, instanceId, toSent, customer), "device/connect").body, "endUserToken"));
}

/**
 * Gets a connect token for an instance and sends it to device/connect. Gaps `device-start`, `connect-token-place`.
 *
 * @param customer Stands in for the access token.
 * @throws {BlockedError} If no device/start endpoint returns a connect token.
 */
export async function connect(
  lab: Lab,
  instanceId: string,
  toSent: (connectToken: string) => { readonly body: object; readonly bearer?: string },
  customer?: string,
): Promise<Answer> {
  const { here, there } = await findReach(lab);
  const isHere = here.status === 201;
  if (!isHere && there.status !== 201) throw new BlockedError("No device/start endpoint returns a connect token.");
  const own = customer === undefined ? {} : { bearer: customer };
  const sent = { body: { instanceId }, ...own };
  const started = need(await lab.send(isHere ? device : journeyDevice, sent), "device/start");
  const path = isHere ? connectPaths.device : connectPaths["journey-device"];
  return lab.send(path, toSent(String(at(started.body, "connectToken"))));
}

/** Fetches the current interaction with the token that opens it. */
export async function fetchInteraction(lab: Lab, instanceId: string): Promise<Answer> {
  return lab.call("v2.fetchInteraction", { instanceId }, await bearerFor(lab, instanceId));
}

/** Members that a submit may have beside the usual ones. */
type More = Readonly<Record<string, unknown>>;

/** Submits elements to an interaction with the token that opens it. Spec 2.9. */
export async function submit(
  lab: Lab,
  instanceId: string,
  interactionId: string,
  names: readonly string[],
  subject: Subject,
  more: More = {},
): Promise<Answer> {
  const participants = names.map((domainElementId) => ({ domainElementId }));
  const body = { instanceId, interactionId, participants, context: { subject }, ...more };
  return lab.call("v2.submitInteraction", body, await bearerFor(lab, instanceId));
}

/** The id of an interaction. */
export const idOf = ({ body }: Answer): string => String(at(body, "interactionId"));

/** What an interaction collects, by name, in either layout. Gap `interaction-fetch-layout`. */
export function collects({ body }: Answer): ReadonlyMap<string, string> {
  const flat = at(body, "spec");
  if (typeof flat === "object" && flat !== null)
    return new Map(Object.entries(flat).map(([name, spec]) => [name, `${spec}`]));
  const nested = at(body, "interaction.collects");
  const entries = Array.isArray(nested) ? nested : [];
  return new Map(entries.map((entry) => [String(at(entry, "ref")), String(at(entry, "spec"))]));
}

/** What is outstanding, as text; nothing where no list is given. */
export function outstanding({ body }: Answer): readonly string[] {
  const list = at(body, "outstanding");
  return Array.isArray(list) ? list.map(String) : [];
}

/** What came of handing something to the first interaction of a new instance. */
export interface Handed {
  readonly instanceId: string;
  readonly interactionId: string;
  readonly answer: Answer;
}

/**
 * Starts an instance and submits to its current interaction.
 *
 * @throws {BlockedError} When it does not start or has no interaction.
 */
export async function hand(
  lab: Lab,
  begin: { readonly resourceId: string; readonly prefill?: Subject },
  names: readonly string[],
  subject: Subject,
): Promise<Handed> {
  const instanceId = await start(lab, v2(begin.resourceId, begin.prefill));
  const fetched = need(await fetchInteraction(lab, instanceId), "interaction/fetch");
  const interactionId = idOf(fetched);
  return { instanceId, interactionId, answer: await submit(lab, instanceId, interactionId, names, subject) };
}
