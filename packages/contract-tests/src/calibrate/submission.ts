import { at } from "../target/member.ts";
import type { Answer } from "../target/target.ts";
import type { Lab } from "./lab.ts";
import { facts, type Subject, whole } from "./person.ts";
import { byStatus, isOk, option, probe } from "./probe.ts";
import { bearerFor, collects, fetchInteraction, type Handed, hand, idOf } from "./reach.ts";
import { accepted, askUntil, cast, ensureRejected, fetchState, isOver, stepsOf } from "./situation.ts";
import { start, v2 } from "./start.ts";

/** Hands something to the first interaction of the identity journey, or to the one behind it where that is prefilled. */
const handTo = (lab: Lab, prefill: Subject, names: readonly string[], subject: Subject): Promise<Handed> =>
  hand(lab, { resourceId: lab.settings.journeys.identity, prefill }, names, subject);

/** One of two required elements. */
const handOne = (lab: Lab): Promise<Handed> => lab.once("one of two", () => handTo(lab, {}, ["FullName"], facts.name));

/** Waits for an interaction behind another one. */
const fetchNext = (lab: Lab, { instanceId, interactionId }: Handed): Promise<Answer> =>
  askUntil(
    lab,
    () => fetchInteraction(lab, instanceId),
    (fetched) => collects(fetched).size > 0 && idOf(fetched) !== interactionId,
  );

const onAnswer =
  <Told>(tell: (answer: Answer) => Told) =>
  ({ answer }: Handed): Told =>
    tell(answer);

/** Probes of what a submit comes to. Spec 2.9, 4.2. */
export const submissionProbes = [
  probe({
    id: "submit-conventional",
    sends: "a first and a last name where more leaves are listed",
    needs: option("journeys.leaves", ({ settings }) => settings.journeys.leaves),
    send: (lab) => hand(lab, { resourceId: lab.settings.journeys.leaves ?? "" }, ["FullName"], facts.name),
    tells: { "element-minimum": onAnswer(byStatus({ ok: "conventional", 400: "listed-leaves" })) },
  }),
  probe({
    id: "submit-nobody",
    sends: "a submit without participants",
    send: async (lab) => {
      const instanceId = await start(lab, v2(lab.settings.journeys.identity));
      const interactionId = idOf(await fetchInteraction(lab, instanceId));
      const body = { instanceId, interactionId, context: { subject: facts.nameAndBirth } };
      return lab.call("v2.submitInteraction", body, await bearerFor(lab, instanceId));
    },
    tells: { "participants-omitted": byStatus({ ok: "keeps-nothing", 400: "refused" }) },
  }),
  probe({
    id: "submit-one-of-two",
    sends: "one of two required elements",
    send: handOne,
    tells: { "missing-element": onAnswer(byStatus({ ok: "named", 400: "of-interaction" })) },
  }),
  probe({
    id: "submit-optional-absent",
    sends: "an optional element that is named and absent, beside a required one",
    send: (lab) => handTo(lab, facts.nameAndBirth, ["CurrentAddress", "SSN"], facts.address),
    tells: { "optional-absent": onAnswer(byStatus({ ok: "stripped", 400: "refused" })) },
  }),
  probe({
    id: "submit-required-invalid",
    sends: "two required elements, one of them malformed",
    send: (lab) => handTo(lab, {}, ["FullName", "DateOfBirth"], facts.badBirth),
    tells: { "required-invalid": onAnswer(byStatus({ ok: "outstanding", 400: "refused" })) },
  }),
  probe({
    id: "submit-nothing-valid",
    sends: "an optional element alone, malformed",
    send: async (lab) => ({
      alone: (await handTo(lab, facts.nameAndBirth, ["SSN"], facts.badNumber)).answer,
      one: (await handOne(lab)).answer,
    }),
    tells: {
      "all-elements-invalid": ({ alone, one }) =>
        // A 400 is about the required element beside it, where that is asked of every submit.
        alone.status === 400 && one.status === 400 ? "success" : byStatus({ ok: "success", 409: "conflict" })(alone),
    },
  }),
  probe({
    id: "submit-unlisted",
    sends: "data of two elements with one of them named, and interaction/fetch",
    send: async (lab) => {
      const handed = await handTo(lab, {}, ["FullName"], facts.nameAndBirth);
      return { ...handed, one: (await handOne(lab)).answer, fetched: await fetchInteraction(lab, handed.instanceId) };
    },
    tells: {
      "unlisted-data": ({ answer, interactionId, one, fetched }) => {
        if (!isOk(answer)) return answer.status === one.status ? "ignored" : [];
        return idOf(fetched) === interactionId ? "ignored" : "taken";
      },
    },
  }),
  probe({
    id: "submit-foreign",
    sends: "an element that a later interaction collects, and interaction/fetch behind it",
    send: async (lab) => {
      const subject = { ...whole(), biometrics: [] };
      const names = ["FullName", "DateOfBirth", "PrimaryDocument"];
      const handed = await hand(lab, { resourceId: lab.settings.journeys.document }, names, subject);
      return { answer: handed.answer, next: isOk(handed.answer) ? await fetchNext(lab, handed) : handed.answer };
    },
    tells: {
      "foreign-element": ({ answer, next }) => {
        if (!isOk(answer)) return byStatus({ 400: "refused" })(answer);
        if (collects(next).size === 0) return ["ignored", "kept"];
        return collects(next).has("PrimaryDocument") ? "ignored" : "kept";
      },
    },
  }),
  probe({
    id: "submit-twice",
    sends: "an element that is named twice",
    send: (lab) => handTo(lab, {}, ["FullName", "DateOfBirth", "DateOfBirth"], facts.nameAndBirth),
    tells: { "duplicate-element": onAnswer(byStatus({ ok: "replaces", 409: "refused" })) },
  }),
  probe({
    id: "submit-prefilled",
    sends: "an element that came as prefill, beside another one",
    send: (lab) => handTo(lab, facts.name, ["FullName", "DateOfBirth"], facts.nameAndBirth),
    tells: { "duplicate-prefilled": onAnswer(byStatus({ ok: "replaces", 409: "refused" })) },
  }),
  probe({
    id: "fail-liveness",
    sends: "a whole run of somebody whose selfie is not alive",
    send: async (lab) => {
      await ensureRejected(lab);
      const instanceId = await start(lab, v2(lab.settings.journeys.document, whole(await cast(lab, "lifeless"))));
      return askUntil(
        lab,
        async () => ({
          state: await fetchState(lab, "v2", instanceId),
          fetched: await fetchInteraction(lab, instanceId),
          good: (await accepted(lab)).state,
        }),
        ({ state, fetched }) => isOver(state) || collects(fetched).has("Selfie"),
      );
    },
    tells: {
      "module-retry": ({ state, fetched, good }) => {
        if (collects(fetched).has("Selfie")) return "recollect";
        if (!isOver(state) || at(state.body, "status") !== at(good.body, "status")) return undefined;
        const names = stepsOf(state).map((step) => at(step, "name"));
        return names.some((name, i) => name !== undefined && names.indexOf(name) !== i) ? "automatic" : "never";
      },
    },
  }),
];
