import fc from "fast-check";
import { readAt } from "../target/member.ts";
import { type Kind, type Part, sampleNames, toSubject, toText } from "../target/sample.ts";
import type { Caller } from "../target/target.ts";
import { type Command, command, nth } from "./command.ts";
import { type Context, expectSame, post } from "./context.ts";
import { expectSubmit } from "./expectation.ts";
import { currentId } from "./interaction.ts";
import { type Collection, elementsOf } from "./journey.ts";
import { findInstance, type Instance, isV2, type Model, nameOf, nthOf, openCollections, outstanding } from "./model.ts";
import { accept } from "./progress.ts";

type Flaw = Exclude<Kind, "valid">;

/** An instance with a current interaction, and the outstanding elements with valid data. */
interface Open {
  readonly instance: Instance;
  readonly current: Collection;
  readonly missing: readonly Part[];
}

function pickOpen(model: Readonly<Model>, n: number): Open | undefined {
  const instance = findInstance(model, n, (one) => isV2(one) && openCollections(one).length > 0);
  const [current] = instance === undefined ? [] : openCollections(instance);
  return instance && current && { instance, current, missing: toValid(outstanding(instance, current)) };
}

const toValid = (names: readonly string[]): readonly Part[] => names.map((element) => ({ element, kind: "valid" }));

const toBody = ({ instanceId }: Instance, interactionId: string, parts: readonly Part[]) => ({
  instanceId,
  interactionId,
  participants: parts.map(({ element }) => ({ domainElementId: element })),
  context: { subject: toSubject(parts) },
});

/** Submits elements to the current interaction or to another one. Spec 2.9, 4.2. */
async function submit(context: Context, instance: Instance, parts: readonly Part[], otherId?: string): Promise<void> {
  const body = toBody(instance, otherId ?? (await currentId(context, instance)), parts);
  const [current] = openCollections(instance);
  const expected = expectSubmit(instance, otherId === undefined, parts);
  const step = `submit ${toText(parts)} to ${otherId ?? current?.id} of ${nameOf(instance)}`;
  const answer = await post(context, { step, name: "v2.submitInteraction", body, expected });
  if (expected !== "success" || current === undefined) return;
  expectSame(context, "status of the submit", readAt(answer.body, "status"), "success");
  accept(context.model, instance, current, parts);
}

/** Submits some of the outstanding elements, or all of them. Spec 3.2. */
const submitSome = (n: number, count: number): Command =>
  command({
    pick: (model) => pickOpen(model, n),
    run: ({ instance, missing }, context) =>
      submit(context, instance, count < 0 ? missing.slice(count) : missing.slice(0, count)),
    describe: () =>
      `submit the ${count < 0 ? "last" : "first"} ${Math.abs(count)} outstanding to open v2 instance ${n}`,
  });

/** Submits an accepted element again, or an outstanding one twice. Spec 4.2, submit rule 3. */
const submitDuplicate = (n: number, element: number, company: "alone" | "among new ones"): Command =>
  command({
    pick: (model) => pickOpen(model, n),
    run: ({ instance, missing }, context) => {
      const accepted = nthOf([...instance.provided], element);
      const first = missing.slice(0, 1);
      const repeated = accepted === undefined ? [...first, ...first] : toValid([accepted]);
      return submit(context, instance, company === "alone" ? repeated : [...missing, ...repeated]);
    },
    describe: () => `submit accepted element ${element} again, ${company}, to open v2 instance ${n}`,
  });

/** Submits an element that the current interaction does not collect. Gap `foreign-element`. */
const submitForeign = (n: number, element: number, company: "alone" | "among its own"): Command =>
  command({
    pick: (model) => pickOpen(model, n),
    run: ({ instance, current, missing }, context) => {
      const own = elementsOf(current);
      const foreign = nthOf(
        sampleNames.filter((name) => !own.includes(name)),
        element,
      );
      const parts = toValid(foreign === undefined ? [] : [foreign]);
      return submit(context, instance, company === "alone" ? parts : [...missing, ...parts]);
    },
    describe: () => `submit foreign element ${element}, ${company}, to open v2 instance ${n}`,
  });

/**
 * Submits an element that is invalid or without data. A required one refuses the whole submit; an optional one is
 * dropped and stays outstanding. Spec 4.2, submit rules 1 and 2; gaps `required-invalid`, `optional-absent`.
 */
const submitFlawed = (n: number, element: number, kind: Flaw, company: "alone" | "among the others"): Command =>
  command({
    pick: (model) => pickOpen(model, n),
    run: ({ instance, missing }, context) => {
      const chosen = nthOf(missing, element);
      const flawed = missing.map((part) => (part === chosen ? { ...part, kind } : part));
      return submit(context, instance, company === "alone" ? flawed.filter((part) => part.kind === kind) : flawed);
    },
    describe: () => `submit outstanding element ${element} ${kind}, ${company}, to open v2 instance ${n}`,
  });

/** Submits to an interaction that is not current: an earlier one, or none at all. Gap `stale-interaction`. */
const submitStale = (n: number, earlier: number): Command =>
  command({
    pick: (model) => findInstance(model, n, isV2),
    run: (instance, context) => {
      const [current] = openCollections(instance);
      const missing = current === undefined ? [] : outstanding(instance, current);
      const others = [...instance.serviceIds].filter(([id]) => id !== current?.id);
      const [, staleId] = nthOf(others, earlier) ?? [];
      return submit(context, instance, toValid(missing.length > 0 ? missing : ["FullName"]), staleId ?? "nowhere");
    },
    describe: () => `submit to former interaction ${earlier} of v2 instance ${n}`,
  });

/** Submits the same elements from two clients at once: exactly one is accepted. Spec 4.2, submit rule 3. */
export const submitTwice = (n: number, count: number): Command =>
  command({
    pick: (model) => pickOpen(model, n),
    run: async ({ instance, current, missing }, context) => {
      const parts = missing.slice(0, count);
      const body = toBody(instance, await currentId(context, instance), parts);
      const send = async (caller: Caller) => (await caller.post("v2.submitInteraction", body)).status;
      const statuses = (await Promise.all([send(context.caller), send(context.secondCaller)])).toSorted();
      const step = `submit ${toText(parts)} to ${current.id} of ${nameOf(instance)}, twice at once`;
      context.steps.push(`${step}: ${statuses.join(", ")}`);
      expectSame(context, "statuses of two submits at once", statuses, [200, 409]);
      accept(context.model, instance, current, parts);
    },
    describe: () => `submit the first ${count} outstanding to open v2 instance ${n}, twice at once`,
  });

const flaw = fc.constantFrom<Flaw>("absent", "invalid");

/** Submits to v2 interactions, valid and refused ones. */
export const submitCommands: readonly fc.Arbitrary<Command>[] = [
  fc.tuple(nth, fc.constantFrom(1, 2, 3, -1)).map((args) => submitSome(...args)),
  fc.tuple(nth, fc.constantFrom(3)).map((args) => submitSome(...args)),
  fc.tuple(nth, fc.nat(3), fc.constantFrom("alone", "among new ones")).map((args) => submitDuplicate(...args)),
  fc.tuple(nth, fc.nat(3), fc.constantFrom("alone", "among its own")).map((args) => submitForeign(...args)),
  fc.tuple(nth, fc.nat(2), flaw, fc.constantFrom("alone", "among the others")).map((args) => submitFlawed(...args)),
  fc.tuple(nth, fc.nat(3)).map((args) => submitStale(...args)),
];
