import fc from "fast-check";
import { dataRequest } from "../../service/journey.ts";
import { type Part, renderParts, type SampleKind, sampleNames, validParts } from "../../service/sample.ts";
import type { Caller } from "../../service/target.ts";
import { type Command, commandOn, flaw, nth } from "./command.ts";
import { currentId } from "./fetch.ts";
import {
  elementsOf,
  findInstance,
  type Instance,
  isV2,
  type Model,
  nameOf,
  nthOf,
  openCollections,
  outstanding,
} from "./model.ts";
import { type ExpectedStatus, expectSame, type ModelRun, postExpecting } from "./model-run.ts";
import { accept } from "./progress.ts";

/** An instance with a current interaction, and its outstanding elements with valid data. */
type Open = NonNullable<ReturnType<typeof pickOpen>>;

function pickOpen(model: Readonly<Model>, n: number) {
  const instance = findInstance(model, n, (one) => isV2(one) && openCollections(one).length > 0);
  const [current] = instance === undefined ? [] : openCollections(instance);
  return instance && current && { instance, current, missing: validParts(outstanding(instance, current)) };
}

/** Submits elements to the current interaction or to another one. Spec 2.9, 4.2. */
async function postSubmit(real: ModelRun, instance: Instance, parts: readonly Part[], otherId?: string): Promise<void> {
  const request = dataRequest("v2", instance.instanceId, otherId ?? (await currentId(real, instance)), parts);
  const [current] = openCollections(instance);
  const expected = otherId === undefined ? expectSubmit(instance, parts) : 409;
  const step = `submit ${renderParts(parts)} to ${otherId ?? current?.id} of ${nameOf(instance)}`;
  const shows = expected === "success" ? { status: "success" } : {};
  await postExpecting(real, { step, ...request, expected, shows });
  if (expected === "success" && current !== undefined) accept(real.model, instance, current, parts);
}

/** The expected result of a submit to the current interaction. Spec 3.2, 4.2; gap `error-precedence`. */
function expectSubmit(instance: Instance, parts: readonly Part[]): ExpectedStatus {
  const [current] = openCollections(instance);
  if (current === undefined) return 409;
  const names = parts.map(({ element }) => element);
  if (names.some((name, i) => instance.provided.has(name) || names.indexOf(name) !== i)) return 409;
  if (!names.every((name) => elementsOf(current).includes(name))) return 400;
  return parts.some(({ element, kind }) => kind !== "valid" && current.required.includes(element)) ? 400 : "success";
}

const submitTo = (n: number, what: string, choose: (open: Open) => readonly Part[]): Command =>
  commandOn((model) => pickOpen(model, n), {
    run: (open, real) => postSubmit(real, open.instance, choose(open)),
    toString: () => `submit ${what} to open v2 instance ${n}`,
  });

/** Submits some or all of the outstanding elements. Spec 3.2. */
const submitSome = (n: number, count: number) =>
  submitTo(n, `the ${count < 0 ? "last" : "first"} ${Math.abs(count)} outstanding elements`, ({ missing }) =>
    count < 0 ? missing.slice(count) : missing.slice(0, count),
  );

/** Submits an accepted element again, or an outstanding element twice. Spec 4.2, submit rule 3. */
const submitDuplicate = (n: number, element: number, position: "alone" | "among the others") =>
  submitTo(n, `accepted element ${element} again, ${position},`, ({ instance, missing }) => {
    const accepted = nthOf([...instance.provided], element);
    const first = missing.slice(0, 1);
    const repeated = accepted === undefined ? [...first, ...first] : validParts([accepted]);
    return position === "alone" ? repeated : [...missing, ...repeated];
  });

/** Submits an element that the interaction does not collect. Gap `foreign-element`. */
const submitForeign = (n: number, element: number, position: "alone" | "among the others") =>
  submitTo(n, `foreign element ${element}, ${position},`, ({ current, missing }) => {
    const others = sampleNames.filter((name) => !elementsOf(current).includes(name));
    const foreign = validParts(others.slice(element % others.length).slice(0, 1));
    return position === "alone" ? foreign : [...missing, ...foreign];
  });

/**
 * Submits an element that is invalid or has no data. The service refuses the submit if the element is required, and drops
 * an optional element, which stays outstanding. Spec 4.2, submit rules 1 and 2; gaps `required-invalid`, `optional-absent`.
 */
const submitFlawed = (n: number, element: number, kind: SampleKind, position: "alone" | "among the others") =>
  submitTo(n, `outstanding element ${element} ${kind}, ${position},`, ({ missing }) => {
    const chosen = nthOf(missing, element);
    const flawed = missing.map((part) => (part === chosen ? { ...part, kind } : part));
    return position === "alone" ? flawed.filter((part) => part.kind === kind) : flawed;
  });

/** Submits to an interaction that is not current or does not exist. Gap `stale-interaction`. */
const submitStale = (n: number, earlier: number): Command =>
  commandOn((model) => findInstance(model, n, isV2), {
    run: (instance, real) => {
      const [current] = openCollections(instance);
      const missing = current === undefined ? [] : outstanding(instance, current);
      const others = [...instance.serviceIds].filter(([id]) => id !== current?.id);
      const [, staleId] = nthOf(others, earlier) ?? [];
      return postSubmit(real, instance, validParts(missing.length > 0 ? missing : ["FullName"]), staleId ?? "nowhere");
    },
    toString: () => `submit to earlier interaction ${earlier} of v2 instance ${n}`,
  });

/** Submits the same elements from two clients simultaneously. Exactly one is accepted. Spec 4.2, submit rule 3. */
export const submitTwice = (n: number, count: number): Command =>
  commandOn((model) => pickOpen(model, n), {
    run: async ({ instance, current, missing }, real) => {
      const parts = missing.slice(0, count);
      const { route, body } = dataRequest("v2", instance.instanceId, await currentId(real, instance), parts);
      const send = async (caller: Caller) => (await caller.post(route, body)).status;
      const statuses = (await Promise.all([send(real.caller), send(real.secondCaller)])).toSorted();
      const step = `submit ${renderParts(parts)} to ${current.id} of ${nameOf(instance)}, twice, simultaneously`;
      real.steps.push(`${step}: ${statuses.join(", ")}`);
      expectSame(real, "statuses of two simultaneous submits", statuses, [200, 409]);
      accept(real.model, instance, current, parts);
    },
    toString: () => `submit the first ${count} outstanding elements to open v2 instance ${n}, twice, simultaneously`,
  });

export const submitCommands: readonly fc.Arbitrary<Command>[] = [
  fc.tuple(nth, fc.constantFrom(1, 2, 3, -1)).map((args) => submitSome(...args)),
  nth.map((n) => submitSome(n, 3)),
  fc.tuple(nth, fc.nat(3), fc.constantFrom("alone", "among the others")).map((args) => submitDuplicate(...args)),
  fc.tuple(nth, fc.nat(3), fc.constantFrom("alone", "among the others")).map((args) => submitForeign(...args)),
  fc.tuple(nth, fc.nat(2), flaw, fc.constantFrom("alone", "among the others")).map((args) => submitFlawed(...args)),
  fc.tuple(nth, fc.nat(3)).map((args) => submitStale(...args)),
];
