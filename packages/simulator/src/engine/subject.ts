import type { ElementDefinition, JourneyDefinition } from "@journey-kit/schemas";
import { type Element, elements, isRecord, listOf, memberOf, parsePath, type Step } from "@journey-kit/schemas/calls";
import { memoize } from "../world/cache.ts";
import type { EarlierRuns, Instance } from "./instance.ts";
import type { InstanceTerms } from "./terms.ts";

type Draft = Record<string, unknown>;

/** The part of the terms that defines domain elements. */
export interface ElementTerms {
  readonly definition: Pick<JourneyDefinition, "elements">;
}

/**
 * Finds the path of a domain element, in the journey's own declarations or in the table of common elements. Spec 2.6.
 */
export function elementOf({ definition }: ElementTerms, name: string): Element | undefined {
  const path = definition.elements && pathsIn(definition.elements).get(name);
  if (path !== undefined) return { path };
  return Object.hasOwn(elements, name) ? elements[name as keyof typeof elements] : undefined; // checked by `hasOwn`
}

const pathsIn = memoize(
  (declared: readonly ElementDefinition[]) =>
    new Map(declared.map(({ name, path }) => [name, path] as const).reverse()), // the first of two wins
);

/** Builds a subject from the accepted elements. Elements of one array entry are merged. Spec 2.8. */
export function toSubject(
  terms: ElementTerms,
  { provided, uid }: Pick<Instance, "provided"> & Partial<Pick<Instance, "uid">>,
): Readonly<Draft> {
  let subject: Readonly<Draft> = uid === undefined ? {} : { uid };
  const entries = new Map<string, unknown>();
  for (const [name, { value }] of Object.entries(provided)) {
    const path = elementOf(terms, name)?.path ?? "";
    const steps = placedStepsOf(name === "Selfie" && path === "biometrics" ? "biometrics[0]" : path);
    if (steps.length === 0) continue;
    subject = placeAt(subject, steps, 0, value, entries) as Readonly<Draft>; // the first step of a path is a member
  }
  return subject;
}

/** A step of a path, with the path up to it in a normal form. */
interface PlacedStep {
  readonly step: Step;
  readonly entry: string;
}

function placedStepsOf(path: string): readonly PlacedStep[] {
  const steps = parsePath(path) ?? [];
  const keys = steps.map((step) => (typeof step === "object" ? `type=${step.type.toLowerCase()}` : step));
  return steps.map((step, i) => ({ step, entry: keys.slice(0, i + 1).join(".") }));
}

/**
 * Puts a value at its place below a value that is present, and returns the result. Records that meet are merged.
 * `entries` has the array entries of earlier elements, by their paths.
 */
function placeAt(
  present: unknown,
  steps: readonly PlacedStep[],
  depth: number,
  value: unknown,
  entries: Map<string, unknown>,
): unknown {
  const placed = steps[depth];
  if (placed === undefined) return isRecord(value) && isRecord(present) ? { ...present, ...value } : value;
  const { step, entry } = placed;
  if (typeof step === "string") {
    const owner: Draft = isRecord(present) ? { ...present } : {};
    owner[step] = placeAt(memberOf(owner, step), steps, depth + 1, value, entries);
    return owner;
  }
  const list = listOf(present);
  const at = entries.has(entry) ? list.indexOf(entries.get(entry)) : -1;
  const created = typeof step === "object" && depth < steps.length - 1 ? step : undefined;
  const placedEntry = placeAt(list[at] ?? created, steps, depth + 1, value, entries);
  entries.set(entry, placedEntry);
  return at === -1 ? [...list, placedEntry] : list.with(at, placedEntry);
}

/** The subject that scenario conditions test: the data that the instance collected, and the name in the prefill. */
export function toScenarioSubject(terms: InstanceTerms, instance: Instance): Readonly<Draft> {
  const subject = toSubject(terms, instance);
  const { identity = {} } = subject;
  return isRecord(identity) ? { ...subject, identity: { ...instance.prefilledName, ...identity } } : subject;
}

/**
 * Identifies the person of a subject by `uid`, otherwise by name and date of birth; undefined if neither is known.
 * Module runs are counted per person. Gap `module-retry`.
 */
export function personOf(subject: unknown): string | undefined {
  const uid = memberOf(subject, "uid");
  if (typeof uid === "string" && uid !== "") return `uid ${uid}`;
  const identity = memberOf(subject, "identity");
  const [first, last, born] = ["firstName", "lastNames", "dateOfBirth"].map((name) => memberOf(identity, name));
  if (!first || !last || !born) return undefined;
  return `name ${JSON.stringify([first, last, born]).toLowerCase()}`;
}

/** Identifies the person from the stored subject and the subject in the request. Gap `module-retry`. */
export function personAfter(
  { terms, instance }: { readonly terms: InstanceTerms; readonly instance: Instance },
  sent: unknown,
): string | undefined {
  const stored = toSubject(terms, instance);
  return personOf({
    uid: stored.uid ?? memberOf(sent, "uid"),
    identity: { ...(memberOf(stored, "identity") ?? {}), ...(memberOf(sent, "identity") ?? {}) },
  });
}

export function addRuns(one: EarlierRuns, other: EarlierRuns): EarlierRuns {
  if (other === noRuns) return one;
  if (one === noRuns) return other;
  const sum = new Map(Object.entries(one));
  for (const [name, count] of Object.entries(other)) sum.set(name, (sum.get(name) ?? 0) + count);
  return Object.fromEntries(sum);
}

export function subtractRuns(sum: EarlierRuns, part: EarlierRuns): EarlierRuns {
  if (part === noRuns) return sum;
  const of = (name: string) => (Object.hasOwn(part, name) ? (part[name] ?? 0) : 0);
  const left = Object.entries(sum).map(([name, count]) => [name, count - of(name)] as const);
  const positive = left.filter(([, count]) => count > 0);
  return positive.length === 0 ? noRuns : Object.fromEntries(positive);
}

/** Counts the finished and unfinished runs of each module in some instances. */
export function countRuns(instances: readonly Instance[]): EarlierRuns {
  const counts = new Map<string, number>();
  for (const { finished, progress } of instances) {
    const running = progress.phase === "running" ? progress.runs : [];
    for (const { module } of [...finished, ...running]) counts.set(module, (counts.get(module) ?? 0) + 1);
  }
  return counts.size === 0 ? noRuns : Object.fromEntries(counts);
}

/** The counts of module runs for an instance whose modules have not started. */
export const noRuns: EarlierRuns = {};

/** The replacement for an image: its encoding, digest and length in bytes. The engine never sees the bytes. */
export type Image =
  | { readonly encoding: "base64" | "data-url"; readonly digest: string; readonly bytes: number }
  | { readonly encoding: "none"; readonly length: number };

/** The leaves of `documents[]` that contain images. Spec 2.8. */
export const documentImages = [
  "side1Image",
  "side2Image",
  "photo",
  "photoCompressed",
  "signature",
  "signatureCompressed",
] as const;

/** The leaves of `biometrics[]` that contain images. Spec 2.8. */
export const biometricImages = ["selfieImage", "face1Image", "face2Image"] as const;

/** Formats the text that replaces an image in its subject. */
export const toImageText = (image: Image): string =>
  image.encoding === "none" ? `none:${image.length}` : `${image.encoding}:${image.digest}:${image.bytes}`;

/** Parses the text of {@link toImageText}; undefined for an empty string, which means no image. */
export function parseImage(text: string): Image | undefined {
  const [encoding, middle, bytes] = text.split(":");
  if (encoding === "none") return { encoding, length: Number(middle) };
  if (encoding !== "base64" && encoding !== "data-url") return undefined;
  return { encoding, digest: middle ?? "", bytes: Number(bytes) };
}
