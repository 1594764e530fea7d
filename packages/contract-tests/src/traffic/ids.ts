import { isRecord, memberOf } from "@journey-kit/schemas/calls";
import type { IdPairs } from "./compare.ts";

/** The ids and tokens of the service, and those of the shadow that stand for the same things. */
export interface Ids extends IdPairs {
  toShadow(real: string): string | undefined;
  /** Replaces the ids and tokens of the service in a text. */
  translate(text: string): string;
  /** Learns which ids and tokens of two responses belong together. */
  learn(real: unknown, shadow: unknown): void;
}

const sentMembers = new Set([
  "access_token",
  "connectToken",
  "endUserToken",
  "token",
  "instanceId",
  "interactionId",
  "taskId",
]);

export function createIds(): Ids {
  const toShadow = new Map<string, string>();
  const sent: (readonly [real: string, shadow: string])[] = [];
  const toReal = new Map<string, string>();
  const pair = (real: string, shadow: string): boolean => {
    const isNew = !toShadow.has(real) && !toReal.has(shadow);
    if (isNew) {
      toShadow.set(real, shadow);
      toReal.set(shadow, real);
    }
    return toShadow.get(real) === shadow;
  };
  const translate = (text: string): string => {
    let result = text;
    for (const [real, shadow] of sent) result = result.replaceAll(real, shadow);
    return result;
  };
  const fits = (real: string, shadow: string): boolean => {
    if (real === shadow || translate(real) === shadow) return true;
    const known = toShadow.get(real);
    if (known !== undefined || toReal.has(shadow)) return known === shadow;
    return true;
  };
  const learn = (real: unknown, shadow: unknown, name = ""): void => {
    if (typeof real === "string" && typeof shadow === "string") {
      if (!sentMembers.has(name) || real === shadow || translate(real) === shadow) return;
      if (!pair(real, shadow)) return;
      sent.push([real, shadow]);
      sent.sort(([one], [other]) => other.length - one.length);
    } else if (Array.isArray(real) && Array.isArray(shadow))
      for (const [i, one] of real.entries()) learn(one, shadow[i], name);
    else if (isRecord(real))
      for (const [member, value] of Object.entries(real)) learn(value, memberOf(shadow, member), member);
  };
  const areEqual = (real: string, shadow: string): boolean => real === shadow || translate(real) === shadow;
  return { fits, areEqual, translate, learn, toShadow: (real) => toShadow.get(real) };
}
