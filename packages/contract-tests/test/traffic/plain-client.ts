import type { Subject } from "@journey-kit/schemas";
import type { EndpointName } from "@journey-kit/schemas/endpoints";
import type { ServiceSettings } from "../../src/service/client-adapter.ts";
import { dataRequest, type JourneyRequest, readWork, startRequest, workRequest } from "../../src/service/journey.ts";
import { readAt, readList } from "../../src/service/member.ts";
import { type Answer, addressOf, createCaller } from "../../src/service/target.ts";
import { toSubmit } from "../reference-submit.ts";
import type { Draw } from "./draw.ts";
import { makeMistake } from "./mistakes.ts";
import type { PlainContext, PlainRun, Send } from "./plain-run.ts";

const mostPolls = 25;

/**
 * A client that calls more endpoints than a careful client needs: it prefills data, submits elements one by one, lists
 * tasks and schemas, and looks again after the end. All its journeys share a token.
 */
export function createPlainClient(settings: Required<ServiceSettings>, draw: Draw) {
  const caller = createCaller(settings);
  const post = async (route: EndpointName, body: unknown, token?: string): Promise<Answer | undefined> => {
    if (addressOf(settings, route) === undefined) return undefined;
    const attempt = () => caller.post(route, body, token).catch(() => undefined);
    const first = await attempt();
    if (first === undefined || (first.status === 401 && token === undefined)) caller.renew();
    return first?.status === 401 && token === undefined ? attempt() : first;
  };
  return {
    runJourney: async (run: PlainRun): Promise<void> => {
      const context = { draw, settings, caller, send: post, run };
      const instanceId = readAt((await start(context))?.body, "instanceId");
      if (typeof instanceId !== "string") return;
      const token = await connectDevice(context, instanceId);
      const send: Send = (route, body) => post(route, body, route.endsWith("Interaction") ? token : undefined);
      await finish({ ...context, send }, instanceId);
    },
  };
}

async function start({ draw, send, run }: PlainContext): Promise<Answer | undefined> {
  const { resourceId, apiVersion, person, delivery, isSynchronous } = run;
  const prefill = isSynchronous ? person : drawPrefill(draw, person);
  const page = delivery === "page" && { delivery };
  const config = apiVersion === "v2" ? { delivery } : { async: !isSynchronous, ...page };
  const { route, body } = startRequest(apiVersion, resourceId, prefill, config);
  return send(route, body);
}

/** Some data is often known at the start. Spec 2.7. */
function drawPrefill(draw: Draw, { identity, documents, biometrics }: Subject): Subject {
  const { firstName, middleNames, lastNames, dateOfBirth } = identity ?? {};
  return draw.pick<Subject>([
    {},
    {},
    { uid: "customer-7" },
    { identity: { dateOfBirth } },
    { identity: { firstName, middleNames, lastNames, dateOfBirth } },
    { documents },
    { biometrics, identity: { firstName, lastNames } },
  ]);
}

/** Requests a token for the end user if interactions need it, and sometimes if not. Gap `interaction-token`. */
async function connectDevice(
  { draw, send, settings, run, caller }: PlainContext,
  instanceId: string,
): Promise<string | undefined> {
  const { profile } = settings;
  const isNeeded = profile["interaction-token"] === "end-user";
  if (run.apiVersion === "v1" || run.delivery === "page" || !(isNeeded || draw.chance(0.2))) return undefined;
  const connectToken = readAt((await send("v2.startDevice", { instanceId }))?.body, "connectToken");
  if (typeof connectToken !== "string") return undefined;
  const isBearer = profile["connect-token-place"] === "bearer" || draw.chance(0.2);
  const body = isBearer ? {} : { connectToken };
  const answer = await caller.post("v2.connectDevice", body, isBearer ? connectToken : "").catch(() => undefined);
  const token = readAt(answer?.body, "endUserToken");
  return isNeeded && typeof token === "string" ? token : undefined;
}

async function finish(context: PlainContext, instanceId: string): Promise<void> {
  const { draw, settings, send, run } = context;
  for (let poll = 1; poll <= mostPolls; poll += 1) {
    if (draw.chance(run.mistakes)) await makeMistake(context, instanceId);
    const state = await send(`${run.apiVersion}.fetchState`, stateRequest(context, instanceId));
    if (isOver(state)) break;
    const isAdvanced = run.delivery === "api" && (await provide(context, instanceId));
    await run.onPoll(instanceId, poll);
    if (!isAdvanced || draw.chance(0.2)) await settings.sleep(draw.pick([1_000, 3_000, 10_000, 10_000]));
  }
  await lookAgain(context, instanceId);
}

/** Published v1 clients ask for all data. Gap `v1-state-data`. */
const stateRequest = ({ draw, run }: PlainContext, instanceId: string) => ({
  instanceId,
  ...(run.apiVersion === "v1" && draw.chance(0.5) && { filterKeys: ["/.*/"] }),
});

const isOver = (state: Answer | undefined): boolean =>
  ["Completed", "Failed", "Error", "Canceled"].includes(String(readAt(state?.body, "status")));

/** Sends requests about an instance that has probably ended. */
async function lookAgain({ draw, send, run }: PlainContext, instanceId: string): Promise<void> {
  await send(`${run.apiVersion}.fetchState`, { instanceId });
  const work = workRequest(run.apiVersion, instanceId);
  if (draw.chance(0.3)) await send(work.route, work.body);
  const late = dataRequest(run.apiVersion, instanceId, "1", [{ element: "FullName", kind: "valid" }]);
  if (draw.chance(0.2)) await send(late.route, late.body);
  if (run.apiVersion === "v2" && draw.chance(0.1)) await send("v2.terminateInstance", { instanceId });
  if (run.apiVersion === "v2" && draw.chance(0.1)) await send("v2.deleteInstance", { instanceId });
}

/** Submits what the current interaction or an open task collects. Returns false if nothing was accepted. */
async function provide(context: PlainContext, instanceId: string): Promise<boolean> {
  return context.run.apiVersion === "v1" ? provideTask(context, instanceId) : provideElements(context, instanceId);
}

async function provideElements({ draw, send, run }: PlainContext, instanceId: string): Promise<boolean> {
  const fetched = await send("v2.fetchInteraction", { instanceId });
  if (draw.chance(0.05)) await send("v2.listTaskSchemas", { instanceId });
  const [open] = readWork("v2", fetched?.body);
  if (open === undefined) return false;
  const outstanding = readList(fetched?.body, "outstanding").map((name) => String(name).split("/")[0] ?? "");
  const listed = outstanding.length > 0 && draw.chance(0.7) ? [...new Set(outstanding)] : open.elements;
  const chosen = draw.chance(0.3) ? [draw.pick(listed.length > 0 ? listed : ["FullName"])] : listed;
  const body = toSubmit(instanceId, open.id, chosen, run.person, undefined);
  return isGood(await send("v2.submitInteraction", body));
}

async function provideTask({ draw, send, run }: PlainContext, instanceId: string): Promise<boolean> {
  const route: EndpointName = draw.pick(["v1.listTasks", "v1.listTaskSchemas"]);
  const listed = await send(route, { instanceId });
  const open = readWork("v1", listed?.body).filter((task) => task.id !== "undefined");
  const [task] = open;
  if (task === undefined) return false;
  if (draw.chance(0.2)) await send("v1.fetchTaskSchema", { instanceId, taskId: task.id });
  const update = (intent: string): JourneyRequest => {
    const { route: name, body } = dataRequest("v1", instanceId, task.id, [], run.person);
    return { route: name, body: { ...body, intent } };
  };
  if (draw.chance(0.2)) await send("v1.updateTask", update(draw.pick(["Save", "Validate"])).body);
  const isAccepted = isGood(await send("v1.updateTask", update("Complete").body));
  return isAccepted && draw.chance(0.9);
}

const isGood = (answer: Answer | undefined): boolean => answer?.status === 200 || answer?.status === 201;
