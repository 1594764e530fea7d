import { isRecord } from "@journey-kit/schemas/calls";
import { type SnapshotQuery, WorldSnapshot } from "@journey-kit/schemas/control";
import { tokenForm } from "@journey-kit/schemas/personal";
import type { SimulatorContext } from "../context/context.ts";
import { type Command, type StartCommand, settleAt } from "../engine/commands.ts";
import type { InstanceTerms } from "../engine/terms.ts";
import { renderExchanges } from "../journal/exchange.ts";
import { createCounts } from "../journal/journal.ts";
import { timeOf } from "../world/clock.ts";
import { draw } from "../world/random.ts";
import { mapInSteps } from "../world/steps.ts";
import { toIso } from "../world/time.ts";
import { redactSnapshot } from "./redact-snapshot.ts";

/**
 * Saves a world. The snapshot contains no image, token or secret, and personal data only if `personalData` is `kept`. It
 * shares nothing with the world.
 */
export async function saveSnapshot(
  { store, journals, system, pause }: Pick<SimulatorContext, "store" | "journals" | "system" | "pause">,
  world: string,
  personalData: SnapshotQuery["personalData"] = "kept",
): Promise<WorldSnapshot> {
  // Each read contains what the earlier ones contain, because a request is recorded after the change that it made.
  const { entries } = await journals.find(world, { limit: Number.MAX_SAFE_INTEGER });
  const counted = await journals.counts(world);
  const counts = createCounts(counted.requests, (part) => Object.fromEntries(counted[part]));
  const { settings, rows, faults, counters } = await store.state(world);
  const { ordinal, armed, usedTokens } = counters;
  const { clock, profile, scenario, scenarios, callsPerMinute, permissions } = settings;
  const now = system();
  const terms = createTermsList();
  const copyAll = (values: readonly object[]) => mapInSteps(values, pause, (value) => copyJson(value));
  const snapshot = {
    format: "journey-snapshot",
    version: WorldSnapshot.shape.version.value,
    world,
    savedAt: toIso(now),
    clock: { mode: clock.mode, now: toIso(timeOf(clock, now)) },
    profile: { readings: copyJson(profile) },
    scenario: copyJson(scenario),
    scenarios: await copyAll(scenarios),
    armed: await copyAll(armed),
    faults: {
      plan: copyJson(settings.faults),
      counters: Object.fromEntries(faults.counts),
      hits: await copyAll(faults.hits),
    },
    rate: { callsPerMinute },
    permissions: [...permissions],
    ordinal,
    usedTokens: [...usedTokens.keys()],
    instances: await mapInSteps(rows, pause, ({ record, log: [start, ...commands] }) => ({
      terms: terms.indexOf(record.terms),
      start: copyCommand(start),
      commands: commands.map(copyCommand),
    })),
    terms: await copyAll(terms.all),
    requests: await copyAll(await renderExchanges(entries, pause)),
    counts,
  };
  const saved: WorldSnapshot = snapshot as never; // the world contains only what the schema allows
  if (personalData === "kept") return saved;
  const settled = await mapInSteps(rows, pause, ({ record }) => settleAt(record, timeOf(clock, now)));
  return redactSnapshot(saved, settled, drawBelow);
}

/** Draws a number at random, such that nobody can predict it. */
const drawBelow = (below: number): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % below;

/**
 * Creates a list of distinct terms. Many instances share the parts of their terms, so each part is written as JSON once,
 * to compare it with the others.
 */
function createTermsList() {
  const [parts, texts, indexes] = [new Map<object, number>(), new Map<string, number>(), new Map<string, number>()];
  const all: InstanceTerms[] = [];
  const numberOf = (part: object): number => {
    const known = parts.get(part);
    if (known !== undefined) return known;
    const text = JSON.stringify(part);
    const number = texts.get(text) ?? texts.size;
    texts.set(text, number);
    parts.set(part, number);
    return number;
  };
  return {
    all,
    /** The index of terms in the list. Adds terms that are not in the list yet. */
    indexOf: ({ definition, readings, scenarios, ...rest }: InstanceTerms): number => {
      const key = `${[definition, readings, ...scenarios].map(numberOf)} ${rest.seed} ${rest.latency}`;
      const index = indexes.get(key) ?? all.push({ definition, readings, scenarios, ...rest }) - 1;
      indexes.set(key, index);
      return index;
    },
  };
}

/** Copies a JSON value without undefined members, and converts every text in it, including names. */
export function copyJson(value: unknown, toText = (text: string) => text): unknown {
  if (typeof value === "string") return toText(value);
  if (Array.isArray(value)) return value.map((entry) => copyJson(entry, toText));
  if (!isRecord(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [toText(name), copyJson(member, toText)]));
}

/**
 * Copies a command without the images and tokens that a caller sent in place of other data. Images in their own members
 * are already digests in the log.
 */
function copyCommand(command: StartCommand | Command): unknown {
  if (!("subject" in command)) return copyJson(command);
  const { subject, ...rest } = command;
  return {
    ...(copyJson(rest) as object), // the copy of an object is an object
    subject: copyJson(subject, hide),
    ...("uid" in command && command.uid !== undefined && { uid: hide(command.uid) }),
    ...("participants" in command && { participants: command.participants.filter((name) => !isSecret(name)) }),
  };
}

/** A run of base64 that is too long for a name. A hash in hexadecimal is allowed, because it is a common `uid`. */
const encodedForm = /(?![\da-f]{64,128}(?![\w+/-]))[\w+/-]{64,}/i;

const isSecret = (text: string): boolean => encodedForm.test(text) || tokenForm.test(text); // the fast test first

/** Replaces a secret. The hash gives different secrets different replacements. */
const hide = (text: string): string => (isSecret(text) ? `hidden:${text.length}:${draw(text)}` : text);
